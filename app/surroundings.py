"""What tables need of the machine they run on: time, chance and bots, as app/table/ports.py asks for them."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final

from app.rules.game import AnyGame, AnyView
from app.table.ports import Timer
from app.table.room import MatchId

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""For codes that are read out loud: without I and O."""


class SystemClock:
    """Implements ports.Clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return monotonic()

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, act)


class SystemDealer:
    """Implements ports.Dealer with the operating system's generator; nothing seeds it, nothing can repeat it."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    async def order(self, match: MatchId, ply: int, n: int) -> tuple[int, ...]:
        order = list(range(n))
        self._random.shuffle(order)
        return tuple(order)

    def between(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)

    def token(self, bits: int) -> str:
        return secrets.token_urlsafe(bits // 8)

    def code(self) -> str:
        return "".join(secrets.choice(LETTERS) for _ in range(5))


class BotsInHouse:
    """Implements ports.Bots."""

    strengths: tuple[str, ...] = ("casual", "steady")

    async def choose(self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]) -> Any:
        return secrets.choice(moves)
