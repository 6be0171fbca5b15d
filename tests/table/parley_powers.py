"""The powers of Parley's seats, as a table for each ruleset. A match keeps the id of its own."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

Ruleset: TypeAlias = Literal["parley-1", "parley-2"]


class Power(msgspec.Struct, frozen=True):
    """One power: the seats that hold it, and its numbers."""

    seats: tuple[int, ...]
    coins: tuple[int, ...] = ()
    """The coins that may be given."""
    most: int = 0
    """Coins that may be given at once."""
    glance: int = 0
    """Seconds for which an objector sees whether the speaker is hoarse."""


POWERS: Final[Mapping[Ruleset, Mapping[str, Power]]] = {
    "parley-1": {
        "purse": Power((0, 1, 2, 3), coins=(1, 2, 5), most=2),
        "ear": Power((0, 1, 2, 3), glance=5),
    },
    "parley-2": {
        "purse": Power((0,), coins=(1, 2), most=1),
        "ear": Power((1, 2, 3), glance=8),
    },
}
