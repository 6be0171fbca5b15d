"""The mailbox of a table: messages wait here, and are taken one after the other."""

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

CAPACITY: Final = 256

M = TypeVar("M")


class Mailbox(Generic[M]):
    """First in, first out. What a table posts to itself is bounded by its seats and clients."""

    def __init__(self) -> None:
        self._messages: deque[M] = deque()
        self._waiter: asyncio.Future[None] | None = None
        """The table, while it waits for a message."""
        self.closed = False

    def offer(self, message: M) -> bool:
        """False: the mailbox is full, or closed."""
        if self.closed or len(self._messages) >= CAPACITY:
            return False
        self.post(message)
        return True

    def post(self, message: M) -> None:
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def take(self) -> M:
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._messages.popleft()

    def __iter__(self) -> Iterator[M]:
        """The messages that wait, the next one first."""
        return iter(self._messages)

    def __len__(self) -> int:
        return len(self._messages)

    def close(self) -> None:
        """Nothing more is accepted; what lies here is still taken."""
        self.closed = True

    def leftover(self) -> Iterator[M]:
        while self._messages:
            yield self._messages.popleft()
