"""One connection's handle on a room: commands in as one fixed person, messages out; it never holds a table or a state."""

from typing import Final

from app.table.actor.mailbox import CommandReceived, Disconnected, Mailbox, Tick
from app.table.clients.outbox import Outbox
from app.table.model.client_messages import AnyCommand
from app.table.model.room import MatchId, PersonId
from app.table.model.server_messages import (
    AnyServerMessage,
    Bye,
    DealtShown,
    Frame,
    Refused,
    RoomShown,
    ShuffleShown,
)
from app.table.ports import Clock

MAX_UNANSWERED: Final = 16
"""Commands of one connection that may wait in a table's mailbox."""


class Client:
    """Made by the lobby. Never blocks the table: a slow reader's frames collapse to the newest, its events joined."""

    def __init__(
        self, person: PersonId | None, session: str | None, mailbox: Mailbox, clock: Clock
    ) -> None:
        self.person = person
        self.session = session
        self.outbox = Outbox(clock.now)
        self.last_heard = clock.monotonic()
        """When the connection last gave a sign of life, on the monotonic clock."""
        self.silent = False
        """The table has noticed a silence and wants to know when it ends."""
        self.unanswered = 0
        self.frame_shown: Frame | None = None
        """The last frame's content; what the table compares with."""
        self.room_shown: RoomShown | None = None
        self.room_source: tuple[object, ...] | None = None
        """What that room was built from."""
        self.match_shown: MatchId | None = None
        self.events_sent = 0
        """How many events of that match this client has been told."""
        self.joins_shuffles = False
        """Said that it seals every shuffle."""
        self.shuffle_shown: ShuffleShown | None = None
        self.dealt_shown: DealtShown | None = None
        self.shuffle_state: tuple[object, ...] | None = None
        """What the table knew of shuffles when it last looked whether this client has to be shown something of them."""
        self.lines_sent = 0
        """How many of the room's chat lines this client has been given."""
        self._mailbox = mailbox
        self._clock = clock
        self._closed = False

    def send(self, command: AnyCommand) -> None:
        """Puts a command into the table's mailbox; the answer comes as a message."""
        self.note_alive()
        if self.unanswered >= MAX_UNANSWERED or not self._mailbox.offer(
            CommandReceived(self, command)
        ):
            if not self._mailbox.knows(
                self.person, command
            ):  # a refusal says that nothing has happened and nothing will
                self.outbox.put(
                    Refused(
                        command.id,
                        "busy",
                        None,
                        "The table has its hands full; say it again in a moment.",
                    )
                )
            return
        self.unanswered += 1

    def note_alive(self) -> None:
        """The browser gave a sign of life."""
        self.last_heard = self._clock.monotonic()
        if self.silent:
            self.silent = False
            self._mailbox.post(Tick())

    async def next(self) -> AnyServerMessage:
        """The next message to send; after a Bye nothing follows and the connection should close."""
        return await self.outbox.next()

    def close(self) -> None:
        """The connection is gone."""
        if not self._closed:
            self._closed = True
            self._mailbox.post(Disconnected(self))

    # -- what the table does with it

    def bye(self, code: str, text: str, retry_in: int | None = None) -> None:
        self._closed = True
        self.outbox.put(Bye(code, text, retry_in))
