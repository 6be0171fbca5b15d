"""The system clock, as a table uses it."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from app.table.ports import Timer


class SystemClock:
    """Implements ports.Clock. Timers run on the loop of the caller."""

    now = staticmethod(partial(datetime.now, UTC))
    monotonic = staticmethod(time.monotonic)

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, act)
