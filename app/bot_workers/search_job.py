"""What is asked of a searching process and what it answers: one line of JSON each."""

from typing import Any, Final

import msgspec

MAX_MOVES: Final = 1000
"""How many of the moves that a game has bots consider are looked at."""


class SearchJob(msgspec.Struct, frozen=True):
    """A frame and nothing else: one seat's view, and how long to think about it."""

    game: str
    view: Any
    """As `codec.plain` writes it."""
    seed: int
    """Of the chance that the search draws from."""
    work: float
    """Seconds of the processor's time to think for."""
    within: float
    """Seconds after which to answer all the same, however busy the processor was."""


class SearchResult(msgspec.Struct, frozen=True):
    """The number of the chosen move in the order of `considered`, which follows from the view alone."""

    move: int
