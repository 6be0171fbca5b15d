"""What leaves the house leaves together: everybody who has something to send is asked once in a turn of the loop, in one call."""

import asyncio
from collections.abc import Callable


class WriteBatches:
    """One for a process: a turn of its own for each of a thousand connections would cost as much as what they send."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def add(self, send: Callable[[], None]) -> None:
        """`send` is called soon, after all that is being done now. What one raises the loop's handler hears, and the others are sent."""
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
