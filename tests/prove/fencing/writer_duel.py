"""Two processes write to the same tables; the owner is frozen, the other takes over, and it wakes.

Triggers in PostgreSQL compare the epoch of each write with the owner's at that moment. So a stale
write is seen even if the owner writes over it at once.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

import asyncpg

from app.rules.game import Seat
from app.rules.replay import Setup
from app.settings import libpq_url
from app.store.database.base import new_id
from app.store.database.connections import name_matches_by_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.model.records import Place
from tests.prove.fencing.writer import POINTS
from tests.prove.fencing.writer_process import WriterProcess
from tests.prove.runner.proof import Progress
from tests.store.conftest import a_room
from tests.store.toy_game import TOY

TABLES: Final = 16
ROUNDS: Final = 30
"""Takeovers of each set of tables."""
PATIENCE: Final = 30.0
"""Seconds of Patience for an answer; PostgreSQL ends a frozen process's lock after five."""
LEAST: Final = 5 * TABLES
"""Takeovers before a run ends: what was never tried has not held."""
ANY: Final = "any"
EVERYWHERE: Final = (ANY, *POINTS)
"""The places where a writer is frozen: at any moment, or when it next reaches a point."""

_WATCH: Final = """
CREATE TABLE stale (what text, id text, epoch int, owner int);
CREATE FUNCTION watch_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale SELECT 'entry', id, NEW.epoch, epoch FROM matches
    WHERE id = NEW.match_id AND epoch <> NEW.epoch;
    RETURN NEW;
END $$;
CREATE FUNCTION watch_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale SELECT 'room', NEW.id, (NEW.state->'options'->>'by')::int, NEW.epoch
    WHERE (NEW.state->'options'->>'by')::int <> NEW.epoch;
    RETURN NEW;
END $$;
CREATE FUNCTION watch_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale SELECT 'chat line', id, NEW.text::int, epoch FROM rooms
    WHERE id = NEW.room_id AND epoch <> NEW.text::int;
    RETURN NEW;
END $$;
CREATE TRIGGER watch AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION watch_entry();
CREATE TRIGGER watch AFTER UPDATE ON rooms FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION watch_room();
CREATE TRIGGER watch AFTER INSERT ON chat_lines FOR EACH ROW EXECUTE FUNCTION watch_word();
"""
"""Triggers that note each write under another epoch than the owner's."""

_OLD_LINES: Final = "SELECT count(*) FROM entries WHERE match_id = $1 AND epoch < $2 AND ply >= $3"
_LINE: Final = "SELECT count(*) FROM entries WHERE match_id = $1 AND epoch = $2 AND ply = $3"


class WriterDuel:
    """Two writers, and the faults that were found."""

    def __init__(
        self,
        url: str,
        seed: int,
        fault: str | None,
        points: Sequence[str] = EVERYWHERE,
        patience: float = PATIENCE,
    ) -> None:
        self.url, self.fault, self.points, self.patience = url, fault, points, patience
        self.faults: list[str] = []
        self.frozen: Counter[str] = Counter()
        self.takeovers = self.acknowledged = 0
        self._chance = random.Random(seed)
        self._workers: list[WriterProcess] = []

    async def run(self, progress: Progress) -> None:
        database = Database(self.url)
        log = PostgresMoveLog(database)
        connection = await asyncpg.connect(libpq_url(self.url))
        await name_matches_by_id(connection)
        try:
            await connection.execute(_WATCH)
            self._workers = [
                await WriterProcess.start(self.url, self.fault, self.patience) for _ in range(2)
            ]
            while not self._enough(progress):
                await self._set(connection, await self._furnish(log), progress)
        except (AssertionError, TimeoutError) as error:
            self.faults.append(f"fencing: {error}")
        finally:
            for worker in self._workers:
                worker.end()
            await connection.close()
            await log.close()
            await database.close()

    def _enough(self, progress: Progress) -> bool:
        return (progress.over and self.takeovers >= LEAST) or bool(self.faults)

    async def _furnish(self, log: PostgresMoveLog) -> list[tuple[str, str]]:
        rooms = [a_room(bots=2, match=new_id()) for _ in range(TABLES)]
        for room in rooms:
            places = [Place(Seat(seat.number), None, seat.bot, seat.name) for seat in room.seats]
            await log.begin(room, TOY, Setup(2, TOY.options()), places, bytes(32))
        return [(room.id, str(room.match)) for room in rooms]

    async def _set(
        self,
        connection: "asyncpg.Connection[asyncpg.Record]",
        tables: list[tuple[str, str]],
        progress: Progress,
    ) -> None:
        """The same tables change owners again and again."""
        owner, other = self._workers
        owner.tell(own=tables)
        epochs = await owner.hear("owned")
        owner.tell(write=True)
        for _ in range(ROUNDS):
            if self._enough(progress):
                break
            epochs = await self._takeover(connection, owner, other, tables, epochs)
            owner, other = other, owner
            progress.show(f"{self.takeovers} takeovers  {len(self.faults)} faults")
        other.tell(own=tables)
        await other.hear("owned")
        await owner.hear("idle")

    async def _takeover(
        self,
        connection: "asyncpg.Connection[asyncpg.Record]",
        old: WriterProcess,
        new: WriterProcess,
        tables: list[tuple[str, str]],
        epochs: Any,
    ) -> Any:
        await asyncio.sleep(self._chance.uniform(0, 0.03))
        await self._freeze(old)
        new.tell(own=tables)
        owned = await new.hear("owned")
        early = self._chance.random() < 0.5
        if not early:
            new.tell(write=True)
            await asyncio.sleep(self._chance.uniform(0, 0.03))
        old.thaw()
        idle = await old.hear("idle")
        if early:  # the old one woke before the new one wrote: only the epoch tells them apart
            new.tell(write=True)
        self.takeovers += len(tables)
        self.faults += [
            f"fencing: {row['what']} {row['id']} was written under epoch {row['epoch']} "
            f"when it was owned under {row['owner']}"
            for row in await connection.fetch("DELETE FROM stale RETURNING *")
        ]
        for match, (epoch, ply) in owned.items():
            if epoch <= epochs[match][0]:
                self.faults.append(f"fencing: match {match} has two owners under epoch {epoch}")
            if await connection.fetchval(_OLD_LINES, match, epoch, ply):
                self.faults.append(
                    f"fencing: match {match} took a line of a former owner after ply {ply}"
                )
        for match, (epoch, ply) in idle.items():
            self.acknowledged += ply >= 0
            if ply >= 0 and not await connection.fetchval(_LINE, match, epoch, ply):
                self.faults.append(
                    f"fencing: match {match} lost the acknowledged line {ply} of epoch {epoch}"
                )
        return owned

    async def _freeze(self, old: WriterProcess) -> None:
        point = self._chance.choice(self.points)
        self.frozen[point] += 1
        if point == ANY:
            old.freeze()
        else:
            old.tell(freeze=point)
        end = monotonic() + 1.0
        while not old.frozen:
            if monotonic() > end:
                old.freeze()
            await asyncio.sleep(0.001)
