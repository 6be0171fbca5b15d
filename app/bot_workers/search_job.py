"""The job of a worker process and its result: one line of JSON each."""

from typing import Any, Final

import msgspec

MAX_MOVES: Final = 1000
"""The most candidate moves that a search looks at."""


class SearchJob(msgspec.Struct, frozen=True):
    """One seat's view, and how long to think about it."""

    game: str
    view: Any
    """As `codec.to_json` writes it."""
    seed: int
    """The seed of the search's random numbers."""
    work: float
    """Seconds of processor time to search for."""
    within: float
    """Seconds after which to answer, however busy the processor was."""
    deals: int = 0
    """The imagined deals in which all candidates are compared; 0: only the choice counts."""


class SearchResult(msgspec.Struct, frozen=True):
    """The index of the chosen move among `candidate_moves`, which follows from the view alone."""

    move: int
    candidates: tuple[int, ...] = ()
    """All that were compared, with the payoffs of each; none where only the choice counts."""
    payoffs: tuple[tuple[float, ...], ...] = ()
