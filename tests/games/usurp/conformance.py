"""This game's answers to the conformance kit: places of cards, and visible entries."""

from collections.abc import Sequence
from typing import Any

from app.games.usurp import GAME, transitions
from app.games.usurp.cards import Card
from app.games.usurp.moves import CallReneg, Challenge, Move, Play, Uprise
from app.games.usurp.options import Options
from app.games.usurp.state import Phase, UsurpState, pack
from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Entry, Expired, Played, step
from tests.games.kit import card_exchange
from tests.games.kit.match_record import Record

DEALT = (Phase.LEADING, Phase.PLAY, Phase.INTERVAL, Phase.OVER)

UNPAIRED = 0.5
"""With the Reveal pile every turn shows a card that lies elsewhere in most other worlds."""


def deck(state: UsurpState) -> Sequence[Card]:
    return pack(state.public) if state.public.phase in DEALT else ()


def places(state: UsurpState) -> dict[Any, Sequence[Card]]:
    """Hands, the Discard's open cards, Downcards by owner, the Stock and what it has revealed."""
    public = state.public
    if public.phase not in DEALT:
        return {}
    hands = {Seat(seat): hand.cards for seat, hand in enumerate(state.private)}
    downcards = {
        f"downcards of {seat}": tuple(card for card, _ in hand.downcards)
        for seat, hand in enumerate(state.private)
    }
    rising = {
        f"rising of {seat}": (hand.rising,) if hand.rising else ()
        for seat, hand in enumerate(state.private)
    }
    discard = tuple(laid.card for laid in public.discard if laid.card is not None)
    return {
        **hands,
        **downcards,
        **rising,
        "discard": discard,
        "stock": state.hidden,
        "reveal": public.reveal,
    }


def shows(before: UsurpState, entry: Entry, viewer: Seat | None) -> Any:
    """Owners see Downcards, challenges and calls are judged openly, and the end shows all."""
    _, move = _said(before, entry)
    said = spoken(before, entry, viewer)
    if move is None:
        return said
    after = step(GAME, before, entry)
    rising = before.public.rising
    turned = (
        before.private[rising].rising
        if isinstance(move, Challenge) and rising is not None
        else None
    )
    judged = after.public.calls[-1].true if isinstance(move, CallReneg) else None
    revealed = before.hidden[0] if len(after.public.reveal) > len(before.public.reveal) else None
    everything = (
        to_json([after.private, after.hidden])
        if after.public.shown is not None and before.public.shown is None
        else None
    )
    return [said, turned, judged, revealed, everything]


def spoken(before: UsurpState, entry: Entry, viewer: Seat | None) -> Any:
    """The move, without the card that rises from another hand."""
    seat, move = _said(before, entry)
    if move is None:
        return to_json(entry)
    if isinstance(move, Uprise) and viewer != seat:
        return ["rises", seat]
    return [seat, to_json(move)]


def past(world: UsurpState, record: Record, viewer: Seat | None) -> list[Entry]:
    """The deal with unseen cards exchanged; right after the lot no card is out.

    A card that was taken back may be unseen now, but everybody saw it played.
    """
    if not deck(world):
        return record.entries
    entries = card_exchange.exchanged_history(deck, places, world, record)
    backs = {call.back for call in record.now.public.calls}
    for ply, (before, after) in enumerate(zip(record.states, record.states[1:], strict=False)):
        entry, laid = entries[ply], after.public.discard
        card = laid[-1].card if len(laid) > len(before.public.discard) else None
        if card is None or card not in backs:
            continue
        if isinstance(entry, Played) and isinstance(entry.move, Play):
            entries[ply] = Played(entry.seat, entry.key, Play(card))
    return entries


def _said(before: UsurpState, entry: Entry) -> tuple[Seat, Move | None]:
    """The move, by hand or by the clock; None where the clock answers for everybody."""
    turn = before.public.turn
    match entry:
        case Played(seat, _, move):
            return seat, move
        case Expired() if turn is not None:
            return turn, transitions.default(before.public, before.private[turn].cards)
        case _:
            return Seat(-1), None


MATCHES = {
    "2-alternative-honour-reveal": (
        2,
        Options(best_of=3, points="alternative", renegs="honour", reveal=True),
    ),
    "4-partners": (4, Options(best_of=3)),
    "4-alone-two-packs-honour": (4, Options(best_of=1, renegs="honour", four="alone", packs=2)),
}
"""By number of players; every option occurs."""
