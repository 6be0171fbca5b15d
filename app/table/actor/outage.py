"""The store outage of one table: nothing is accepted, and open commands are answered later."""

from collections.abc import Iterator
from typing import Final

import structlog

from app.table.actor.messages import (
    AccountRemoved,
    AccountRenamed,
    BotMove,
    Enter,
    Knock,
    Message,
    Request,
    Stop,
)
from app.table.clients.client import CommandReceived
from app.table.model.client_messages import Play
from app.table.model.errors import CannotSave
from app.table.model.server_messages import Done, Refused
from app.table.ports import StoreAway
from app.table.turn.commands import remember
from app.table.turn.table_state import Intended, TableState
from app.text.error_chain import error_chain

STORE_AWAY: Final = "We can’t reach the database, so nothing was changed. Trying again."

log = structlog.get_logger(__name__)


class Outage:
    """The time of the next attempt, and the messages that wait for it."""

    def __init__(self, state: TableState) -> None:
        self._state, self._clock = state, state.services.clock
        self._waits = state.services.patience.store_retry
        self.retry_at: float | None = None
        """The next attempt, on the monotonic clock; None: the store is there."""
        self._wait = 0.0
        self.unsure: Message | None = None
        """The message that was being handled when the store went away."""
        self._repeated: list[CommandReceived] = []
        """Earlier copies of the same command; answered after it."""

    def begin(self, handling: Message | None, error: StoreAway) -> None:
        """Starts the outage.

        It is unknown whether the last write arrived, so the store must be read again.
        """
        first, longest = self._waits
        if isinstance(handling, Request):
            handling.reject(
                CannotSave(STORE_AWAY)
            )  # asking again does no harm, whether it was written or not
        elif self.retry_at is None:
            self.unsure = handling
        self._wait = min(self._wait * 2, longest) if self.retry_at is not None else first
        self.retry_at = self._clock.monotonic() + self._wait
        room = self._state.room.id
        log.warning("store away", room=room, retry_in=self._wait, error=error_chain(error))

    def handle(self, message: Message) -> bool:
        """Answers the message as far as possible without the store; False: handle it as usual."""
        match message:
            case CommandReceived():
                self._handle_command(message)
            case Enter() | Knock() | AccountRenamed() | AccountRemoved() | Stop():
                message.reject(CannotSave(STORE_AWAY))
            case BotMove():
                pass
            case _:
                return False
        return True

    def _handle_command(self, message: CommandReceived) -> None:
        """Leaves a command open if it may have been written, for a refusal denies that."""
        client, command, uncertain = message.client, message.command, self.unsure
        if isinstance(uncertain, CommandReceived) and (client.person, command.id) == (
            uncertain.client.person,
            uncertain.command.id,
        ):
            self.unsure = message  # the newest first: its connection is the one that acts
            self._repeated.append(uncertain)
            return
        memory = self._state.memory
        memory.end(client.person, command.id)
        if memory.was_done(client.person, command.id):
            client.outbox.put(Done(command.id))
        else:
            client.outbox.put(Refused(command.id, CannotSave.code, None, STORE_AWAY))

    def note_arrival(self) -> None:
        """Remembers the open command if it was written. Call it as soon as the store was read.

        What follows by itself may change the room again.
        """
        unsure = self.unsure
        if (
            isinstance(unsure, CommandReceived)
            and not isinstance(unsure.command, Play)
            and self._state.has_arrived()
        ):
            remember(self._state, unsure.client.person, unsure.command)
        self._state.intended = Intended()

    def end(self) -> Iterator[Message]:
        """Ends the outage; the messages that are still to be answered follow."""
        self.retry_at = None
        while (message := self._next_unanswered()) is not None:
            yield message

    def _next_unanswered(self) -> Message | None:
        if self.unsure is not None:
            unsure, self.unsure = self.unsure, None
            return unsure
        return self._repeated.pop(0) if self._repeated else None
