"""This game's answers to the conformance kit: places of cards, visible entries, histories."""

from collections.abc import Sequence
from typing import Any

from app.games.skuncum import GAME
from app.games.skuncum.board import board_cards
from app.games.skuncum.cards import DECK, Card, unpacked
from app.games.skuncum.moves import (
    BuyHats,
    ChooseHats,
    DropOut,
    Join,
    Play,
    Politiks,
    PowerPlay,
)
from app.games.skuncum.options import Options
from app.games.skuncum.state import Phase, SkuncumState
from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Entry, Expired, Played, Shuffled, step
from tests.games.kit.card_exchange import by_hand, exchanged
from tests.games.kit.match_record import Record

BEFORE = (Phase.LOT, Phase.DEAL)
"""No card is out yet."""


def deck(state: SkuncumState) -> Sequence[Card]:
    return () if state.public.phase in BEFORE else DECK


def places(state: SkuncumState) -> dict[Any, Sequence[Card]]:
    """Hands, the deck, and the open cards: the board, CARDS, and those out of play."""
    public = state.public
    if public.phase in BEFORE:
        return {}
    hands: dict[Any, Sequence[Card]] = {
        Seat(seat): hand.cards for seat, hand in enumerate(state.private)
    }
    piles = [card for pile in public.piles for card in pile]
    return {
        **hands,
        "stock": state.hidden,
        "board": board_cards(public),
        "CARDS": piles,
        "played": unpacked(public.played),
    }


def shows(before: SkuncumState, entry: Entry, viewer: Seat | None) -> Any:
    """Moves are open, but for answers that wait for the others'; and the viewer's own new cards.

    A lead shows who holds a Suit card, as far as it has to.
    """
    said = spoken(before, entry, viewer)
    if not isinstance(entry, Played | Expired):
        return said
    if isinstance(entry, Played) and _goes_on(before, entry.move):
        return said
    after = step(GAME, before, entry)
    events = [to_json(event) for event in after.events]
    public, new = after.public, after.public.hand > before.public.hand
    holders = [public.turn, public.may_pass, public.suited, public.one_of]
    dealt = None if viewer is None or not new else after.private[viewer].cards
    return [said, events, holders, dealt]


def spoken(before: SkuncumState, entry: Entry, viewer: Seat | None) -> Any:
    """The seat and its move; another's kept answer is not said."""
    if not isinstance(entry, Played):
        return None if isinstance(entry, Expired) else to_json(entry)
    kept = isinstance(entry.move, ChooseHats | BuyHats)
    own = not kept or entry.seat == viewer
    return [entry.seat, to_json(entry.move) if own else None]


def _goes_on(before: SkuncumState, move: Any) -> bool:
    """True if nothing but the move itself can be seen: the Race is not over with it."""
    match move:
        case Politiks() | Play() | PowerPlay():
            return True
        case Join() | DropOut():
            return bool(before.public.waiting)
        case _:
            return False


def past(world: SkuncumState, record: Record, viewer: Seat | None) -> list[Entry]:
    """The shuffles that led to these hands, and the entries with this world's kept answers."""
    if not deck(world):
        return record.entries
    instead = exchanged(_by_deck(record.now), _by_deck(world))
    entries: list[Entry] = []
    for number, (before, entry) in enumerate(zip(record.states, record.entries, strict=False)):
        entries.append(_instead(world, record, number, before, entry, instead))
    return entries


def _by_deck(state: SkuncumState) -> dict[Any, Sequence[Card]]:
    """The places, with hands by the two decks from which a hand may have been dealt."""
    lie, kept = places(state), set(state.public.kept_cards)
    for seat, hand in enumerate(state.private):
        lie[Seat(seat)] = [card for card in hand.cards if card not in kept]
        lie[Seat(seat + len(state.private))] = [card for card in hand.cards if card in kept]
    return lie


def _instead(
    world: SkuncumState,
    record: Record,
    number: int,
    before: SkuncumState,
    entry: Entry,
    instead: dict[Any, Any],
) -> Entry:
    if isinstance(entry, Shuffled):
        return Shuffled(_order(record, number, before, entry, instead))
    entry = by_hand(record, before, entry)
    open_still = _question(before) == _question(world)
    if isinstance(entry, Played) and open_still:
        hand = world.private[entry.seat]
        if isinstance(entry.move, ChooseHats) and hand.picks is not None:
            return Played(entry.seat, entry.key, ChooseHats(hand.picks))
        if isinstance(entry.move, BuyHats) and hand.bought is not None:
            return Played(entry.seat, entry.key, BuyHats(hand.bought))
    return entry


def _question(state: SkuncumState) -> tuple[int, int]:
    return state.public.hand, state.public.questions


def _order(
    record: Record,
    number: int,
    before: SkuncumState,
    entry: Shuffled,
    instead: dict[Any, Any],
) -> tuple[int, ...]:
    """The order that dealt the world's unseen cards.

    Kept cards were dealt by the shuffle before the deck ran out, all others by the last one.
    """
    codes, public = GAME.deck_codes(before.public), record.now.public
    index = {code: at for at, code in enumerate(codes)}
    later = sum(isinstance(one, Shuffled) for one in record.entries[number + 1 :])
    of_kept = 0 if public.phase is Phase.RESHUFFLE else 1
    moved = {
        card: other
        for card, other in instead.items()
        if later == (of_kept if card in public.kept_cards else 0)
    }
    return tuple(index[moved.get(codes[at], codes[at])] for at in entry.order)


MATCHES = {
    "3": (3, Options()),
    "4-standard": (4, Options(box="standard")),
    "5-strong-coalitions": (5, Options(strong_coalitions=True)),
    "6-short-hands": (6, Options(short_hands=True)),
    "6-without-colours": (6, Options(colours=False)),
}
"""By number of players; every option occurs."""

UNPAIRED = 0.6
"""A card that another seat plays lies elsewhere in most other worlds."""
