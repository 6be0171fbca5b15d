"""Clock, cards and bots of a simulated process: all from the seed."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from app.fair import SECRET
from app.fair.stream import shuffled, words
from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyView
from app.table.model.room import MatchId
from app.table.ports import Timer
from app.table.system import LETTERS
from tests.prove.simulation.loop import SimulatedLoop

START: Final = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)


class LoopClock:
    """Implements ports.Clock on the simulated loop."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop

    def now(self) -> datetime:
        return START + timedelta(seconds=self._loop.time() + self._loop.wall)

    def monotonic(self) -> float:
        return self._loop.time()

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        return self._loop.call_later(seconds, act)


class SeededDealer:
    """Implements ports.Dealer. Numbers are coarse, so that timers often fall due together."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def match_secret(self) -> bytes | None:
        return self._chance.randbytes(SECRET)

    def order(self, n: int) -> tuple[int, ...]:
        return shuffled(n, words(self._chance.randbytes(SECRET)))

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * self._chance.randrange(5) / 4

    def token(self, bits: int) -> str:
        return "".join(self._chance.choices(LETTERS, k=22))

    def match_id(self) -> MatchId:
        return MatchId(self.token(128))

    def code(self) -> str:
        return "".join(self._chance.choices(LETTERS, k=5))


class SeededBots:
    """Implements ports.Bots: any legal move, and second thoughts in time, late or never."""

    strengths: tuple[str, ...] = ("casual", "steady")

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]) -> Any:
        return self._chance.choice(moves)

    async def ponder(
        self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Any | None:
        await asyncio.sleep(self._chance.choice((0.0, within / 2, within, within * 3)))
        return self._chance.choice((None, self._chance.choice(moves)))

    async def compare(
        self, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Comparison | None:
        await asyncio.sleep(self._chance.choice((0.0, within / 2, within)))
        return None
