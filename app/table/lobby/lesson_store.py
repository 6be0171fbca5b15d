"""The store of lessons: rooms and matches in memory alone, so none reaches the database."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.rules.game import AnyGame
from app.rules.replay import Setup
from app.table.model.chat import ChatEntry
from app.table.model.room import MatchId, PersonId, Room, RoomId, Stage
from app.table.ports import (
    FIRST_EPOCH,
    MAX_RUNNING_ROOMS,
    AdminStop,
    Fenced,
    LoggedEntry,
    LogLine,
    MatchRecord,
    Place,
    UnreadableRoomRow,
)
from app.table.room import membership

MAX_LESSONS: Final = 300
"""Rooms that are kept, a few megabytes; the one that was written longest ago goes first."""


@dataclass(slots=True)
class KeptLesson:
    """One room of a lesson with its present match."""

    room: Room
    epoch: int = FIRST_EPOCH
    setup: Setup | None = None
    places: tuple[Place, ...] = ()
    lines: list[LogLine] = field(default_factory=list)


class LessonStore:
    """Implements ports.MoveLog and ports.RoomStore for the one process that has the lesson."""

    def __init__(self, forgotten: Callable[[RoomId], None], most: int = MAX_LESSONS) -> None:
        """`forgotten` is called with each room that had to go."""
        self._kept: dict[RoomId, KeptLesson] = {}
        self._forgotten, self._most = forgotten, most

    def __contains__(self, room: object) -> bool:
        return room in self._kept

    def _write(self, room: Room, epoch: int) -> KeptLesson:
        """Raises Fenced."""
        kept = self._kept.pop(room.id, None)
        if kept is None and epoch != FIRST_EPOCH:
            raise Fenced
        kept = kept or KeptLesson(room)
        self._kept[room.id] = kept
        if kept.epoch != epoch:
            raise Fenced
        kept.room = room
        while len(self._kept) > self._most:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._forgotten(oldest)
        return kept

    def _of_match(self, match: MatchId) -> KeptLesson | None:
        return next((one for one in self._kept.values() if one.room.match == match), None)

    # -- matches

    async def begin(
        self,
        room: Room,
        game: AnyGame,
        setup: Setup,
        places: Sequence[Place],
        secret: bytes | None,
        room_epoch: int = FIRST_EPOCH,
    ) -> int:
        assert secret is None, "a lesson's cards are fixed, so there is nothing to prove"
        kept = self._write(room, room_epoch)
        kept.setup, kept.places, kept.lines = setup, tuple(places), []
        return FIRST_EPOCH

    async def claim(self, match: MatchId, game: AnyGame) -> MatchRecord:
        kept = self._of_match(match)
        if kept is None:
            raise LookupError(match)
        return self._record(kept, game)

    def _record(self, kept: KeptLesson, game: AnyGame) -> MatchRecord:
        assert kept.setup is not None
        assert kept.room.match is not None
        entries = tuple(LoggedEntry(line.entry, line.at, line.command) for line in kept.lines)
        return MatchRecord(
            match=kept.room.match,
            epoch=FIRST_EPOCH,
            game=game.slug,
            rules_version=game.rules_version,
            setup=kept.setup,
            places=kept.places,
            entries=entries,
        )

    async def load_finished(self, match: MatchId, game: AnyGame) -> MatchRecord | None:
        kept = self._of_match(match)
        over = kept is not None and kept.lines and kept.lines[-1].outcome is not None
        return self._record(kept, game) if kept is not None and over else None

    async def commands_by_person(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
        return frozenset()

    def is_full(self) -> bool:
        return False

    async def append(self, line: LogLine) -> None:
        kept = self._of_match(line.match)
        if kept is None or len(kept.lines) != line.ply:
            raise Fenced
        self._write(line.room or kept.room, line.room_epoch)
        kept.lines.append(line)

    async def stop(
        self,
        match: MatchId,
        epoch: int,
        room: Room,
        reason: str,
        room_epoch: int = FIRST_EPOCH,
        order: AdminStop | None = None,
    ) -> None:
        self._write(room, room_epoch)

    # -- rooms

    async def save(self, room: Room, epoch: int = FIRST_EPOCH) -> None:
        self._write(room, epoch)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        kept = self._kept.get(room)
        if kept is None:
            return None
        kept.epoch += 1
        return kept.room, kept.epoch

    async def owner_epoch(self, room: RoomId) -> int | None:
        kept = self._kept.get(room)
        return None if kept is None else kept.epoch

    async def load(self, room: RoomId) -> Room | None:
        kept = self._kept.get(room)
        return None if kept is None else kept.room

    async def by_secret(self, secret: str) -> RoomId | None:
        return None

    async def by_code(self, code: str) -> RoomId | None:
        return None

    async def rooms_with_matches(self, limit: int = MAX_RUNNING_ROOMS) -> list[Room]:
        return []

    async def running_rooms_of(self, person: PersonId) -> list[Room]:
        """Rooms whose table is open are known to the lobby; these are the others."""
        return [
            kept.room
            for kept in self._kept.values()
            if kept.room.stage is Stage.PLAYING and membership.names_person(kept.room, person)
        ]

    async def room_of_running_match(self, match: MatchId) -> RoomId | None:
        return None

    async def unreadable_rooms(self) -> list[UnreadableRoomRow]:
        return []

    async def chat_lines(self, room: RoomId, limit: int) -> list[ChatEntry]:
        return []

    async def add_chat_line(self, room: RoomId, entry: ChatEntry, epoch: int = FIRST_EPOCH) -> None:
        """Nobody else reads it, and it goes with the table."""
