"""The reader of dormant rooms: it asks the store in the background until it answers."""

import asyncio
from collections.abc import Container
from contextvars import Context
from typing import Final

import structlog

from app.table.lobby.dormant import DormantRooms
from app.table.model.errors import RoomGone
from app.table.model.room import Room, RoomId, Stage
from app.table.ports import MAX_RUNNING_ROOMS, StoreAway, TableServices
from app.text.error_chain import error_chain

RETRY_DELAYS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds between attempts."""

log = structlog.get_logger(__name__)


class DormantReader:
    """Fills the dormant rooms at start, and after a table ended in doubt. One read at a time."""

    def __init__(
        self, dormant: DormantRooms, services: TableServices, tables: Container[RoomId]
    ) -> None:
        """`tables`: the open ones, whose rooms are not dormant."""
        self._dormant, self._tables = dormant, tables
        self._rooms, self._games, self._clock = services.rooms, services.games, services.clock
        self._is_list_wanted = False
        self._wanted: set[RoomId] = set()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def open(self) -> None:
        """Reads all rooms with a running match, or begins to try. Call once, at start."""
        self._is_list_wanted = True
        if not await self._read():
            self._start(failures=1)

    def read_again(self, room: RoomId) -> None:
        """Reads a room of which it is not known how its table left it."""
        self._wanted.add(room)
        self._start(failures=0)

    async def close(self) -> None:
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _start(self, failures: int) -> None:
        if self._task is None and not self._closed:
            self._task = asyncio.create_task(
                self._run(failures),
                name="dormant rooms",
                context=Context(),  # of no table
            )

    async def _run(self, failures: int) -> None:
        try:
            while self._is_list_wanted or self._wanted:
                if failures:
                    await self._pause(RETRY_DELAYS[min(failures, len(RETRY_DELAYS)) - 1])
                failures = 0 if await self._read() else failures + 1
        finally:
            self._task = None

    async def _read(self) -> bool:
        """Reads all that is wanted; False: try again later."""
        try:
            if self._is_list_wanted:
                await self._read_list()
            while self._wanted:
                await self._read_room(self._wanted.pop())
        except StoreAway as error:
            log.warning(
                "running matches not read", rooms=len(self._wanted), error=error_chain(error)
            )
            return False
        except Exception as error:  # broad: a mistake of ours must not lose sight of matches
            log.error("running matches not read", rooms=[*self._wanted], error=error_chain(error))
            return False
        return True

    async def _read_list(self) -> None:
        self._dormant.begin_read()
        rooms = await self._rooms.rooms_with_matches(MAX_RUNNING_ROOMS)
        self._is_list_wanted = False
        self._dormant.is_complete = len(rooms) < MAX_RUNNING_ROOMS
        self._dormant.add_read([room for room in rooms if self._is_dormant(room)])

    async def _read_room(self, room: RoomId) -> None:
        self._dormant.begin_read()
        try:
            found = await self._rooms.load(room)
        except RoomGone:
            found = None
        except Exception:
            self._wanted.add(room)
            raise
        self._dormant.add_read([found] if found is not None and self._is_dormant(found) else [])

    def _is_dormant(self, room: Room) -> bool:
        is_playing = room.stage is Stage.PLAYING and room.match is not None
        is_playing = is_playing and room.slow is None
        return is_playing and room.game in self._games and room.id not in self._tables

    async def _pause(self, seconds: float) -> None:
        over = asyncio.Event()
        timer = self._clock.call_later(seconds, over.set)
        try:
            await over.wait()
        finally:
            timer.cancel()
