"""The store that survives every crash, and one process's faulty connection to it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextvars import Context
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from app.rules.game import AnyGame
from app.rules.replay import Setup
from app.table.model.chat import ChatEntry
from app.table.model.room import MatchId, PersonId, Room, RoomId
from app.table.ports import (
    FIRST_EPOCH,
    MAX_RUNNING_ROOMS,
    AdminStop,
    Fenced,
    LogLine,
    MatchRecord,
    Place,
    StoreAway,
    UnreadableRoomRow,
)
from tests.prove.simulation.oracle import Broken, Oracle
from tests.table.fake_store import FakeStore

T = TypeVar("T")
SOON: Final = 0.2
"""Seconds within which the store deals with an unfenced statement; a restart takes longer."""


class SharedStore(FakeStore):
    """The committed state. Every method does its work in one step of the simulation."""

    def __init__(self, shadow: Oracle) -> None:
        super().__init__()
        self.shadow = shadow

    async def _write(self, act: Callable[[], None]) -> None:
        act()

    async def begin(
        self,
        room: Room,
        game: AnyGame,
        setup: Setup,
        places: Sequence[Place],
        secret: bytes | None,
        room_epoch: int = FIRST_EPOCH,
    ) -> int:
        match = room.match
        assert match is not None
        old = self.matches.get(match)
        if old is not None:
            if old.lines or old.state != "running":
                raise Fenced
            self._check_epoch(room.id, room_epoch)
            self._keep(room)
            old.epoch, old.secret = old.epoch + 1, secret
            return old.epoch
        epoch = await super().begin(room, game, setup, places, secret, room_epoch)
        self.shadow.begun(match, game, setup, places)
        return epoch

    async def append(self, line: LogLine) -> None:
        owner = self.matches[line.match].epoch
        await super().append(line)
        if line.epoch != owner:
            raise Broken("a line was taken from somebody who does not own the match")
        self.shadow.appended(line)

    def _check_epoch(self, room: RoomId, epoch: int) -> None:
        super()._check_epoch(room, epoch)
        if self.epochs.get(room, FIRST_EPOCH) != epoch:
            raise Broken("a room was taken from somebody who does not own it")

    def _keep(self, room: Room) -> None:
        super()._keep(room)
        self.shadow.kept(room)


@dataclass
class Trouble:
    """Chances of each fate of one call; all 0 when healed."""

    lost: float = 0.0
    """Nothing is written, and the caller gets StoreAway."""
    silent: float = 0.0
    """It is written, and the caller gets StoreAway."""
    late: float = 0.0
    """The caller gets StoreAway, and then it is written."""
    slow: float = 0.0
    """The call takes up to seconds."""
    down: bool = False


class StoreConnection:
    """MoveLog and RoomStore of one process.

    A statement that was sent arrives even if its sender dies.
    """

    def __init__(
        self,
        books: SharedStore,
        outside: Context,
        chance: Random,
        trouble: Trouble,
        happened: Counter[str],
    ) -> None:
        self._books, self._outside, self._chance, self._trouble, self._happened = (
            books,
            outside,
            chance,
            trouble,
            happened,
        )
        self.superseded = False
        """Another process has begun beside this one, which does not know it."""
        self.under_way = 0
        self.ended = 0
        """Matches whose last line it wrote."""

    def fate(self) -> Trouble:
        """The chances of the present call's fates."""
        return self._trouble

    async def _call(self, act: Callable[[], Coroutine[Any, Any, T]], fenced: bool = False) -> T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        chance, trouble = self._chance, self.fate()
        if trouble.down:
            self._happened["store down"] += 1
            loop.call_later(
                chance.randrange(10) / 100, self._answer, answer, StoreAway(), context=self._outside
            )
            return await answer
        dice = chance.random()
        there = chance.randrange(5) / 100
        if chance.random() < trouble.slow:
            self._happened["slow store"] += 1
            there += chance.randrange(300 if fenced else 15) / 100
        self.under_way += 1
        if dice < trouble.lost:
            self._happened["lost before the commit"] += 1
            loop.call_later(there, self._gone, answer, context=self._outside)
        elif dice < trouble.lost + trouble.silent:
            loop.call_later(there, self._arrive, answer, act, False, context=self._outside)
        elif dice < trouble.lost + trouble.silent + trouble.late:
            loop.call_later(there, self._answer, answer, StoreAway(), context=self._outside)
            more = chance.randrange(100) / 100 if fenced else SOON / 2
            loop.call_later(there + more, self._arrive, answer, act, False, context=self._outside)
        else:
            loop.call_later(there, self._arrive, answer, act, True, context=self._outside)
        return await answer

    def _gone(self, answer: "asyncio.Future[Any]") -> None:
        self.under_way -= 1
        self._answer(answer, StoreAway())

    def _arrive(
        self, answer: "asyncio.Future[Any]", act: Callable[[], Coroutine[Any, Any, Any]], told: bool
    ) -> None:
        self.under_way -= 1
        outcome: Any
        try:
            outcome = at_once(act())
        except Exception as error:
            if isinstance(error, Fenced):
                self._happened["superseded, fenced" if self.superseded else "fenced"] += 1
            outcome = error
        if not told:
            self._happened["late commit" if answer.done() else "committed, answer lost"] += 1
            outcome = StoreAway()
        back = self._chance.randrange(3) / 100
        asyncio.get_running_loop().call_later(
            back, self._answer, answer, outcome, context=self._outside
        )

    @staticmethod
    def _answer(answer: "asyncio.Future[Any]", outcome: Any) -> None:
        if answer.done():
            return
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)

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
        return await self._call(
            lambda: self._books.begin(room, game, setup, places, secret, room_epoch), fenced=True
        )

    async def claim(self, match: MatchId, game: AnyGame) -> MatchRecord:
        return await self._call(lambda: self._books.claim(match, game))

    async def load_finished(self, match: MatchId, game: AnyGame) -> MatchRecord | None:
        return await self._call(lambda: self._books.load_finished(match, game))

    def is_full(self) -> bool:
        return False

    async def commands_by_person(self, match: MatchId) -> frozenset[tuple[PersonId, str]]:
        return await self._call(lambda: self._books.commands_by_person(match))

    async def append(self, line: LogLine) -> None:
        await self._call(lambda: self._append(line), fenced=True)

    async def _append(self, line: LogLine) -> None:
        await self._books.append(line)
        self.ended += line.outcome is not None

    async def stop(
        self,
        match: MatchId,
        epoch: int,
        room: Room,
        reason: str,
        room_epoch: int = FIRST_EPOCH,
        order: AdminStop | None = None,
    ) -> None:
        await self._call(
            lambda: self._books.stop(match, epoch, room, reason, room_epoch, order), fenced=True
        )

    # -- RoomBook

    async def save(self, room: Room, epoch: int = FIRST_EPOCH) -> None:
        await self._call(lambda: self._books.save(room, epoch), fenced=True)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        return await self._call(lambda: self._books.claim_room(room))

    async def owner_epoch(self, room: RoomId) -> int | None:
        return await self._call(lambda: self._books.owner_epoch(room))

    async def load(self, room: RoomId) -> Room | None:
        return await self._call(lambda: self._books.load(room))

    async def by_secret(self, secret: str) -> RoomId | None:
        return await self._call(lambda: self._books.by_secret(secret))

    async def by_code(self, code: str) -> RoomId | None:
        return await self._call(lambda: self._books.by_code(code))

    async def rooms_with_matches(self, limit: int = MAX_RUNNING_ROOMS) -> list[Room]:
        return await self._call(lambda: self._books.rooms_with_matches(limit))

    async def running_rooms_of(self, person: PersonId) -> list[Room]:
        return await self._call(lambda: self._books.running_rooms_of(person))

    async def room_of_running_match(self, match: MatchId) -> RoomId | None:
        return await self._call(lambda: self._books.room_of_running_match(match))

    async def unreadable_rooms(self) -> list[UnreadableRoomRow]:
        return await self._call(self._books.unreadable_rooms)

    async def chat_lines(self, room: RoomId, limit: int) -> list[ChatEntry]:
        return await self._call(lambda: self._books.chat_lines(room, limit))

    async def add_chat_line(self, room: RoomId, entry: ChatEntry, epoch: int = FIRST_EPOCH) -> None:
        await self._call(lambda: self._books.add_chat_line(room, entry, epoch), fenced=True)


def at_once(act: Coroutine[Any, Any, T] | Awaitable[T]) -> T:
    """Runs a coroutine that waits for nothing but its turn."""
    assert isinstance(act, Coroutine)
    while True:
        try:
            act.send(None)
        except StopIteration as done:
            result: T = done.value
            return result
