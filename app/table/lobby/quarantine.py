"""The quarantine: tables that crashed repeatedly are closed for a while."""

from collections import deque
from datetime import datetime, timedelta
from typing import Final

import msgspec
import structlog

from app.table.actor.messages import Message
from app.table.clients.client import CommandReceived
from app.table.model.errors import SetAside
from app.table.model.room import PersonId, RoomId
from app.table.ports import Clock
from app.text.error_chain import error_chain

MAX_CRASHES: Final = 3
"""Crashes of one table within WINDOW that close it."""
WINDOW: Final = 60.0
"""Seconds within which the crashes of a table count together."""
QUARANTINE: Final = 600.0
"""Seconds for which a table stays closed."""

MAX_LISTED_CRASHES: Final = 50
"""Crashes that administrators are shown, the newest."""

log = structlog.get_logger(__name__)


class Crash(msgspec.Struct, frozen=True):
    """One crash: where, and the kind of error, never its text, which may hold cards."""

    room: RoomId
    at: datetime
    error: str
    where: str
    """Module and line."""
    quarantined_until: datetime | None
    """Set if this was one crash too many."""


class Quarantine:
    """The quarantine of tables, in memory: a restart forgets it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._when: dict[RoomId, deque[float]] = {}
        self._until: dict[RoomId, float] = {}
        """The end of each quarantine, on the monotonic clock."""
        self._crashes: deque[Crash] = deque(maxlen=MAX_LISTED_CRASHES)
        self._blocked: dict[RoomId, set[tuple[PersonId | None, str]]] = {}

    def check(self, room: RoomId) -> None:
        """Raises SetAside."""
        if self._until.get(room, 0.0) > self._clock.monotonic():
            raise SetAside(
                "This table crashed repeatedly and is paused for ten minutes; nothing is lost."
            )

    @property
    def rooms(self) -> frozenset[RoomId]:
        """The tables in quarantine now."""
        now = self._clock.monotonic()
        return frozenset(room for room, until in self._until.items() if until > now)

    def end(self, room: RoomId) -> datetime | None:
        """The end of the table's quarantine; None if it is in none."""
        left = self._until.get(room, 0.0) - self._clock.monotonic()
        return self._clock.now() + timedelta(seconds=left) if left > 0 else None

    @property
    def crashes(self) -> tuple[Crash, ...]:
        """The last crashes, newest first."""
        return tuple(reversed(self._crashes))

    def release(self, room: RoomId) -> bool:
        """Ends a quarantine; blocked commands stay blocked. False: the table was in none."""
        if room not in self.rooms:
            return False
        del self._until[room]
        log.warning("table released", room=room)
        return True

    def blocked_commands(self, room: RoomId) -> frozenset[tuple[PersonId | None, str]]:
        """The commands that crashed the table, each with its sender."""
        return frozenset(self._blocked.get(room, ()))

    def record_crash(self, room: RoomId, error: Exception, handling: Message | None) -> None:
        """Records a crash by its place and kind, never by its text, which may hold cards."""
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = (
            "" if place is None else f"{place.tb_frame.f_globals.get('__name__')}:{place.tb_lineno}"
        )
        log.error(
            "table broke",
            room=room,
            error=error_chain(error),
            handling=None if handling is None else type(handling).__name__,
        )
        if isinstance(handling, CommandReceived):
            self._blocked.setdefault(room, set()).add((handling.client.person, handling.command.id))
        now = self._clock.monotonic()
        when = self._when.setdefault(room, deque(maxlen=MAX_CRASHES))
        when.append(now)
        at, until = self._clock.now(), None
        if len(when) == MAX_CRASHES and when[0] + WINDOW >= now:
            log.error("table set aside", room=room)
            self._until[room] = now + QUARANTINE
            until = at + timedelta(seconds=QUARANTINE)
            when.clear()
        self._crashes.append(Crash(room, at, type(error).__name__, where, until))
