"""The display names of people and bots in a room: no two look alike."""

from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Final

from app.table.model.room import Person, Room
from app.text.lookalikes import skeleton
from app.text.sanitize import NOBODY

BOT_NAMES: Final = (
    "Ada",
    "Alfred",
    "Beryl",
    "Basil",
    "Clive",
    "Cora",
    "Dennis",
    "Dora",
    "Edgar",
    "Enid",
    "Ethel",
    "Fergus",
    "Flora",
    "Gladys",
    "Gordon",
    "Harold",
    "Hilda",
    "Ida",
    "Irving",
    "Joan",
    "Keith",
    "Lionel",
    "Mabel",
    "Maud",
    "Mildred",
    "Nigel",
    "Norman",
    "Olive",
    "Oswald",
    "Percy",
    "Phyllis",
    "Ralph",
    "Rhoda",
    "Rupert",
    "Sybil",
    "Thelma",
    "Trevor",
    "Ursula",
    "Vera",
    "Wilfred",
    "Winnie",
)


def temper(name: str, tempers: Sequence[str]) -> str:
    """The temper of the house's bot of this name, always the same; empty for any other name."""
    if not tempers or name not in BOT_NAMES:
        return ""
    return tempers[BOT_NAMES.index(name) % len(tempers)]


def display_name(room: Room, person: Person, besides: Iterable[str] = ()) -> str:
    """The person's own name if nobody else in the room, nor `besides`, has one that looks like it.

    Otherwise the name with a number; the number that it had here before, if that is free.
    """
    if person.name == NOBODY:
        return NOBODY
    others = [one.name for one in room.people if one.id != person.id]
    taken = _skeletons(
        chain(others, (seat.name for seat in room.seats if seat.person != person.id), besides)
    )
    had = [
        one.name
        for one in room.people
        if one.id == person.id and _is_numbered(one.name, person.name)
    ]
    return next(
        name
        for name in chain((person.name,), had, _numbered(person.name))
        if skeleton(name) not in taken
    )


def bot_name(room: Room, draw: float) -> str:
    """A name unlike all others in the room; `draw` from 0 to 1 picks it."""
    taken = _skeletons(
        chain((person.name for person in room.people), (seat.name for seat in room.seats))
    )
    free = [name for name in BOT_NAMES if skeleton(name) not in taken]
    if free:
        return free[min(int(draw * len(free)), len(free) - 1)]
    return next(name for name in _numbered(BOT_NAMES[0]) if skeleton(name) not in taken)


def is_name_of(person: Person, name: str) -> bool:
    """True for the person's own name, and for that with a number."""
    return name == person.name or _is_numbered(name, person.name)


def _skeletons(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(skeleton, names))


def _numbered(name: str) -> Iterable[str]:
    return (f"{name} {number}" for number in count(2))


def _is_numbered(name: str, own: str) -> bool:
    before, _, number = name.rpartition(" ")
    return before == own and number.isdecimal()
