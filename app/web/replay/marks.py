"""Marks of seats: they stand in texts that are kept, and become the names of the day."""

import re
from typing import Final

BEGINS: Final = "\x02"
"""Begins a mark, and is in no name."""
_MARK: Final = re.compile(f"{BEGINS}(\\d+)\x03")


def mark_of(seat: int) -> str:
    """A mark in place of the player's name, which no name can hold."""
    return f"{BEGINS}{seat}\x03"


def named(marked: str, names: tuple[str, ...]) -> str:
    """The text with names in place of marks."""
    return _MARK.sub(lambda mark: names[int(mark[1])], marked)
