"""The jobs of a worker process and their results: one line of JSON each."""

from typing import Any, Final, TypeAlias

import msgspec

from app.bots.look_back.trials import Payoffs
from app.rules.values import FAIR, Manner

MAX_MOVES: Final = 1000
"""The most candidate moves that a search looks at."""


class SearchJob(msgspec.Struct, frozen=True, tag="search"):
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
    manner: Manner = FAIR
    """The manner of the bot that is asked."""


class SearchResult(msgspec.Struct, frozen=True):
    """The index of the chosen move among `candidate_moves`, which follows from the view alone."""

    move: int
    candidates: tuple[int, ...] = ()
    """All that were compared, with the payoffs of each; none where only the choice counts."""
    payoffs: tuple[tuple[float, ...], ...] = ()


class TrialJob(msgspec.Struct, frozen=True, tag="trial"):
    """A part of a look back: one decision of a seat, tried in imagined deals."""

    game: str
    view: msgspec.Raw
    """The seat's view then, as `codec.to_json` writes it."""
    moves: tuple[msgspec.Raw, ...]
    deals: int
    seed: str
    work: float
    """Seconds of processor time after which to answer with fewer deals."""
    within: float


class TrialResult(msgspec.Struct, frozen=True):
    """The payoffs by imagined deal; None where the moves could not be tried."""

    deals: list[Payoffs] | None


WorkerJob: TypeAlias = SearchJob | TrialJob
