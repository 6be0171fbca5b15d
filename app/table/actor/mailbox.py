"""What reaches a table: commands, requests and its own timers, one after the other, in one bounded mailbox."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from app.rules.game import Seat
from app.table.model.client_messages import AnyCommand
from app.table.model.room import MatchId, Person, PersonId

if TYPE_CHECKING:
    from app.table.clients.client import Client

T = TypeVar("T")
CAPACITY: Final = 256


def _answer() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


@dataclass(slots=True)
class Request(Generic[T]):
    """Something that a caller waits for. A caller who no longer waits does no harm."""

    answer: "asyncio.Future[T]" = field(default_factory=_answer, init=False)

    def resolve(self, result: T) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def reject(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


@dataclass(slots=True)
class Connect(Request["Client"]):
    person: Person | None
    session: str | None
    owner_checked: bool = field(default=False, init=False)
    """Whether the store was asked, after this was offered, who owns the room."""


@dataclass(slots=True)
class Enter(Request[None]):
    person: Person
    sit: bool


@dataclass(slots=True)
class Knock(Request[None]):
    person: Person


@dataclass(slots=True)
class AccountRenamed(Request[None]):
    person: Person


@dataclass(slots=True)
class AccountRemoved(Request[None]):
    person: PersonId


@dataclass(frozen=True, slots=True)
class AccountErased:
    """The account is deleted; the store has forgotten it."""

    person: PersonId
    names: tuple[str, ...]


@dataclass(slots=True)
class Stop(Request[bool]):
    match: MatchId
    reason: str


@dataclass(frozen=True, slots=True)
class CommandReceived:
    client: "Client"
    command: AnyCommand


@dataclass(frozen=True, slots=True)
class Disconnected:
    client: "Client"


@dataclass(frozen=True, slots=True)
class SessionEnded:
    session: str


@dataclass(frozen=True, slots=True)
class BotMove:
    """A bot has chosen; `key` names the question that it was asked."""

    seat: Seat
    key: str
    move: Any


@dataclass(frozen=True, slots=True)
class Tick:
    """Something may be due."""


@dataclass(frozen=True, slots=True)
class Drain:
    """Finish what was taken, send everybody away, end."""

    retry_in: tuple[int, int]
    """Milliseconds from and to, for each client another."""


Message: TypeAlias = (
    Connect
    | Enter
    | Knock
    | AccountRenamed
    | AccountRemoved
    | AccountErased
    | Stop
    | CommandReceived
    | Disconnected
    | SessionEnded
    | BotMove
    | Tick
    | Drain
)


class Mailbox:
    """First in, first out. What people send is bounded; what the table posts to itself is bounded by its seats and clients."""

    def __init__(self) -> None:
        self._messages: deque[Message] = deque()
        self._waiter: asyncio.Future[None] | None = None
        """The table, where it waits for one."""
        self._closed = False
        self._taken: Message | None = None
        """The last one, perhaps still being dealt with."""
        self.is_handled: Callable[[PersonId, AnyCommand], bool] = lambda person, command: False
        """Whether the table has carried that out already, or may have."""

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

    def arrivals(self) -> "Iterator[Connect]":
        """Who wants to come in next, until somebody else wants something."""
        return (
            one
            for one in takewhile(
                lambda one: isinstance(one, Connect | Disconnected), self._messages
            )
            if isinstance(one, Connect)
        )

    @property
    def only_arrivals_next(self) -> bool:
        """Whether the next one only comes or goes too, and need not be waited for."""
        first = self._messages[0] if self._messages else None
        return isinstance(first, Disconnected) or (
            isinstance(first, Connect) and first.owner_checked
        )

    def knows(self, person: PersonId | None, command: AnyCommand) -> bool:
        """Whether that was said already and waits here, is being dealt with, or may have been carried out."""
        said = (
            message
            for message in (self._taken, *self._messages)
            if isinstance(message, CommandReceived)
        )
        if any((one.client.person, one.command.id) == (person, command.id) for one in said):
            return True
        return person is not None and self.is_handled(person, command)

    def __len__(self) -> int:
        return len(self._messages)

    def close(self) -> None:
        """Nothing is offered any more; what lies here is still taken."""
        self._closed = True

    def leftover(self) -> Iterator[Message]:
        while self._messages:
            yield self._messages.popleft()
