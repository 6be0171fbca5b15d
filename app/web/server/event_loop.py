"""The event loop, its lag, the queue of handshakes, and the writes to all sockets.

Every request and every move waits at least as long as the lag. One handshake begins in each turn
of the loop, since after a restart everybody connects at once. One task writes to all sockets.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import structlog

from app.table.clients.outbox import ReaderQueue

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


class Writable(Protocol):
    """A connection with messages to write."""

    def on_writable(self) -> None:
        """Writes what the network takes."""


async def write_in_turn(connections: ReaderQueue[Writable]) -> None:
    """Writes to all connections that have something, after what is being done; never ends.

    One task for a process: a turn of the loop for each of a thousand sockets would cost too much.
    """
    while True:
        _write(await connections.take())  # and keeps none of them while it waits


def _write(connections: Iterable[Writable]) -> None:
    """An exception goes to the loop's handler, and the other writes follow."""
    for connection in connections:
        try:
            connection.on_writable()
        except Exception as error:
            asyncio.get_running_loop().call_exception_handler(
                {"message": "A connection could not be sent to.", "exception": error}
            )
