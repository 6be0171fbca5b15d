"""The system's clock and its random source, as a table uses them."""

import asyncio
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

from app.fair import SECRET
from app.fair.stream import shuffled, words
from app.table.model.notation import new_match_id
from app.table.model.room import MatchId
from app.table.ports import Timer

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which look like digits and like each other."""


class SystemClock:
    """Implements ports.Clock. Timers run on the loop of the caller."""

    now = staticmethod(partial(datetime.now, UTC))
    monotonic = staticmethod(time.monotonic)

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, act)


class SystemDealer:
    """Implements ports.Dealer over the operating system's generator."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def match_secret(self) -> bytes | None:
        return secrets.token_bytes(SECRET)

    def order(self, n: int) -> tuple[int, ...]:
        return shuffled(n, words(secrets.token_bytes(SECRET)))

    def uniform(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)

    def token(self, bits: int) -> str:
        return secrets.token_urlsafe((bits + 7) // 8)

    def match_id(self) -> MatchId:
        return new_match_id()

    def code(self) -> str:
        return "".join(self._random.choice(LETTERS) for _ in range(5))
