"""Fakes of a table's ports: a clock moved by hand, a known random source, obedient bots."""

import asyncio
import heapq
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Literal

from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyView
from app.table.model.room import MatchId, PersonId

START = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)


async def settle(turns: int = 60) -> None:
    """Lets everything run that can run without time passing."""
    waiting: Collection[object] = getattr(asyncio.get_running_loop(), "_ready", (None,))
    for _ in range(turns):
        await asyncio.sleep(0)
        if not waiting:
            return


@dataclass(order=True)
class FakeTimer:
    at: float
    number: int
    act: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class FakeClock:
    """Implements ports.Clock; time passes in `pass_by` only."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self._timers: list[FakeTimer] = []
        self._count = 0

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds - 1000.0)

    @property
    def wall(self) -> int:
        return round(self.now().timestamp() * 1000)

    def monotonic(self) -> float:
        return self.seconds

    def call_later(self, seconds: float, act: Callable[[], None]) -> FakeTimer:
        self._count += 1
        timer = FakeTimer(self.seconds + seconds, self._count, act)
        heapq.heappush(self._timers, timer)
        return timer

    async def pass_by(self, seconds: float) -> None:
        """Lets time pass: each timer rings at its moment, and its work is done first."""
        await settle()
        end = self.seconds + seconds
        while self._timers and self._timers[0].at <= end:
            timer = heapq.heappop(self._timers)
            if timer.cancelled:
                continue
            self.seconds = max(self.seconds, timer.at)
            timer.act()
            await settle()
        self.seconds = end
        await settle()

    def stand_still(self, seconds: float) -> None:
        """The whole process was stopped for this long: nothing ran, and every timer is late."""
        self.seconds += seconds


class FakeDealer:
    """Deals in order, or the orders that a test puts into `orders`, or as `shuffle` leaves them.

    Such matches have no secret, hence no proof. With `fair` the orders follow from decks and parts.
    """

    def __init__(self) -> None:
        self.fair = False
        self.orders: list[tuple[int, ...]] = []
        self.shuffle: Callable[[list[int]], None] = lambda _: None
        self.codes = ["BRAVO", "CHARM", "DELTA"]
        self._tokens = self._secrets = 0

    def match_secret(self) -> bytes | None:
        self._secrets += 1
        return sha256(f"secret {self._secrets}".encode()).digest() if self.fair else None

    def order(self, n: int) -> tuple[int, ...]:
        if self.orders and len(self.orders[0]) == n:
            return self.orders.pop(0)
        order = list(range(n))
        self.shuffle(order)
        return tuple(order)

    def uniform(self, low: float, high: float) -> float:
        return (low + high) / 2

    def token(self, bits: int) -> str:
        self._tokens += 1
        return f"token{self._tokens:017}"

    def match_id(self) -> MatchId:
        return MatchId(self.token(128))

    def code(self) -> str:
        self.codes.append(self.codes.pop(0))
        return self.codes[-1]


class Waiting(asyncio.Event):
    """A comparison that ends when a test says so."""

    cancelled = False

    async def wait(self) -> Literal[True]:
        try:
            return await super().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise


class FakeBots:
    """Implements ports.Bots: the first move, unless a test says otherwise."""

    strengths: tuple[str, ...] = ("casual", "steady")

    def __init__(self) -> None:
        self.asked: list[tuple[str, AnyView, tuple[Any, ...]]] = []
        self.broken = False
        self.instead: Any = None
        self.second_thought: Callable[[Sequence[Any]], Any] = lambda moves: None
        self.thinks_for_ever = False
        self.compared: Comparison | None = None
        self.compares_for_ever = False
        self.comparing: list[Waiting] = []

    def choose(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]) -> Any:
        self.asked.append((strength, view, tuple(moves)))
        if self.broken:
            raise RuntimeError("a bot that holds a seven and cannot think")
        return moves[0] if self.instead is None else self.instead

    async def ponder(
        self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Any | None:
        if self.thinks_for_ever:
            await asyncio.Event().wait()
        return self.second_thought(moves)

    async def compare(
        self, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Comparison | None:
        if self.broken:
            raise RuntimeError("a search that failed over a seven")
        if self.compares_for_ever:
            self.comparing.append(Waiting())
            await self.comparing[-1].wait()
        return self.compared


def person_id(name: str) -> PersonId:
    return PersonId(name.lower().ljust(22, "-"))
