"""The part of each entry that one viewer learns, for the conformance kit."""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.moves import (
    Accept,
    AnswerBoon,
    AnswerConspiracy,
    AnswerSmuggle,
    Ask,
    AskBoon,
    Confirm,
    Conspire,
    Declare,
    Decline,
    Give,
    Move,
    Pact,
    PlayReshaped,
    PlayWith,
    Propose,
    React,
    Reshape,
    SeeThrough,
    Smuggle,
    Use,
    Wish,
)
from app.games.scum_the_masquerade.politics import conspiring, trading
from app.games.scum_the_masquerade.state import Phase, ScumState
from app.rules.codec import to_json
from app.rules.game import Seat, view
from app.rules.play import all_prompts
from app.rules.replay import Entry, Expired, Played, step

TRADING = (Wish, Give, Ask, Propose, Accept, Decline)


def deck(state: ScumState) -> Sequence[Card]:
    return state.public.deck if any(state.public.counts) else ()


def said(before: ScumState, entry: Entry) -> tuple[Seat | None, Move | None]:
    """The seat and its move, by hand or by the clock; None where the clock ends an interval."""
    if isinstance(entry, Played):
        return entry.seat, entry.move
    if isinstance(entry, Expired):
        found = [
            (seat, prompt)
            for seat, open_to in all_prompts(GAME, before).items()
            for prompt in open_to
            if prompt.key == entry.key
        ]
        if len(found) == 1 and before.public.phase is not Phase.INTERVAL:
            ((seat, prompt),) = found
            return seat, next(GAME.legal_answers(view(before, seat), prompt))
    return None, None


def shows(before: ScumState, entry: Entry, viewer: Seat | None) -> Any:
    """Plays to all; of a trade the exchange; the rest to the two that it concerns."""
    seat, move = said(before, entry)
    if isinstance(entry, Expired) and conspiring.pauses(entry.key) is not None:
        return to_json(entry) if viewer == conspiring.pauses(entry.key) else None
    if isinstance(entry, Expired) and before.public.phase is Phase.PACTS:
        after = step(GAME, before, entry)
        crypt = None if viewer is None else to_json(after.private[viewer].cards)
        return [entry.key, to_json([after.public.takers, after.public.order]), crypt]
    if before.public.phase is Phase.MARKET and (move is None or isinstance(move, Confirm)):
        after = step(GAME, before, entry)
        crypt = None if viewer is None else to_json(after.private[viewer].cards)
        return [to_json(after.public.confirmed), after.public.phase, crypt]
    if move is None or seat is None:
        return to_json(entry)
    if isinstance(move, TRADING):
        return _trade(before, entry, viewer, seat, move)
    if isinstance(move, AskBoon):
        seen = viewer in (seat, before.public.order[0])
        return ["asks for a boon", seat, to_json(move) if seen else None]
    if isinstance(move, AnswerBoon):
        after = step(GAME, before, entry)
        return ["answers a boon", to_json(after.public.boons), to_json(after.public.trick)]
    if isinstance(move, Smuggle):
        return [seat, to_json(move)] if viewer in (seat, move.partner) else None
    if isinstance(move, AnswerSmuggle):
        return _smuggled(before, entry, viewer, seat, move)
    if isinstance(move, Conspire):
        return [seat, to_json(move)] if viewer in (seat, move.partner) else None
    if isinstance(move, AnswerConspiracy):
        if viewer not in (seat, move.seat):
            return ["conspire", sorted((seat, move.seat)), move.seat] if move.yes else None
        crypts = [to_json(before.private[one].cards) for one in (seat, move.seat)]
        return [seat, to_json(move), crypts if move.yes else None]
    if isinstance(move, Pact):
        return [seat, to_json(move)] if seat == viewer else None
    if isinstance(move, Declare):
        return _declaration(before, entry, viewer, seat, move)
    if isinstance(move, PlayWith) and move.announced:
        return [seat, to_json(move if seat == viewer else msgspec.structs.replace(move, cards=()))]
    if isinstance(move, SeeThrough):
        after = step(GAME, before, entry)
        own = None if viewer is None else to_json(after.private[viewer].seen_through)
        return [seat, to_json(move), own, to_json(after.public.sheets)]
    if isinstance(move, Reshape):
        return [seat, to_json(move) if seat == viewer else "reshapes"]
    if isinstance(move, PlayReshaped):
        return [seat, to_json(move), to_json(step(GAME, before, entry).public.revealed)]
    if isinstance(move, Use | React):
        return _use(before, entry, viewer, seat, move)
    return [seat, to_json(move)]


def _declaration(
    before: ScumState, entry: Entry, viewer: Seat | None, seat: Seat, move: Move
) -> Any:
    """The seat has declared; the last one reveals all."""
    after = step(GAME, before, entry)
    own = to_json(move) if seat == viewer else None
    crypt = None if viewer is None else to_json(after.private[viewer].cards)
    return [seat, own, to_json(after.public.sheets), crypt]


def _use(before: ScumState, entry: Entry, viewer: Seat | None, seat: Seat, move: Move) -> Any:
    """A use is public, an answer is not until the window closes; looks are their user's."""
    after = step(GAME, before, entry)
    own = None if viewer is None else to_json(after.private[viewer].snapshots)
    if isinstance(move, React) and after.public == before.public:
        return [seat, to_json(move)] if seat == viewer else None
    what = to_json(move) if isinstance(move, Use) or seat == viewer else None
    public = after.public
    parts = [public.sheets, public.effects, public.pile, public.looks, public.pending, after.events]
    return [seat if what else None, what, own, [to_json(part) for part in parts]]


def _smuggled(
    before: ScumState, entry: Entry, viewer: Seat | None, seat: Seat, move: AnswerSmuggle
) -> Any:
    """Two of the table have traded this many cards; they know which."""
    after = step(GAME, before, entry)
    if viewer not in (seat, move.seat):
        return ["smuggled", to_json(after.public.swaps)] if move.yes else None
    assert viewer is not None
    own = after.private[viewer]
    return [seat, to_json(move), to_json(own.bids), to_json(own.cards)]


def _trade(before: ScumState, entry: Entry, viewer: Seat | None, seat: Seat, move: Move) -> Any:
    pair = trading.pair_of(before.public, seat)
    assert pair is not None
    after = step(GAME, before, entry)
    public = after.public
    pairs = to_json([public.phase, public.pairs, public.tempted, public.swaps, public.looks])
    if viewer not in (pair.higher, pair.lower):
        hand = None if viewer is None else after.private[viewer]
        return [pairs, to_json([hand.cards, hand.snapshots] if hand is not None else None)]
    own = after.private[viewer]
    seen = [own.talk, own.exchanges, own.bargains, own.cards, own.snapshots]
    return [pairs, to_json(seen)]
