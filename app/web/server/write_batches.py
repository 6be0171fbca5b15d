"""Writes to all sockets, batched in one call for each turn of the event loop."""

import asyncio
from collections.abc import Callable


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
