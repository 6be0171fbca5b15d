"""The variants that a simulated run may play, and its result."""

from collections import Counter
from dataclasses import dataclass

from app.rules.game import AnyGame, Options


@dataclass(frozen=True)
class GameVariant:
    """A game with options for this many seats."""

    game: AnyGame
    seats: int
    options: Options


@dataclass(frozen=True)
class RunResult:
    """The result of one run."""

    seed: int
    digest: str
    """Of everything that happened, in order."""
    steps: int
    seconds: float
    """Simulated."""
    happened: Counter[str]
    failure: str | None
    game: str = ""
    """Its slug."""
    begun: int = 0
    """Matches of which every entry was judged."""
    finished: int = 0
    """Matches that came to their end by the rules; the others were stopped by their players."""
