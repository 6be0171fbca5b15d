"""Which tables broke, over what, and which are set aside for a while."""

from collections import deque
from typing import Final

import structlog

from app.table.errors import SetAside
from app.table.inbox import Message, Said
from app.table.ports import Clock
from app.table.room import PersonId, RoomId

CRASHES: Final = 3
"""So many crashes of one table …"""
WINDOW: Final = 60.0
"""… within so many seconds set it aside …"""
ASIDE: Final = 600.0
"""… for so long."""

log = structlog.get_logger(__name__)


class Crashes:
    """The memory of one process; a restart forgets it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._when: dict[RoomId, deque[float]] = {}
        self._aside: dict[RoomId, float] = {}
        """Until when."""
        self._broken: dict[RoomId, set[tuple[PersonId | None, str]]] = {}

    def check(self, room: RoomId) -> None:
        """Raises SetAside."""
        if self._aside.get(room, 0.0) > self._clock.monotonic():
            raise SetAside("This table broke several times in a row and is set aside for some minutes. Nothing is lost.")

    def commands(self, room: RoomId) -> frozenset[tuple[PersonId | None, str]]:
        """Over what the table broke, by who said it: not to be tried again."""
        return frozenset(self._broken.get(room, ()))

    def note(self, room: RoomId, error: Exception, handling: Message | None) -> None:
        """Says what broke and where; never in the error's own words, which may hold cards."""
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = "" if place is None else f"{place.tb_frame.f_globals.get('__name__')}:{place.tb_lineno}"
        log.error("table broke", room=room, error=type(error).__name__, where=where)
        if isinstance(handling, Said):
            self._broken.setdefault(room, set()).add((handling.chair.person, handling.command.id))
        now = self._clock.monotonic()
        when = self._when.setdefault(room, deque(maxlen=CRASHES))
        when.append(now)
        if len(when) == CRASHES and when[0] + WINDOW >= now:
            log.error("table set aside", room=room)
            self._aside[room] = now + ASIDE
            when.clear()
