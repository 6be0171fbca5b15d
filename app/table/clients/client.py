"""The client of one connection: commands in, as one fixed person, and server messages out.

It holds neither the table nor any state of it. The windows of a person share one set of mutes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec

from app.table.clients.mailbox import CommandMemory, Mailbox
from app.table.clients.outbox import Outbox, ShufflesSent
from app.table.model.client_messages import AnyCommand, BotPace
from app.table.model.match_messages import Frame
from app.table.model.notation import to_milliseconds
from app.table.model.room import MatchId, PersonId
from app.table.model.server_messages import (
    AnyServerMessage,
    Bye,
    Chat,
    MutesShown,
    Poked,
    Reacted,
    Refused,
    RoomShown,
)
from app.table.ports import Clock

MAX_UNANSWERED: Final = 16
"""Commands of one connection that may wait in a table's mailbox."""
BUSY: Final = "The table is busy; try again in a moment."


class Mutes:
    """The people of whom one person hears nothing. Only the person's own windows know of it."""

    def __init__(self) -> None:
        self.muted: frozenset[PersonId] = frozenset()
        """With those who are blocked."""
        self.blocked: frozenset[PersonId] = frozenset()
        self.silenced_until: datetime | None = None
        """The time until which a moderator lets this person write nothing."""

    def replace(
        self,
        muted: Iterable[PersonId],
        blocked: Iterable[PersonId],
        silenced_until: datetime | None = None,
    ) -> None:
        self.blocked = frozenset(blocked)
        self.muted = self.blocked | frozenset(muted)
        self.silenced_until = silenced_until

    def shown(self) -> MutesShown:
        until = None if self.silenced_until is None else to_milliseconds(self.silenced_until)
        return MutesShown(tuple(sorted(self.muted)), tuple(sorted(self.blocked)), until)

    def heard(self, message: AnyServerMessage) -> AnyServerMessage | None:
        """The message without what muted people said or did; None: nothing is left of it."""
        if not self.muted:
            return message
        match message:
            case Chat(lines=lines, whole=whole):
                kept = tuple(line for line in lines if line.person not in self.muted)
                return Chat(kept, whole) if kept or whole else None
            case Poked(person=person) | Reacted(person=person) if person in self.muted:
                return None
        return message


class Client:
    """Made by the table, and never blocks it: a slow reader's frames collapse to the newest."""

    def __init__(
        self,
        person: PersonId | None,
        session: str | None,
        network: str,
        mailbox: Mailbox[Any],
        memory: CommandMemory,
        clock: Clock,
        mutes: Mutes | None = None,
        shown_by: PersonId | None = None,
    ) -> None:
        self.person = person
        self.shown_by = shown_by
        """The player who lets this client, a screen without an account, see the room."""
        self.mutes = mutes or Mutes()
        """Shared with the person's other windows; replaced as a whole while the table works."""
        self.session = session
        self.network = network
        """The network that the connection comes from."""
        self.outbox = Outbox(clock)
        self.last_heard = clock.monotonic()
        """The last sign of life, on the monotonic clock."""
        self.silent = False
        """The table has noticed a silence and wants to know when it ends."""
        self.unanswered = 0
        """Commands that wait in the mailbox."""
        self.joins_shuffles = False
        """The browser said that it seals every shuffle."""
        self.bot_pace: BotPace = "brisk"
        """The pace of bots where this person is alone with them."""
        self._tapped = False
        self.frame_shown: Frame | None = None
        """The last frame without events; the table compares the next one with it."""
        self.room_shown: RoomShown | None = None
        self.room_source: tuple[object, ...] | None = None
        """The sources of that room."""
        self.match_shown: MatchId | None = None
        self.events_sent = 0
        """The events of that match that were sent."""
        self.shuffles = ShufflesSent()
        self.shuffle_state: tuple[object, ...] | None = None
        """The state that it was last compared with."""
        self.lines_sent = 0
        """The lines of the room's chat that were sent."""
        self._mailbox, self._memory = mailbox, memory
        self._clock = clock
        self._closed = False

    def send(self, command: AnyCommand) -> None:
        """Puts a command into the table's mailbox; the answer comes as a server message."""
        self.note_alive()
        if self.unanswered < MAX_UNANSWERED and self._mailbox.offer(CommandReceived(self, command)):
            self.unanswered += 1
            self._memory.begin(self.person, command.id)
        elif not self._memory.knows(self.person, command.id):
            # a refusal promises that nothing has happened and nothing will
            self.outbox.put(Refused(command.id, "busy", None, BUSY))

    def join_shuffles(self) -> None:
        self.joins_shuffles = True

    def set_pace(self, pace: BotPace) -> None:
        self.bot_pace = pace

    def tap(self) -> None:
        self._tapped = True

    def take_tap(self) -> bool:
        """True once after a tap for a bot's move."""
        tapped, self._tapped = self._tapped, False
        return tapped

    def note_alive(self) -> None:
        """The browser gave a sign of life."""
        self.last_heard = self._clock.monotonic()
        if self.silent:
            self.silent = False
            self._mailbox.post(Tick())

    async def next(self) -> AnyServerMessage:
        """The next message to send; nothing follows a Bye, and the connection should close."""
        return await self.outbox.next()

    def close(self) -> None:
        """The connection is gone."""
        if not self._closed:
            self._closed = True
            self._mailbox.post(Disconnected(self))

    # -- for the table

    def tell(self, message: AnyServerMessage) -> None:
        """Sends what people said or did, but nothing of those who are muted."""
        heard = self.mutes.heard(message)
        if heard is not None:
            self.outbox.put(heard)

    def forget_shown(self) -> None:
        """Drops what was shown last: the table compares nothing with it any more."""
        self.frame_shown = self.room_shown = self.room_source = None
        self.shuffles, self.shuffle_state = ShufflesSent(), None

    def bye(
        self,
        code: str,
        text: str,
        retry_in: int | None = None,
        at: str | msgspec.UnsetType = msgspec.UNSET,
    ) -> None:
        self._closed = True
        self.outbox.put(Bye(code, text, retry_in, at))


@dataclass(frozen=True, slots=True)
class CommandReceived:
    client: Client
    command: AnyCommand


@dataclass(frozen=True, slots=True)
class Disconnected:
    client: Client


@dataclass(frozen=True, slots=True)
class Tick:
    """Something may be due."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """The table's timer has come to its time; perhaps nothing is due any more."""
