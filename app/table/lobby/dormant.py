"""The dormant rooms: with a running match, but not opened since the server started."""

from collections.abc import Iterable, Iterator

from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.room import membership


class DormantRooms:
    """Lists are filled from these rooms. Where the store says otherwise, the store is right."""

    def __init__(self) -> None:
        self._rooms: dict[RoomId, Room] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def add(self, rooms: Iterable[Room]) -> None:
        self._rooms.update((room.id, room) for room in rooms)

    def remove(self, room: RoomId) -> None:
        """Call when its table is open, or the room is gone."""
        self._rooms.pop(room, None)

    def naming(self, person: PersonId) -> list[RoomId]:
        """Rooms that would show the person's name."""
        return [room.id for room in self if membership.names_person(room, person)]

    def room_of_match(self, match: MatchId) -> RoomId | None:
        return next((room.id for room in self if room.match == match), None)
