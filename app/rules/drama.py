"""Drama: an event that is worth telling after the match, by each game's own rules of the rare."""

from typing import Final

import msgspec

RARE: Final = 3.0
"""Hands in which a thing comes at most once, so that it is worth telling."""


class Drama(msgspec.Struct, frozen=True):
    """One event that everybody saw, as a sentence."""

    text: str
    """With `{0}` and so on for the names of `seats`, and `{word}`; it ends in a full stop."""
    seats: tuple[int, ...]
    hands: float
    """It comes once in that many hands, by a count of many matches that the rule names."""
    word: str = ""
