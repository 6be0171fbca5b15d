"""This game's answers to the conformance kit: places of cards, visible entries, histories."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.games.scum_of_the_earth import GAME, bonus, transitions
from app.games.scum_of_the_earth.cards import Card
from app.games.scum_of_the_earth.moves import Give, Move, Play, Target
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.state import Asked, Phase, ScumState
from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.play import prompts
from app.rules.replay import Entry, Expired, Played, Shuffled, step
from tests.games.kit.match_record import Broken, Record

DEALT = (Phase.TAKEOVER, Phase.BONUS, Phase.PLAY)


def deck(state: ScumState) -> Sequence[Card]:
    return state.public.deck if state.public.phase in DEALT else ()


def places(state: ScumState) -> dict[Any, Sequence[Card]]:
    """Hands, and each seat's played cards; a retaken Infinity lies where it came to last."""
    if state.public.phase not in DEALT:
        return {}
    hands = {Seat(seat): hand.cards for seat, hand in enumerate(state.private)}
    played = {
        f"played by {seat}": tuple(card for card in cards if card is not Card.INFINITY)
        for seat, cards in enumerate(state.public.played)
    }
    is_held = any(Card.INFINITY in cards for cards in hands.values())
    return {**hands, **played, "infinity": () if is_held else (Card.INFINITY,)}


def shows(before: ScumState, entry: Entry, viewer: Seat | None) -> Any:
    """The two partners see bonus cards, a special 5 shows a hand to one, and all else is open."""
    seat, move = _said(before, entry)
    said = spoken(before, entry, viewer)
    looked = (
        before.private[move.seat].cards
        if isinstance(move, Target) and before.public.asked is Asked.LOOK and viewer == seat
        else None
    )
    after = step(GAME, before, entry)
    bonuses = before.public.phase is Phase.TAKEOVER and after.public.phase is Phase.BONUS
    called_in = after.private[viewer].exchange if bonuses and viewer is not None else None
    return [said, looked, None if called_in is None else to_json(called_in)]


def spoken(before: ScumState, entry: Entry, viewer: Seat | None) -> Any:
    """The move; of cards given to another their number."""
    seat, move = _said(before, entry)
    if move is None:
        return to_json(entry)
    if isinstance(move, Give) and viewer not in (seat, bonus.partner(before.public, seat)):
        return ["given", seat, len(move.cards)]
    return [seat, to_json(move)]


def _said(before: ScumState, entry: Entry) -> tuple[Seat, Move | None]:
    """The move, by hand or by the clock; None where the clock answers for everybody."""
    match entry:
        case Played(seat, _, move):
            return seat, move
        case Expired(key) if before.public.phase in (Phase.BONUS, Phase.PLAY):
            seat = next(seat for seat, prompt in prompts(GAME, before).items() if prompt.key == key)
            return seat, transitions.default(before.public, seat, before.private[seat].cards)
        case _:
            return Seat(-1), None


def past(world: ScumState, record: Record, viewer: Seat | None) -> list[Entry]:
    """The deal that led to these hands and exchanges, and the entries with this world's gifts."""
    if not deck(world):
        return record.entries
    entries: list[Entry] = [_order(world, record)]
    for before, entry in zip(record.states[1:], record.entries[1:], strict=False):
        seat, move = _said(before, entry)
        if isinstance(move, Give):
            exchange = world.private[seat].exchange
            assert exchange is not None, "whoever gave in the bonus knows what"
            move = Give(exchange.gave)
        key = entry.key if isinstance(entry, Played | Expired) else ""
        entries.append(entry if move is None else Played(seat, key, move))
    return entries


def _order(world: ScumState, record: Record) -> Shuffled:
    """A shuffle that deals what each seat must have held before anything passed or was played."""
    public, dealt = record.states[0].public, record.states[1].public
    hands = {Seat(seat): Counter(hand.cards) for seat, hand in enumerate(world.private)}
    for seat, cards in enumerate(world.public.played):
        hands[Seat(seat)].update(card for card in cards if card is not Card.INFINITY)
    said = (
        _said(before, entry)
        for before, entry in zip(record.states[1:], record.entries[1:], strict=False)
    )
    first = next(
        (seat for seat, move in said if isinstance(move, Play) and Card.INFINITY in move.cards),
        None,
    )
    holder = (
        first
        if first is not None
        else next(seat for seat, held in hands.items() if held[Card.INFINITY])
    )
    for held in hands.values():
        held[Card.INFINITY] = 0
    hands[holder][Card.INFINITY] = 1
    for seat, hand in enumerate(world.private):
        if hand.exchange is not None:
            hands[Seat(seat)].subtract(hand.exchange.got)
            hands[Seat(seat)].update(hand.exchange.gave)
    if sum(hands.values(), Counter()) != Counter(dealt.deck):
        raise Broken("no deal leads to these hands by these exchanges")
    left: dict[Card, list[int]] = {}
    for index, card in enumerate(dealt.deck):
        left.setdefault(card, []).append(index)
    numbers = {seat: [left[card].pop() for card in held.elements()] for seat, held in hands.items()}
    return Shuffled(
        tuple(
            numbers[public.ranks[place % len(public.ranks)]].pop()
            for place in range(len(dealt.deck))
        )
    )


_TWO = Options(ending="deals", end_deals=2)

MATCHES = {
    "4": (4, _TWO),
    "5": (5, replace(_TWO, wild_3_9=True, special_5=True, theme="office")),
    "6": (6, replace(_TWO, special_7=True, special_8=True, theme="sports")),
    "7": (7, replace(_TWO, special_9=True, special_10=True, theme="military")),
    "8": (8, replace(_TWO, theme="court")),
    "9": (
        9,
        replace(
            _TWO, theme="own", own_titles=("Cook", "Sous-chef", "Line Cook", "Porter", "Dishwasher")
        ),
    ),
    "10": (
        10,
        replace(
            _TWO,
            wild_3_9=True,
            special_5=True,
            special_7=True,
            special_8=True,
            special_9=True,
            special_10=True,
        ),
    ),
}
"""By number of players; every option and experimental card occurs."""
