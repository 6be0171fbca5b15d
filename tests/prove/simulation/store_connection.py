"""One process's faulty connection to the store that survives every crash."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from app.rules.game import AnyGame
from app.table.model.records import FIRST_EPOCH, LogLine
from app.table.model.room import Room, RoomId
from app.table.ports import Fenced, StoreAway
from tests.prove.simulation.oracle import Broken, Oracle
from tests.table.fake_store import FakeStore, StoredMatch

T = TypeVar("T")
SOON: Final = 0.2
"""Seconds within which the store deals with an unfenced statement; a restart takes longer."""


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


class StoreConnection(FakeStore):
    """One process's connection to the `shared` store; the oracle hears what is committed.

    A statement that was sent arrives even if its sender dies, and does its work in one step.
    """

    def __init__(
        self,
        shared: FakeStore,
        oracle: Oracle,
        outside: Context,
        chance: Random,
        trouble: Trouble,
        happened: Counter[str],
    ) -> None:
        super().__init__(shared)
        self._oracle, self._outside, self._chance = oracle, outside, chance
        self._trouble, self._happened = trouble, happened
        self.superseded = False
        """Another process has begun beside this one, which does not know it."""
        self.under_way = 0
        self.ended = 0
        """Matches whose last line it wrote."""

    # -- what is committed

    def _begin(self, room: Room, game: AnyGame, match: StoredMatch, room_epoch: int) -> int:
        assert room.match is not None
        old = self.matches.get(room.match)
        if old is None:
            epoch = super()._begin(room, game, match, room_epoch)
            self._oracle.begun(room.match, game, match.setup, match.places)
            return epoch
        if old.lines or old.state != "running":
            raise Fenced
        self._check_epoch(room.id, room_epoch)
        self._keep(room)
        old.epoch, old.secret = old.epoch + 1, match.secret
        return old.epoch

    def _append(self, line: LogLine) -> None:
        owner = self.matches[line.match].epoch
        super()._append(line)
        if line.epoch != owner:
            raise Broken("a line was taken from somebody who does not own the match")
        self._oracle.appended(line)
        self.ended += line.outcome is not None

    def _check_epoch(self, room: RoomId, epoch: int) -> None:
        super()._check_epoch(room, epoch)
        if self.epochs.get(room, FIRST_EPOCH) != epoch:
            raise Broken("a room was taken from somebody who does not own it")

    def _keep(self, room: Room) -> None:
        super()._keep(room)
        self._oracle.kept(room)

    # -- the fates of a call

    def fate(self) -> Trouble:
        """The chances of the present call's fates."""
        return self._trouble

    async def _read(self, act: Callable[[], T]) -> T:
        return await self._call(act, fenced=False)

    async def _write(self, act: Callable[[], T]) -> T:
        return await self._call(act, fenced=True)

    async def _call(self, act: Callable[[], T], fenced: bool) -> T:
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

    def _arrive(self, answer: "asyncio.Future[Any]", act: Callable[[], Any], told: bool) -> None:
        self.under_way -= 1
        outcome: Any
        try:
            outcome = act()
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
