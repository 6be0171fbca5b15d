"""The queue of WebSocket handshakes: one in each turn of the event loop.

After a restart everybody connects at once, and the tables go on between the handshakes.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

Handshake = Callable[[], None]


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
