"""The store of lessons: rooms and matches in memory alone, so none reaches the database.

A lesson is in use while its learner is connected and has made a step in the last ten minutes.
Otherwise it is idle: it waits for its learner, as long as there is room.

what happens            a lesson in use            an idle lesson
its learner begins one  is gone, one for a person  is gone, one for a person
its network is full     stays                      the oldest of the network goes
the store is full       stays                      the oldest goes, of the network that has most
all are in use          stays, and the newcomer is asked to come back later
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from app.rules.game import AnyGame
from app.rules.replay import Setup
from app.table.lobby.table_list import network_of
from app.table.model.chat import ChatEntry
from app.table.model.errors import TooMuch
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
from app.table.model.room import MatchId, PersonId, Room, RoomId, Stage
from app.table.ports import MAX_RUNNING_ROOMS, Clock, Fenced
from app.table.room import membership

MAX_LESSONS: Final = 600
"""Lessons that are kept: about 20 MB if all are in use."""
MAX_FOR_NETWORK: Final = 250
"""Lessons that are kept for the people of one network: a school of 200 fits."""
IN_USE_SECONDS: Final = 600.0
"""The time after a step for which a connected learner may think; a lesson takes three minutes."""
ALL_IN_USE: Final = (
    "Too many lessons are under way. Try again in a few minutes, or play a hand with bots."
)


class LessonLobby(Protocol):
    """The lobby of the lessons, as far as their store needs it."""

    def has_visitors(self, room: RoomId) -> bool: ...

    def forget_room(self, room: RoomId) -> None: ...


@dataclass(slots=True)
class KeptLesson:
    """One room of a lesson with its present match."""

    room: Room
    network: str
    """The network of its learner, who is the room's host."""
    number: int
    """Its place among the lessons of its game."""
    written_at: float
    """The time of the last step, on the monotonic clock."""
    epoch: int = FIRST_EPOCH
    setup: Setup | None = None
    places: tuple[Place, ...] = ()
    lines: list[LogLine] = field(default_factory=list)


class LessonStore:
    """Implements ports.MoveLog and ports.RoomStore for the one process that has the lesson.

    Chat lines are not kept: nobody else reads them, and they go with the table.
    """

    def __init__(
        self, lobby: "LessonLobby", clock: Clock, limits: float = 1.0, most: int = MAX_LESSONS
    ) -> None:
        """`limits` multiplies what one network may have, `most` is for all of them."""
        self._kept: dict[RoomId, KeptLesson] = {}
        """The one that was written longest ago comes first."""
        self._lobby, self._clock = lobby, clock
        self._for_network, self._most = MAX_FOR_NETWORK * limits, most

    def __contains__(self, room: object) -> bool:
        return room in self._kept

    def number_of(self, room: RoomId) -> int:
        """The place of the room's lesson among those of its game; 0 where it is gone."""
        kept = self._kept.get(room)
        return 0 if kept is None else kept.number

    def add(self, room: Room, network: str, number: int = 0) -> None:
        """Keeps a new lesson, in place of the last one of its learner.

        Raises TooMuch if it would have to take the place of a lesson in use.
        """
        network = network_of(network)
        others = [one for one in self._kept.values() if one.room.host != room.host]
        counts = Counter(one.network for one in others)
        is_network_full = counts[network] >= self._for_network
        if is_network_full or len(others) >= self._most:
            idle = [
                one
                for one in others
                if not self._is_in_use(one) and (one.network == network or not is_network_full)
            ]
            if not idle:
                raise TooMuch(ALL_IN_USE)
            others.remove(max(idle, key=lambda one: counts[one.network]))
        stay = {one.room.id: one for one in others}
        gone, self._kept = self._kept.keys() - stay.keys(), stay
        for id_ in gone:
            self._lobby.forget_room(id_)
        self._kept[room.id] = KeptLesson(room, network, number, self._clock.monotonic())

    def _is_in_use(self, kept: KeptLesson) -> bool:
        recent = self._clock.monotonic() < kept.written_at + IN_USE_SECONDS
        return recent and self._lobby.has_visitors(kept.room.id)

    def _write(self, room: Room, epoch: int) -> KeptLesson:
        """Raises Fenced."""
        kept = self._kept.get(room.id)
        if kept is None or kept.epoch != epoch:
            raise Fenced
        del self._kept[room.id]
        self._kept[room.id] = kept
        kept.room, kept.written_at = room, self._clock.monotonic()
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

    async def ask(
        self, match: MatchId, epoch: int, ply: int, question: Question, said: Said | None = None
    ) -> None:
        raise AssertionError("a lesson's shuffles have no proof")

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
        self._write(room, room_epoch)

    # -- rooms

    async def save(
        self, room: Room, epoch: int = FIRST_EPOCH, said: Sequence[ChatEntry] = ()
    ) -> None:
        self._write(room, epoch)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        kept = self._kept.get(room)
        if kept is None:
            return None
        kept.epoch += 1
        return kept.room, kept.epoch

    async def release_room(self, room: RoomId, epoch: int) -> None:
        pass  # no other process can open it

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

    async def live_rooms_of(self, person: PersonId) -> list[Room]:
        """Rooms whose table is open are known to the lobby; these are the others."""
        return [
            kept.room
            for kept in self._kept.values()
            if kept.room.stage is Stage.PLAYING and membership.names_person(kept.room, person)
        ]

    async def room_of_running_match(self, match: MatchId) -> RoomId | None:
        return None

    async def rooms_to_wake(
        self, now: datetime, most: int, but: Collection[RoomId] = ()
    ) -> list[RoomId]:
        return []

    async def unreadable_rooms(self) -> list[UnreadableRoomRow]:
        return []

    async def chat_lines(self, room: RoomId, limit: int) -> list[ChatEntry]:
        return []

    async def add_chat_lines(
        self, room: RoomId, entries: Sequence[ChatEntry], epoch: int = FIRST_EPOCH
    ) -> None:
        pass
