"""What an evening is: what may be played in it, and how it went."""

from collections import Counter
from dataclasses import dataclass

from app.rules.game import AnyGame, Options


@dataclass(frozen=True)
class GameVariant:
    """What may be played: a game with options for so many seats."""

    game: AnyGame
    seats: int
    options: Options


@dataclass(frozen=True)
class RunResult:
    """How a run went."""

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
    """Of these: came to their end by their own rules. The others were broken off, as their people wished."""
