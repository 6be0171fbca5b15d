"""How late the event loop is: whoever waits for it waits as long, so this is what players feel when the house is busy."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

INTERVAL: Final = 0.25
"""Seconds between two looks."""
WARN_ABOVE: Final = 0.25
"""Seconds of lateness that are worth a line in the log."""

log = structlog.get_logger()


async def watch_loop(observe: Callable[[float], object], every: float = INTERVAL) -> None:
    """Tells `note` each lateness in seconds, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        late = max(0.0, loop.time() - due)
        observe(late)
        if late >= WARN_ABOVE:
            log.warning("loop late", seconds=round(late, 3))
