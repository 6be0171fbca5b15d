"""The store in memory: it fails, loses an answer, is away or waits when a test says so.

A subclass gives its calls other fates (`_read`, `_write`), or watches what is committed (`_begin`,
`_append`, `_keep`). Several may share one state, as processes do.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

import msgspec

from app.rules.game import AnyGame
from app.rules.replay import Played, Setup, Shuffled
from app.table.model.chat import ChatEntry, ServerLine
from app.table.model.errors import UnreadableRoom
from app.table.model.notation import to_milliseconds
from app.table.model.records import (
    FIRST_EPOCH,
    AdminStop,
    LoggedEntry,
    LogLine,
    MatchRecord,
    Place,
    Question,
    Said,
    UnreadableRoomRow,
)
from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.ports import MAX_RUNNING_ROOMS, CodeTaken, Fenced, StoreAway
from app.table.room import membership

T = TypeVar("T")


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
    question: Question | None = None
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
            question=self.question,
        )


class FakeStore:
    """Implements ports.MoveLog and ports.RoomStore in memory.

    A test decides how the next writes go.
    """

    def __init__(self, shared: "FakeStore | None" = None) -> None:
        """`shared`: another one whose state this one reads and writes."""
        self.matches: dict[MatchId, StoredMatch] = {} if shared is None else shared.matches
        self.rooms: dict[RoomId, Room] = {} if shared is None else shared.rooms
        self.epochs: dict[RoomId, int] = {} if shared is None else shared.epochs
        """Of rooms that were opened."""
        self.lines: dict[RoomId, list[ChatEntry]] = {} if shared is None else shared.lines
        self.unreadable: set[RoomId] = set() if shared is None else shared.unreadable
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

    async def _read(self, act: Callable[[], T]) -> T:
        """Every call that may be repeated."""
        await asyncio.sleep(0)
        if self.down:
            raise StoreAway
        return act()

    async def _write(self, act: Callable[[], T]) -> T:
        """Every call that is fenced."""
        if self.gate is not None:
            await self.gate.wait()
        else:
            await asyncio.sleep(0)
        if self.down or self.full:
            raise StoreAway
        self.writes += 1
        if self.fail_at is not None:
            self.fail_at -= 1
            if self.fail_at == 0:
                self.fail_at = None
                self.on_failure()
                raise StoreAway
        done = act()
        if self.lose_at is not None:
            self.lose_at -= 1
            if self.lose_at == 0:
                self.lose_at = None
                raise StoreAway
        return done

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
        match = StoredMatch(
            room.id, game.slug, game.rules_version, setup, FIRST_EPOCH, list(places), secret=secret
        )
        return await self._write(lambda: self._begin(room, game, match, room_epoch))

    def _begin(self, room: Room, game: AnyGame, match: StoredMatch, room_epoch: int) -> int:
        assert room.match is not None
        self._check_epoch(room.id, room_epoch)
        self.matches[room.match] = match
        self._keep(room)
        return match.epoch

    async def claim(self, match: MatchId, game: AnyGame) -> MatchRecord:
        def act() -> MatchRecord:
            stored = self.matches[match]
            stored.epoch += 1
            return stored.record(match)

        return await self._read(act)

    async def load_finished(self, match: MatchId, game: AnyGame) -> MatchRecord | None:
        def act() -> MatchRecord | None:
            stored = self.matches.get(match)
            if stored is None or (stored.state, stored.game, stored.rules_version) != (
                "finished",
                game.slug,
                game.rules_version,
            ):
                return None
            return stored.record(match)

        return await self._read(act)

    def is_full(self) -> bool:
        return self.full

    async def commands_by_person(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
        return await self._read(lambda: self._commands_by_person(match))

    def _commands_by_person(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
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
        await self._write(lambda: self._append(line))

    def _append(self, line: LogLine) -> None:
        stored = self.matches[line.match]
        if stored.epoch != line.epoch or len(stored.lines) != line.ply or stored.state != "running":
            raise Fenced
        if line.room is not None:
            self._check_epoch(line.room.id, line.room_epoch)
        assert line.command is None or all(old.command != line.command for old in stored.lines), (
            "a command is applied once"
        )
        stored.lines.append(line)
        if isinstance(line.entry, Shuffled):
            stored.question = None
        stored.places.extend(line.places)
        if line.outcome is not None:
            stored.state = "finished"
        if line.room is not None:
            self._keep(line.room)
            self._say(line.room.id, line.room_epoch, line.said)

    async def ask(
        self, match: MatchId, epoch: int, ply: int, question: Question, said: Said | None = None
    ) -> None:
        await self._write(lambda: self._ask(match, epoch, ply, question, said))

    def _ask(
        self, match: MatchId, epoch: int, ply: int, question: Question, said: Said | None
    ) -> None:
        stored = self.matches[match]
        if (stored.epoch, len(stored.lines), stored.state) != (epoch, ply, "running"):
            raise Fenced
        stored.question = question
        if said is not None:
            self._say(said.room, said.epoch, said.entries)

    async def stop(
        self,
        match: MatchId,
        epoch: int,
        room: Room,
        reason: str,
        room_epoch: int = FIRST_EPOCH,
        order: AdminStop | None = None,
        said: Sequence[ChatEntry] = (),
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
            self._say(room.id, room_epoch, said)

        await self._write(act)

    # -- RoomStore

    def _check_epoch(self, room: RoomId, epoch: int) -> None:
        if self.epochs.get(room, FIRST_EPOCH) != epoch:
            raise Fenced

    def _keep(self, room: Room) -> None:
        if any(other.code == room.code and other.id != room.id for other in self.rooms.values()):
            raise CodeTaken
        self.rooms[room.id] = msgspec.json.decode(msgspec.json.encode(room), type=Room)

    async def save(
        self, room: Room, epoch: int = FIRST_EPOCH, said: Sequence[ChatEntry] = ()
    ) -> None:
        def act() -> None:
            self._check_epoch(room.id, epoch)
            self._keep(room)
            self._say(room.id, epoch, said)

        await self._write(act)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        def act() -> tuple[Room, int] | None:
            if room not in self.rooms:
                return None
            self._check_readable(room)
            self.epochs[room] = self.epochs.get(room, FIRST_EPOCH) + 1
            return self.rooms[room], self.epochs[room]

        return await self._read(act)

    async def release_room(self, room: RoomId, epoch: int) -> None:
        pass  # no other process opens rooms of this store

    async def owner_epoch(self, room: RoomId) -> int | None:
        return await self._read(
            lambda: self.epochs.get(room, FIRST_EPOCH) if room in self.rooms else None
        )

    async def load(self, room: RoomId) -> Room | None:
        def act() -> Room | None:
            self._check_readable(room)
            return self.rooms.get(room)

        return await self._read(act)

    async def by_secret(self, secret: str) -> RoomId | None:
        return await self._find(lambda room: room.secret == secret)

    async def by_code(self, code: str) -> RoomId | None:
        return await self._find(lambda room: room.code == code)

    async def room_of_running_match(self, match: MatchId) -> RoomId | None:
        return await self._find(lambda room: room.match == match and self._is_playing(room))

    async def _find(self, fits: Callable[[Room], bool]) -> RoomId | None:
        return await self._read(
            lambda: next((room.id for room in self.rooms.values() if fits(room)), None)
        )

    async def rooms_with_matches(self, limit: int = MAX_RUNNING_ROOMS) -> list[Room]:
        playing = [one for one in self.rooms.values() if one.slow is None and self._is_playing(one)]
        return await self._read(lambda: playing[:limit])

    async def rooms_to_wake(
        self, now: datetime, most: int, but: Collection[RoomId] = ()
    ) -> list[RoomId]:
        def act() -> list[RoomId]:
            due = sorted(
                (room.slow.wakes, room.id)
                for room in self.rooms.values()
                if room.slow is not None and room.slow.wakes is not None and room.id not in but
            )
            return [id_ for wakes, id_ in due if wakes <= to_milliseconds(now)][:most]

        return await self._read(act)

    async def live_rooms_of(self, person: PersonId) -> list[Room]:
        return await self._read(
            lambda: [
                room
                for room in self.rooms.values()
                if self._is_playing(room) and membership.names_person(room, person)
            ]
        )

    async def unreadable_rooms(self) -> list[UnreadableRoomRow]:
        return await self._read(
            lambda: [
                UnreadableRoomRow(room.id, room.code, room.game, 2, room.created)
                for room in self.rooms.values()
                if room.id in self.unreadable
            ]
        )

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
        return await self._read(lambda: self.lines.get(room, [])[-limit:])

    async def add_chat_lines(
        self, room: RoomId, entries: Sequence[ChatEntry], epoch: int = FIRST_EPOCH
    ) -> None:
        await self._write(lambda: self._say(room, epoch, entries))

    def _say(self, room: RoomId, epoch: int, entries: Sequence[ChatEntry]) -> None:
        self._check_epoch(room, epoch)
        for entry in entries:
            self._check_about(room, entry)
            self.lines.setdefault(room, []).append(entry)
