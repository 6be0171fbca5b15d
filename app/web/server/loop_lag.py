"""The lag of the event loop: every request and every move waits at least as long."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

INTERVAL: Final = 0.25
"""Seconds between two measurements."""
WARN_ABOVE: Final = 0.25
"""Seconds of lag that are worth a line in the log."""

log = structlog.get_logger()


async def watch_loop(observe: Callable[[float], object], every: float = INTERVAL) -> None:
    """Passes each lag in seconds to `observe`, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        late = max(0.0, loop.time() - due)
        observe(late)
        if late >= WARN_ABOVE:
            log.warning("loop late", seconds=round(late, 3))
