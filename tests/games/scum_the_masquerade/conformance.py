"""This game's answers to the conformance kit: places of cards, and visible entries."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import msgspec

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.events import HandPlayed
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
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics import conspiring, trading
from app.games.scum_the_masquerade.politics.trade_records import Exchange, Pair, Talk
from app.games.scum_the_masquerade.powers.marks import Look
from app.games.scum_the_masquerade.prompts import prompts
from app.games.scum_the_masquerade.state import Phase, ScumState
from app.games.scum_the_masquerade.worlds.known_crypts import own_swaps
from app.games.scum_the_masquerade.worlds.others_knowledge import crypt_then
from app.rules.codec import to_json
from app.rules.game import Seat, view
from app.rules.play import all_prompts
from app.rules.replay import Entry, Expired, Played, Shuffled, step
from tests.games.kit import card_exchange
from tests.games.kit.match_record import Record

TRADING = (Wish, Give, Ask, Propose, Accept, Decline)

UNLISTED = frozenset({"lead", "follow", "ask-boon"})
"""A crypt of seventeen cards may play thousands of hands; the cards are chosen in it."""


def deck(state: ScumState) -> Sequence[Card]:
    return state.public.deck if any(state.public.counts) else ()


def places(state: ScumState) -> dict[Any, Sequence[Card]]:
    """The crypts, also those that their owners have not seen, and the cards that lie open."""
    if not deck(state):
        return {}
    crypts = {Seat(seat): hand.cards for seat, hand in enumerate(state.private)}
    unseen = {f"crypt of {seat}": cards for seat, cards in enumerate(state.hidden)}
    return {
        **crypts,
        **(unseen or {f"crypt of {seat}": () for seat in crypts}),
        "open": state.public.open_cards,
    }


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
    """Two of the table have traded so many cards; they know which."""
    after = step(GAME, before, entry)
    if viewer not in (seat, move.seat):
        return ["smuggled", to_json(after.public.swaps)] if move.yes else None
    assert viewer is not None
    own = after.private[viewer]
    return [seat, to_json(move), to_json(own.bids), to_json(own.cards)]


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


def past(world: ScumState, record: Record, viewer: Seat | None) -> list[Entry]:
    """Unseen cards are exchanged; what others said in secret is written anew for the world."""
    if not deck(world):
        return [_draft(world, entry, viewer) for entry in record.entries]
    return list(_past(world, record, viewer))


def _draft(world: ScumState, entry: Entry, viewer: Seat | None) -> Entry:
    """The draft of a declaration that is not revealed yet, as it is in the world."""
    keys = (f"declare-{world.public.round}-", f"declare-again-{world.public.round}-")
    if isinstance(entry, Played | Expired) and entry.key.startswith(keys):
        seat = Seat(int(entry.key.rpartition("-")[2]))
        draft = world.private[seat].draft
        if seat != viewer and draft is not None:
            return Played(seat, entry.key, draft)
    return entry


def _past(world: ScumState, record: Record, viewer: Seat | None) -> Iterator[Entry]:
    first, *rest = record.entries
    assert isinstance(first, Shuffled)
    truth, drawn = dealt(record.now), dealt(world)
    instead = card_exchange.exchanged(truth, drawn)
    cards: Sequence[Hashable] = deck(record.states[1])
    number = {card: index for index, card in enumerate(cards)}
    order = tuple(number[instead.get(cards[index], cards[index])] for index in first.order)
    yield Shuffled(order)
    now = step(GAME, record.states[0], Shuffled(order))
    for before, entry, after in zip(record.states[1:-1], rest, record.states[2:], strict=True):
        for one in _instead(world, before, entry, after, now, viewer, instead, record):
            yield one
            now = step(GAME, now, one)
    for seat in world.public.order if world.public.phase is Phase.PACTS else ():
        choice = world.private[seat].pact
        if seat != viewer and choice is not None:
            one = played(now, seat, Pact(choice))
            yield one
            now = step(GAME, now, one)
    pending = world.public.pending
    for seat in pending.may if pending is not None else ():
        answer = world.private[seat].reaction
        if seat != viewer and answer is not None:
            one = played(now, seat, React(answer))
            yield one
            now = step(GAME, now, one)


def dealt(state: ScumState) -> dict[Any, Sequence[Card]]:
    """The crypts as they were dealt: all plays and exchanges taken back."""
    crypts = {
        Seat(seat): list(crypt_then(view(state, None), hand.cards, Look(Seat(seat), Seat(seat), 0)))
        for seat, hand in enumerate(state.private)
    }
    for seat, cards in enumerate(state.hidden):
        crypts[Seat(seat)] += cards
    for number, swap in reversed(list(enumerate(state.public.swaps, 1))):
        first, second = swap.seats
        forth, back = dict(own_swaps(view(state, first)))[number]
        for cards, start, end in ((forth, first, second), (back, second, first)):
            for card in cards:
                crypts[end].remove(card)
                crypts[start].append(card)
    return dict(crypts)


def _instead(
    world: ScumState,
    before: ScumState,
    entry: Entry,
    after: ScumState,
    now: ScumState,
    viewer: Seat | None,
    instead: Any,
    record: Record,
) -> Iterator[Entry]:
    if isinstance(entry, Shuffled):
        yield Shuffled(drawn_again(after, now) or entry.order)
        return
    seat, move = said(before, entry)
    if isinstance(entry, Expired) and conspiring.pauses(entry.key) not in (None, viewer):
        return
    if seat is None or move is None:
        yield entry
        return
    if isinstance(move, Conspire) and viewer == move.partner:
        yield from _asked(now, seat, move.partner)
        return
    if isinstance(move, TRADING):
        pair = trading.pair_of(before.public, seat)
        assert pair is not None
        own = viewer in (pair.higher, pair.lower)
        number = len(before.public.swaps) + 1 if before.public.tempted is not None else 0
        yield played(now, seat, move if own else _traded(world, pair, move, number))
        return
    if isinstance(move, Reshape) and seat != viewer:
        use = before.public.reshapings[-1].use
        hand, gone = world.private[seat], world.public.revealed
        forms = sorted(
            (one for one in (*hand.forms, *gone) if one.use == use),
            key=lambda one: (one.card.height, one.card),
        )
        pairs = [card for one in forms for card in (one.card, one.counts_as)]
        yield played(now, seat, Reshape(*pairs))
        return
    if isinstance(move, Declare):
        yield _draft(world, entry, viewer)
        return
    if isinstance(move, Pact) and seat != viewer:
        if world.public.phase is not Phase.PACTS:
            yield entry
        return
    if isinstance(move, React) and seat != viewer:
        waits = record.now.public.pending is not None and (
            before.public.uses == record.now.public.uses
        )
        if not waits:
            yield entry
        return
    if isinstance(move, PlayWith) and move.announced and seat != viewer:
        waits = world.public.pending is not None and before.public.uses + 1 == world.public.uses
        cards = world.private[seat].bluff
        yield played(now, seat, msgspec.structs.replace(move, cards=cards) if waits else move)
        return
    if isinstance(move, AskBoon) and viewer not in (seat, before.public.order[0]):
        at = sum(boon.seat == seat for boon in before.public.boons)
        yield played(now, seat, AskBoon(world.private[seat].shown[at].cards))
    elif isinstance(move, Smuggle | AnswerSmuggle):
        partner = move.partner if isinstance(move, Smuggle) else move.seat
        if viewer in (seat, partner):
            yield played(now, seat, move)
        elif isinstance(move, AnswerSmuggle) and move.yes:
            number = len(before.public.swaps) + 1
            bid = next(one for one in world.private[seat].bids if one.swap == number)
            offered = played(now, bid.seat, Smuggle(bid.partner, bid.give, bid.want))
            yield offered
            accepts = AnswerSmuggle(bid.seat, True)
            yield played(step(GAME, now, offered), bid.partner, accepts)
    elif isinstance(move, Conspire) and viewer not in (seat, move.partner):
        return
    elif isinstance(move, AnswerConspiracy) and viewer not in (seat, move.seat):
        for asked in _asked(now, move.seat, seat) if move.yes else ():
            yield asked
            now = step(GAME, now, asked)
        if move.yes:
            yield played(now, seat, move)
    else:
        yield Played(seat, entry.key, move) if isinstance(entry, Played | Expired) else entry


def drawn_again(after: ScumState, now: ScumState) -> tuple[int, ...] | None:
    """An order by which chance plays in this state the hand that it played in another; None: any.

    The last card of the order says which type is led.
    """
    hand = next((event.cards for event in after.events if isinstance(event, HandPlayed)), None)
    if hand is None:
        return None
    deck = now.public.deck
    first = [deck.index(card) for card in reversed(hand)]
    rest = [index for index in range(len(deck)) if index not in first]
    for last in rest:
        order = (*first, *(index for index in rest if index != last), last)
        played_now = GAME.apply_shuffle(now, order).events
        if any(isinstance(event, HandPlayed) and event.cards == hand for event in played_now):
            return order
    raise AssertionError(f"chance cannot play {hand} there")


def _asked(now: ScumState, seat: Seat, partner: Seat) -> Iterator[Entry]:
    """A request to conspire, and the end of the pause after it, which nobody else notices."""
    asked = played(now, seat, Conspire(partner))
    yield asked
    (pause,) = GAME.spans(view(step(GAME, now, asked), seat))
    yield Expired(pause.key)


def _traded(world: ScumState, pair: Pair, move: Move, number: int) -> Move:
    """The step of a trade as it is in the world: as many steps, other cards.

    `number`: of an exchange that Serpentis forces, among the secret ones.
    """
    hand = world.private[pair.higher]
    over = pair.done < len(hand.exchanges) if not number else number <= len(world.public.swaps)
    part: Exchange | Talk | None = hand.talk
    if over and number:
        part = next(one.exchange for one in hand.bargains if one.number == number)
    elif over:
        part = hand.exchanges[pair.done]
    assert part is not None
    match pair.step:
        case "wish":
            return Wish((part.up.face,) if part.wished and part.up else part.missed)
        case "answer":
            return Ask() if part.wished or part.up is None else Give(part.up)
        case "return":
            assert isinstance(part, Exchange)
            assert part.down is not None
            return Give(part.down)
        case "offer" if isinstance(move, Propose):
            offer = part.offers[len(pair.offers)]
            return Propose(offer.give, offer.want)
        case _:
            return move


def played(state: ScumState, seat: Seat, move: Move) -> Played:
    """This move as an answer to whatever question or offer it fits."""
    seen = view(state, seat)
    for prompt in prompts(seen):
        if GAME.check_answer(seen, prompt, move) is None:
            return Played(seat, prompt.key, move)
    raise AssertionError(f"{move} answers nothing that seat {seat} is asked")


MATCHES = {
    "4": (4, Options(rounds=2)),
    "5": (5, Options(rounds=2)),
    "6": (6, Options(rounds=1)),
    "7": (7, Options(rounds=1, naming="neutral")),
    "8": (8, Options(rounds=1)),
    "5-masquerade": (5, Options(evening="masquerade", rounds=2)),
    "5-ranks": (5, Options(evening="ranks", rounds=2)),
    "4-plain": (4, Options(evening="plain", rounds=1)),
    "6-plain": (6, Options(evening="plain", rounds=1)),
}
"""By number of players; every phase occurs."""
