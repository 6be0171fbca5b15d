"""The dormant rooms: those with a running match whose table is not open."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.ports import MAX_RUNNING_ROOMS
from app.table.room import membership

MAX_DORMANT: Final = MAX_RUNNING_ROOMS
"""Rooms that are kept in memory; the store is asked for others."""


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
