"""What bots are called: short names, none twice in a room."""

from typing import Final

from app.table.room import Room

NAMES: Final = (
    "Ada", "Alfred", "Beryl", "Basil", "Clive", "Cora", "Dennis", "Dora", "Edgar", "Enid", "Ethel", "Fergus", "Flora", "Gladys",
    "Gordon", "Harold", "Hilda", "Ida", "Irving", "Joan", "Keith", "Lionel", "Mabel", "Maud", "Mildred", "Nigel", "Norman", "Olive",
    "Oswald", "Percy", "Phyllis", "Ralph", "Rhoda", "Rupert", "Sybil", "Thelma", "Trevor", "Ursula", "Vera", "Wilfred", "Winnie",
)  # fmt: skip


def bot_name(room: Room, draw: float) -> str:
    """A name that nobody in the room has; `draw` from 0 to 1 picks it."""
    taken = {person.name.casefold() for person in room.people} | {seat.name.casefold() for seat in room.seats}
    free = [name for name in NAMES if name.casefold() not in taken]
    if free:
        return free[min(int(draw * len(free)), len(free) - 1)]
    return next(name for count in range(2, 1000) if (name := f"{NAMES[0]} {count}").casefold() not in taken)
