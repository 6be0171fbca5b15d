"""The dormant rooms: those with a running match whose table is not open, and how they are read."""

import asyncio
from collections.abc import Container, Iterator, Sequence
from contextvars import Context
from itertools import islice
from typing import Final

import structlog

from app.table.model.errors import RoomGone
from app.table.model.room import MatchId, PersonId, Room, RoomId, Stage
from app.table.ports import MAX_RUNNING_ROOMS, StoreAway, TableServices
from app.table.room import membership
from app.text.error_chain import error_chain

MAX_DORMANT: Final = MAX_RUNNING_ROOMS
"""Rooms that are kept in memory; the store is asked for others."""

RETRY_DELAYS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds between attempts."""

log = structlog.get_logger(__name__)


class DormantRooms:
    """The latest ones, as their tables left them.

    Lists are filled from these rooms. Where the store says otherwise, the store is right.
    """

    def __init__(self) -> None:
        self._rooms: dict[RoomId, Room] = {}
        """The latest last."""
        self._seated: dict[PersonId, set[RoomId]] = {}
        """The rooms in which a person has a seat, or gets one at the next deal."""
        self._changed: set[RoomId] | None = None
        """Rooms that were put or removed since the present read began; None: no read."""
        self.is_kept = True
        """False where other processes open tables too: then the store is asked for every room."""
        self.is_complete = False
        """True if each room with a running match that is not slow is in here, or its table is
        open."""

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def put(self, room: Room) -> None:
        """Adds a room as its table left it. A slow match sleeps in the store alone."""
        if not self.is_kept or room.slow is not None:
            return
        self.remove(room.id)
        self._rooms[room.id] = room
        self._index(room)
        self._drop_oldest()

    def remove(self, room: RoomId) -> None:
        """Call when its table is open, or the room is gone."""
        self._drop(room)
        if self._changed is not None:
            self._changed.add(room)

    def hide(self, room: RoomId) -> None:
        """Removes a room that still plays; the store is asked for it from now on."""
        if room in self._rooms:
            self.remove(room)
            self.is_complete = False

    # -- from the store

    def begin_read(self) -> None:
        """Call before the store is asked: what changes from now on is newer than its answer."""
        self._changed = set()

    def add_read(self, rooms: Sequence[Room]) -> None:
        """Adds rooms that the store named, the latest first, unless they are known better."""
        changed, self._changed = self._changed or set(), None
        if not self.is_kept:
            return
        known = changed.union(self._rooms)
        read = {room.id: room for room in reversed(rooms) if room.id not in known}
        self._rooms = read | self._rooms
        for room in read.values():
            self._index(room)
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        excess = len(self._rooms) - MAX_DORMANT
        if excess > 0:
            self.is_complete = False
            for room in [*islice(self._rooms, excess)]:
                self._drop(room)

    def _index(self, room: Room) -> None:
        for person in seated_people(room):
            self._seated.setdefault(person, set()).add(room.id)

    def _drop(self, id_: RoomId) -> None:
        room = self._rooms.pop(id_, None)
        for person in () if room is None else seated_people(room):
            rooms = self._seated[person]
            rooms.remove(id_)
            if not rooms:
                del self._seated[person]

    # -- searches

    def naming(self, person: PersonId) -> list[RoomId]:
        """Rooms that would show the person's name."""
        return [room.id for room in self if membership.names_person(room, person)]

    def with_seat_of(self, person: PersonId) -> list[Room]:
        return [self._rooms[room] for room in self._seated.get(person, ())]

    def room_of_match(self, match: MatchId) -> RoomId | None:
        return next((room.id for room in self if room.match == match), None)


def seated_people(room: Room) -> set[PersonId]:
    """The people who have a seat, or get one at the next deal."""
    return {seat.person for seat in room.seats if seat.person is not None}.union(room.joining)


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
