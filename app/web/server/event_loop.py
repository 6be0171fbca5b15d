"""The event loop, its lag, the queue of handshakes, and the writes to all sockets.

Every request and every move waits at least as long as the lag. One handshake begins in each turn
of the loop, since after a restart everybody connects at once. The writes of a turn are one call.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

import structlog

INTERVAL: Final = 0.25
"""Seconds between two measurements."""
WARN_ABOVE: Final = 0.25
"""Seconds of lag that are worth a line in the log."""

log = structlog.get_logger()
Handshake = Callable[[], None]


async def measure_lag(observe: Callable[[float], object], after: float = INTERVAL) -> None:
    """Passes the lag of the loop in seconds to `observe`, once."""
    loop = asyncio.get_running_loop()
    due = loop.time() + after
    await asyncio.sleep(after)
    late = max(0.0, loop.time() - due)
    observe(late)
    if late >= WARN_ABOVE:
        log.warning("loop late", seconds=round(late, 3))


class HandshakeQueue:
    """First come, first served. Not thread-safe."""

    def __init__(self) -> None:
        self._waiting: Final[deque[Handshake]] = deque()

    def add(self, begin: Handshake) -> None:
        """`begin` is called in one of the next turns of the running loop; it must not raise."""
        self._waiting.append(begin)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        begin = self._waiting[0]
        try:
            begin()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._next)


class WriteBatches:
    """One for a process: a loop callback for each of a thousand sockets would cost too much."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def add(self, send: Callable[[], None]) -> None:
        """Calls `send` in the next turn of the loop.

        An exception goes to the loop's handler, and the other writes follow.
        """
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send_all)
        self._waiting.append(send)

    def _send_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for send in waiting:
            try:
                send()
            except Exception as error:
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "A connection could not be sent to.", "exception": error}
                )
