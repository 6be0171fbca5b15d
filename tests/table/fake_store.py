"""A store in memory that fails, loses an answer, is away or waits when a test says so."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from app.rules.game import AnyGame
from app.rules.replay import Played, Setup
from app.table.model.chat import ChatEntry
from app.table.model.errors import UnreadableRoom
from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.model.server_lines import ServerLine
from app.table.ports import (
    FIRST_EPOCH,
    MAX_RUNNING_ROOMS,
    AdminStop,
    CodeTaken,
    Fenced,
    LoggedEntry,
    LogLine,
    MatchRecord,
    Place,
    StoreAway,
    UnreadableRoomRow,
)
from app.table.room import membership


@dataclass
class StoredMatch:
    room: RoomId
    game: str
    rules_version: int
    setup: Setup
    epoch: int
    places: list[Place]
    lines: list[LogLine] = field(default_factory=list)
    state: str = "running"
    secret: bytes | None = None
    orders: list[AdminStop] = field(default_factory=list)

    def record(self, match: MatchId) -> MatchRecord:
        written = tuple(LoggedEntry(line.entry, line.at, line.command) for line in self.lines)
        return MatchRecord(
            match,
            self.epoch,
            self.game,
            self.rules_version,
            self.setup,
            tuple(self.places),
            written,
            secret=self.secret,
        )


class FakeStore:
    """Implements ports.MoveLog and ports.RoomStore in memory.

    A test decides how the next writes go.
    """

    def __init__(self) -> None:
        self.matches: dict[MatchId, StoredMatch] = {}
        self.rooms: dict[RoomId, Room] = {}
        self.epochs: dict[RoomId, int] = {}
        """Of rooms that were opened."""
        self.lines: dict[RoomId, list[ChatEntry]] = {}
        self.unreadable: set[RoomId] = set()
        """Rooms that a newer version has saved."""
        self.writes = 0
        self.fail_at: int | None = None
        """The write (1 is the next) that fails with StoreAway before anything is written."""
        self.lose_at: int | None = None
        """The write whose answer is lost: it is written, and raises StoreAway all the same."""
        self.down = False
        """Everything fails, reading too."""
        self.full = False
        """The disk is full: writes fail, and `is_full` says so."""
        self.gate: asyncio.Event | None = None
        """Writes wait for it."""
        self.on_failure: Callable[[], None] = lambda: None
        """Called as a write fails, before anybody hears of it."""

    def _check_up(self) -> None:
        if self.down:
            raise StoreAway

    async def _write(self, act: Callable[[], None]) -> None:
        if self.gate is not None:
            await self.gate.wait()
        else:
            await asyncio.sleep(0)
        self._check_up()
        if self.full:
            raise StoreAway
        self.writes += 1
        if self.fail_at is not None:
            self.fail_at -= 1
            if self.fail_at == 0:
                self.fail_at = None
                self.on_failure()
                raise StoreAway
        act()
        if self.lose_at is not None:
            self.lose_at -= 1
            if self.lose_at == 0:
                self.lose_at = None
                raise StoreAway

    # -- MoveLog

    async def begin(
        self,
        room: Room,
        game: AnyGame,
        setup: Setup,
        places: Sequence[Place],
        secret: bytes | None,
        room_epoch: int = FIRST_EPOCH,
    ) -> int:
        assert room.match is not None
        match = room.match

        def act() -> None:
            self._check_epoch(room.id, room_epoch)
            self.matches[match] = StoredMatch(
                room.id, game.slug, game.rules_version, setup, 1, list(places), secret=secret
            )
            self._keep(room)

        await self._write(act)
        return 1

    async def claim(self, match: MatchId, game: AnyGame) -> MatchRecord:
        await asyncio.sleep(0)
        self._check_up()
        stored = self.matches[match]
        stored.epoch += 1
        return stored.record(match)

    async def load_finished(self, match: MatchId, game: AnyGame) -> MatchRecord | None:
        await asyncio.sleep(0)
        self._check_up()
        stored = self.matches.get(match)
        if stored is None or (stored.state, stored.game, stored.rules_version) != (
            "finished",
            game.slug,
            game.rules_version,
        ):
            return None
        return stored.record(match)

    def is_full(self) -> bool:
        return self.full

    async def commands_by_person(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
        await asyncio.sleep(0)
        self._check_up()
        stored = self.matches.get(match)
        if stored is None:
            return frozenset()
        people = {place.seat: place.person for place in stored.places if place.person is not None}
        return frozenset(
            (people[line.entry.seat], line.command)
            for line in stored.lines
            if line.command is not None
            and isinstance(line.entry, Played)
            and line.entry.seat in people
        )

    async def append(self, line: LogLine) -> None:
        def act() -> None:
            stored = self.matches[line.match]
            if (
                stored.epoch != line.epoch
                or len(stored.lines) != line.ply
                or stored.state != "running"
            ):
                raise Fenced
            if line.room is not None:
                self._check_epoch(line.room.id, line.room_epoch)
            assert line.command is None or all(
                old.command != line.command for old in stored.lines
            ), "a command is applied once"
            stored.lines.append(line)
            stored.places.extend(line.places)
            if line.outcome is not None:
                stored.state = "finished"
            if line.room is not None:
                self._keep(line.room)

        await self._write(act)

    async def stop(
        self,
        match: MatchId,
        epoch: int,
        room: Room,
        reason: str,
        room_epoch: int = FIRST_EPOCH,
        order: AdminStop | None = None,
    ) -> None:
        def act() -> None:
            stored = self.matches[match]
            if stored.epoch != epoch or stored.state != "running":
                raise Fenced
            self._check_epoch(room.id, room_epoch)
            stored.state = f"stopped: {reason}"
            if order is not None:
                stored.orders.append(order)
            self._keep(room)

        await self._write(act)

    # -- RoomBook

    def _check_epoch(self, room: RoomId, epoch: int) -> None:
        if self.epochs.get(room, FIRST_EPOCH) != epoch:
            raise Fenced

    def _keep(self, room: Room) -> None:
        if any(other.code == room.code and other.id != room.id for other in self.rooms.values()):
            raise CodeTaken
        self.rooms[room.id] = msgspec.json.decode(msgspec.json.encode(room), type=Room)

    async def save(self, room: Room, epoch: int = FIRST_EPOCH) -> None:
        def act() -> None:
            self._check_epoch(room.id, epoch)
            self._keep(room)

        await self._write(act)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        await asyncio.sleep(0)
        self._check_up()
        if room not in self.rooms:
            return None
        self._check_readable(room)
        self.epochs[room] = self.epochs.get(room, FIRST_EPOCH) + 1
        return self.rooms[room], self.epochs[room]

    async def owner_epoch(self, room: RoomId) -> int | None:
        await asyncio.sleep(0)
        self._check_up()
        return self.epochs.get(room, FIRST_EPOCH) if room in self.rooms else None

    async def load(self, room: RoomId) -> Room | None:
        await asyncio.sleep(0)
        self._check_up()
        self._check_readable(room)
        return self.rooms.get(room)

    async def by_secret(self, secret: str) -> RoomId | None:
        self._check_up()
        return next((room.id for room in self.rooms.values() if room.secret == secret), None)

    async def by_code(self, code: str) -> RoomId | None:
        self._check_up()
        return next((room.id for room in self.rooms.values() if room.code == code), None)

    async def rooms_with_matches(self, limit: int = MAX_RUNNING_ROOMS) -> list[Room]:
        self._check_up()
        return [room for room in self.rooms.values() if self._is_playing(room)][:limit]

    async def running_rooms_of(self, person: PersonId) -> list[Room]:
        self._check_up()
        return [
            room
            for room in self.rooms.values()
            if self._is_playing(room) and membership.names_person(room, person)
        ]

    async def room_of_running_match(self, match: MatchId) -> RoomId | None:
        self._check_up()
        playing = (room for room in self.rooms.values() if self._is_playing(room))
        return next((room.id for room in playing if room.match == match), None)

    async def unreadable_rooms(self) -> list[UnreadableRoomRow]:
        self._check_up()
        return [
            UnreadableRoomRow(room.id, room.code, room.game, 2, room.created)
            for room in self.rooms.values()
            if room.id in self.unreadable
        ]

    def _check_readable(self, room: RoomId) -> None:
        if room in self.unreadable:
            raise UnreadableRoom

    def _is_playing(self, room: Room) -> bool:
        match = None if room.match is None else self.matches.get(room.match)
        is_running = match is not None and match.state == "running"
        return is_running and room.id not in self.unreadable

    def _check_about(self, room: RoomId, entry: ChatEntry) -> None:
        """A server line must be about everybody named in it; lower case counts as no name."""
        if isinstance(said := entry.said, ServerLine):
            words = (said.value, *(one.name for one in said.named if one.person is None))
            for person in self.rooms[room].people:
                if not person.name.islower() and any(person.name in text for text in words):
                    assert person.id in said.about, entry

    async def chat_lines(self, room: RoomId, limit: int) -> list[ChatEntry]:
        self._check_up()
        return self.lines.get(room, [])[-limit:]

    async def add_chat_line(self, room: RoomId, entry: ChatEntry, epoch: int = FIRST_EPOCH) -> None:
        def act() -> None:
            self._check_epoch(room, epoch)
            self._check_about(room, entry)
            self.lines.setdefault(room, []).append(entry)

        await self._write(act)
