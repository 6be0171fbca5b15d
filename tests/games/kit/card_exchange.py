"""The history of another world by exchanging unseen cards, for games with unique card codes."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from app.rules.codec import read_move, to_json
from app.rules.game import AnyState, view
from app.rules.play import all_prompts
from app.rules.replay import Entry, Expired, Played, Shuffled
from tests.games.kit.card_renaming import renamed
from tests.games.kit.match_record import Record, require

Look = Callable[[AnyState], Any]


def exchanged_history(deck: Look, places: Look, world: AnyState, record: Record) -> list[Entry]:
    """The same entries, with every unseen card replaced by the one in its place in `world`."""
    if not deck(world):
        return record.entries
    first, *rest = record.entries
    assert isinstance(first, Shuffled)
    instead = exchanged(places(record.now), places(world))
    cards: Sequence[Hashable] = deck(record.states[1])
    number = {card: index for index, card in enumerate(cards)}
    require(len(number) == len(cards), "cards with equal codes need a `past` of the game's own")
    entries: list[Entry] = [
        Shuffled(tuple(number[instead.get(cards[index], cards[index])] for index in first.order))
    ]
    for before, entry in zip(record.states[1:], rest, strict=False):
        entry = by_hand(record, before, entry)
        if isinstance(entry, Played):
            entry = Played(entry.seat, entry.key, exchanged_in(record, entry.move, instead))
        entries.append(entry)
    return entries


def exchanged(
    truth: Mapping[Any, Sequence[Hashable]], world: Mapping[Any, Sequence[Hashable]]
) -> dict[Hashable, Hashable]:
    """The card of the world for each of the truth's, by place; cards that keep their place are
    omitted.
    """
    require(
        {place: len(cards) for place, cards in truth.items()}
        == {place: len(cards) for place, cards in world.items()},
        "a world has as many cards in each place as the truth",
    )
    instead: dict[Hashable, Hashable] = {}
    for place, cards in truth.items():
        others = world[place]
        if isinstance(place, int):
            cards, others = (
                list((Counter(cards) - Counter(others)).elements()),
                list((Counter(others) - Counter(cards)).elements()),
            )
        instead |= {card: other for card, other in zip(cards, others, strict=True) if card != other}
    return instead


def exchanged_in(record: Record, move: Any, instead: Mapping[Hashable, Hashable]) -> Any:
    """The move with its cards replaced; seats are left alone wherever its type has one."""
    return read_move(record.game, renamed(to_json(move), instead, type(move)))


def by_hand(record: Record, before: AnyState, entry: Entry) -> Entry:
    """The move that a time-out made for its one seat; in another world the clock might differ."""
    if not isinstance(entry, Expired):
        return entry
    asked = [
        (seat, prompt)
        for seat, found in all_prompts(record.game, before).items()
        for prompt in found
        if prompt.key == entry.key
    ]
    if len(asked) != 1:
        return entry
    ((seat, prompt),) = asked
    after = record.game.expire(before, entry.key)
    for move in record.game.legal_answers(view(before, seat), prompt):
        if record.game.apply(before, seat, move) == after:
            return Played(seat, entry.key, move)
    return entry
