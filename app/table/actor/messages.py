"""The messages of a mailbox: commands, requests with answers, and the table's own timers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from app.rules.game import Seat
from app.table.clients.client import Alarm, Client, CommandReceived, Disconnected, Mutes, Tick
from app.table.model.records import AdminStop
from app.table.model.room import MatchId, Person, PersonId

T = TypeVar("T")


def _new_answer() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


@dataclass(slots=True)
class Request(Generic[T]):
    """A message with an answer. A caller who no longer waits does no harm."""

    answer: "asyncio.Future[T]" = field(default_factory=_new_answer, init=False)

    def resolve(self, result: T) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def reject(self, error: Exception) -> None:
        """Without the traceback, whose frames hold this request."""
        if not self.answer.done():
            self.answer.set_exception(error.with_traceback(None))


@dataclass(slots=True)
class Connect(Request[Client]):
    """A new connection; None: a stranger, who only watches."""

    person: Person | None
    session: str | None
    network: str
    mutes: Mutes | None = None
    shown_by: PersonId | None = None
    """The player who lets this stranger, a screen, see the room."""
    owner_checked: bool = field(default=False, init=False)
    """The store said, after this was sent, that the room is still ours."""


@dataclass(slots=True)
class Enter(Request[bool]):
    """The answer: whether the person is in. One who was kicked has to knock."""

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
    """The account was suspended, or is to be deleted."""

    person: PersonId
    erased: bool = False
    """True: its name goes from the room too."""


@dataclass(frozen=True, slots=True)
class AccountErased:
    """The account was deleted, and the store has forgotten it."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class ChatChanged:
    """A moderator has removed a line of the chat in the store, or put it back."""


@dataclass(slots=True)
class Stop(Request[bool]):
    match: MatchId
    order: AdminStop


@dataclass(frozen=True, slots=True)
class SessionEnded:
    session: str


@dataclass(frozen=True, slots=True)
class BotMove:
    """A bot's better move; `key` names the prompt that it answers."""

    seat: Seat
    key: str
    thought: "asyncio.Task[Any]"
    """The finished task whose result is the move."""


@dataclass(frozen=True, slots=True)
class Drain:
    """The server closes: finish what was taken, send everybody away, end."""

    retry_in: tuple[int, int]
    """Milliseconds from and to; each client is given another moment between them."""


@dataclass(slots=True)
class HandOver(Request[bool]):
    """Another process takes the table over. The answer: False where this is no quiet moment."""

    heir: str
    """The word of that process in addresses."""
    give: Callable[[int], Awaitable[None]]
    """Makes the other process the owner, for the epoch that the table has. Raises Fenced."""
    anyway: bool
    """At this moment, quiet or not."""


Message: TypeAlias = (
    Connect
    | Enter
    | Knock
    | AccountRenamed
    | AccountRemoved
    | AccountErased
    | ChatChanged
    | Stop
    | CommandReceived
    | Disconnected
    | SessionEnded
    | BotMove
    | Tick
    | Alarm
    | Drain
    | HandOver
)
