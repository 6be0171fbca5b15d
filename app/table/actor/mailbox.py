"""The mailbox of a table: messages wait here, and are taken one after the other."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Final

from app.table.actor.messages import CommandReceived, Connect, Disconnected, Message, Tick
from app.table.clients.client import Client
from app.table.model.client_messages import AnyCommand
from app.table.model.room import PersonId

CAPACITY: Final = 256


class Mailbox:
    """First in, first out. What the table posts to itself is bounded by its seats and clients.

    Implements clients.client.TableLink.
    """

    def __init__(self, is_handled: Callable[[PersonId, AnyCommand], bool]) -> None:
        """`is_handled`: whether the table has carried a command out already, or may have."""
        self._is_handled = is_handled
        self._messages: deque[Message] = deque()
        self._waiter: asyncio.Future[None] | None = None
        """The table, while it waits for a message."""
        self._closed = False
        self._taken: Message | None = None
        """The last one, perhaps still being handled."""

    def offer(self, message: Message) -> bool:
        """False: the mailbox is full, or closed."""
        if self._closed or len(self._messages) >= CAPACITY:
            return False
        self.post(message)
        return True

    def post(self, message: Message) -> None:
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def take(self) -> Message:
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._taken = self._messages.popleft()
        return self._taken

    # -- from clients

    def offer_command(self, client: Client, command: AnyCommand) -> bool:
        return self.offer(CommandReceived(client, command))

    def has_command(self, person: PersonId | None, command: AnyCommand) -> bool:
        """True if the command waits here, is being handled, or was or may have been carried out."""
        sent = (
            message
            for message in (self._taken, *self._messages)
            if isinstance(message, CommandReceived)
        )
        if any((one.client.person, one.command.id) == (person, command.id) for one in sent):
            return True
        return person is not None and self._is_handled(person, command)

    def wake(self) -> None:
        self.post(Tick())

    def post_disconnected(self, client: Client) -> None:
        self.post(Disconnected(client))

    # -- for the table

    def arrivals(self) -> Iterator[Connect]:
        """The next messages, as long as people only come and go: those who come."""
        return (
            one
            for one in takewhile(
                lambda one: isinstance(one, Connect | Disconnected), self._messages
            )
            if isinstance(one, Connect)
        )

    @property
    def only_arrivals_next(self) -> bool:
        """True if the next message only comes or goes too, and need not wait for the store."""
        first = self._messages[0] if self._messages else None
        return isinstance(first, Disconnected) or (
            isinstance(first, Connect) and first.owner_checked
        )

    def __len__(self) -> int:
        return len(self._messages)

    def close(self) -> None:
        """Nothing more is accepted; what lies here is still taken."""
        self._closed = True

    def let_go(self) -> None:
        """The table has ended: a mailbox that asked it would keep all of it in memory."""
        self._is_handled, self._taken = _is_never_handled, None

    def leftover(self) -> Iterator[Message]:
        while self._messages:
            yield self._messages.popleft()


def _is_never_handled(person: PersonId, command: AnyCommand) -> bool:
    return False
