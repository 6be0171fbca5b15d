"""The mailbox of a table: messages wait here, and commands that were taken are known again."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator
from typing import Final, Generic, TypeVar

from app.table.model.room import PersonId

CAPACITY: Final = 256

M = TypeVar("M")

MAX_REMEMBERED: Final = 512
"""Commands other than moves that a table knows again."""


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


class CommandMemory:
    """By person and the command's id. A command that is known is never refused for being late."""

    def __init__(self) -> None:
        self._under_way: Counter[tuple[PersonId | None, str]] = Counter()
        self._done: OrderedDict[tuple[PersonId | None, str], None] = OrderedDict()
        self._moves: set[tuple[PersonId | None, str]] = set()
        """The moves of the match that is kept, for as long as it is."""

    def begin(self, person: PersonId | None, command: str) -> None:
        """The command was accepted; `end` follows once it is answered."""
        self._under_way[person, command] += 1

    def end(self, person: PersonId | None, command: str) -> None:
        self._under_way[person, command] -= 1
        if self._under_way[person, command] <= 0:
            del self._under_way[person, command]

    def remember(self, person: PersonId | None, command: str, is_move: bool) -> None:
        """Notes that the command was carried out."""
        if is_move:
            self._moves.add((person, command))
            return
        self._done[person, command] = None
        if len(self._done) > MAX_REMEMBERED:
            self._done.popitem(last=False)

    def keep_moves(self, moves: Iterable[tuple[PersonId | None, str]]) -> None:
        """Knows these moves instead of those of another match."""
        self._moves = set(moves)

    def was_done(self, person: PersonId | None, command: str) -> bool:
        return (person, command) in self._moves or (person, command) in self._done

    def knows(self, person: PersonId | None, command: str) -> bool:
        """True if the command was carried out, or will be answered."""
        return (person, command) in self._under_way or self.was_done(person, command)
