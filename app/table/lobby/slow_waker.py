"""The waker of slow tables: it opens those that have something to do while nobody is there."""

import asyncio
from typing import Final

import structlog

from app.table.lobby.lobby import Lobby
from app.table.model.errors import TableError
from app.table.model.room import RoomId
from app.table.ports import Clock, RoomStore
from app.text.error_chain import error_chain

LOOK_EVERY: Final = 15.0
"""Seconds between two looks at the store."""
AT_ONCE: Final = 50
"""Tables that are opened before the store is asked again."""
PATIENCE: Final = 10.0
"""Seconds that a look waits for one table to open."""
LET_BE: Final = 600.0
"""Seconds for which a table that could not open is let be, so that it keeps no other waiting."""

log = structlog.get_logger(__name__)


class SlowWaker:
    """One for each process. A table stays open as long as it has work, and then sleeps again."""

    def __init__(self, lobby: Lobby, rooms: RoomStore, clock: Clock) -> None:
        self._lobby, self._rooms, self._clock = lobby, rooms, clock
        self._failed: dict[RoomId, float] = {}
        """Tables that could not open, each with the time at which it is tried again."""

    async def look(self) -> None:
        """Opens all tables that are due and that no other process has. Raises StoreAway."""
        now = self._clock.monotonic()
        self._failed = {room: until for room, until in self._failed.items() if until > now}
        while not self._lobby.draining:
            but = {*self._lobby.open_rooms, *self._failed}
            found = await self._rooms.rooms_to_wake(self._clock.now(), AT_ONCE, but)
            for room in found:
                await self._wake(room)
            if len(found) < AT_ONCE:
                return

    async def _wake(self, room: RoomId) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._lobby.wake(room)
        except (TableError, TimeoutError) as error:
            log.warning("slow table not opened", room=room, error=error_chain(error))
            self._failed[room] = self._clock.monotonic() + LET_BE
