"""The promise that a table has one owner: two processes write to the same tables, whoever writes is frozen, the other takes over, and
the frozen one wakes up and goes on as if nothing had happened.

PostgreSQL itself keeps the record: triggers compare the epoch of whoever writes a line, a room or a word with that of the owner at that
moment. So a stale write is seen even if the owner writes over it at once.
"""

import asyncio
import json
import os
import random
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

import asyncpg
from msgspec.structs import replace

from app.ops.migrations import migrate
from app.ops.postgres import Postgres
from app.rules.game import Seat
from app.rules.replay import Setup
from app.settings import ROOT, plain_database_url
from app.store.base import new_id
from app.store.database import Database
from app.store.move_log import PostgresMoveLog
from app.table.ports import Place
from tests.prove.crashes.campaign import Plan
from tests.prove.fencing.server_takeovers import ServerTakeovers
from tests.prove.fencing.writer import PLANTED, POINTS
from tests.prove.runner.patience import patient_timeout
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import database_folder
from tests.store.conftest import a_room
from tests.store.toy_game import TOY

TABLES: Final = 16
ROUNDS: Final = 30
"""Takeovers of each set of tables."""
FIRST_WORDS: Final = 60.0
"""Seconds of Patience within which a process must have started."""
PATIENCE: Final = 30.0
"""Seconds of Patience within which it must answer; PostgreSQL ends a lock that a frozen process holds after five."""

LEAST: Final = 5 * TABLES
"""Takeovers before which it does not end: what was never tried has not held."""
IMPATIENCE: Final = 8.0
"""The same where a fault was planted."""
ANY: Final = "any"
EVERYWHERE: Final = (ANY, *POINTS)
"""Where a writer is frozen: at any moment, or at the next passing of a point."""

_WATCH: Final = """
CREATE TABLE stale (what text, id text, epoch int, owner int);
CREATE FUNCTION watch_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale SELECT 'entry', id, NEW.epoch, epoch FROM matches WHERE id = NEW.match_id AND epoch <> NEW.epoch;
    RETURN NEW;
END $$;
CREATE FUNCTION watch_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale SELECT 'room', NEW.id, (NEW.room->'options'->>'by')::int, NEW.epoch
    WHERE (NEW.room->'options'->>'by')::int <> NEW.epoch;
    RETURN NEW;
END $$;
CREATE FUNCTION watch_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale SELECT 'word', id, NEW.text::int, epoch FROM rooms WHERE id = NEW.room_id AND epoch <> NEW.text::int;
    RETURN NEW;
END $$;
CREATE TRIGGER watch AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION watch_entry();
CREATE TRIGGER watch AFTER UPDATE ON rooms FOR EACH ROW WHEN (OLD.room IS DISTINCT FROM NEW.room) EXECUTE FUNCTION watch_room();
CREATE TRIGGER watch AFTER INSERT ON chat_lines FOR EACH ROW EXECUTE FUNCTION watch_word();
"""
"""Whoever writes under another epoch than the owner's is put down."""

_OLD_LINES: Final = "SELECT count(*) FROM entries WHERE match_id = $1 AND epoch < $2 AND ply >= $3"
_LINE: Final = "SELECT count(*) FROM entries WHERE match_id = $1 AND epoch = $2 AND ply = $3"


class Worker:
    """One writing process."""

    def __init__(self, process: asyncio.subprocess.Process, patience: float) -> None:
        self.process = process
        self._patience = patience

    @classmethod
    async def start(cls, url: str, fault: str | None, patience: float) -> "Worker":
        command = [
            sys.executable,
            "-P",
            "-m",
            "tests.prove.fencing.writer",
            url,
            *([fault] if fault else []),
        ]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        one = cls(process, patience)
        await one.hear("ready", FIRST_WORDS)
        return one

    def tell(self, **what: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(what)}\n".encode())

    async def hear(self, word: str, patience: float = 0.0) -> Any:
        assert self.process.stdout is not None
        patience = max(patience, self._patience)
        reading = asyncio.ensure_future(self.process.stdout.readline())
        try:
            async with patient_timeout(patience, self.process.pid):
                while not (await asyncio.wait({reading}, timeout=0.2))[0]:
                    if self.frozen:  # at a point that it passed only after it had been frozen and thawed otherwise
                        self.thaw()
        except TimeoutError:
            raise TimeoutError(f"a process did not say {word!r} within {patience:.0f} s") from None
        finally:
            reading.cancel()
        line = reading.result()
        assert line, "a writer ended by itself"
        return json.loads(line)[word]

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    @property
    def frozen(self) -> bool:
        return (
            Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        )

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class WriterDuel:
    """Two writers and what came of them."""

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
        self._workers: list[Worker] = []

    async def run(self, progress: Progress) -> None:
        database = Database(self.url)
        log = PostgresMoveLog(database)
        connection = await asyncpg.connect(plain_database_url(self.url))
        try:
            await connection.execute(_WATCH)
            self._workers = [
                await Worker.start(self.url, self.fault, self.patience) for _ in range(2)
            ]
            while not self._enough(progress):
                await self._set(connection, await self._furnish(log), progress)
        except (AssertionError, TimeoutError) as error:
            self.faults.append(f"owners: {error}")
        finally:
            for worker in self._workers:
                await worker.end()
            await connection.close()
            await log.close()
            await database.close()

    def _enough(self, progress: Progress) -> bool:
        return (progress.over and self.takeovers >= LEAST) or bool(self.faults)

    async def _furnish(self, log: PostgresMoveLog) -> list[tuple[str, str]]:
        rooms = [a_room(bots=2, match=new_id()) for _ in range(TABLES)]
        for room in rooms:
            places = [Place(Seat(seat.number), None, seat.bot, seat.name) for seat in room.seats]
            await log.begin(room, TOY, Setup(2, TOY.options()), places)
        return [(room.id, str(room.match)) for room in rooms]

    async def _set(
        self,
        connection: "asyncpg.Connection[asyncpg.Record]",
        tables: list[tuple[str, str]],
        progress: Progress,
    ) -> None:
        """The same tables go to and fro."""
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
        old: Worker,
        new: Worker,
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
        if early:  # the old one woke up before the new one had written anything: only the epoch tells them apart
            new.tell(write=True)
        self.takeovers += len(tables)
        self.faults += [
            f"owners: {row['what']} {row['id']} was written under epoch {row['epoch']} when it was owned under {row['owner']}"
            for row in await connection.fetch("DELETE FROM stale RETURNING *")
        ]
        for match, (epoch, ply) in owned.items():
            if epoch <= epochs[match][0]:
                self.faults.append(f"owners: match {match} has two owners under epoch {epoch}")
            if await connection.fetchval(_OLD_LINES, match, epoch, ply):
                self.faults.append(
                    f"owners: match {match} took a line of a former owner after ply {ply}"
                )
        for match, (epoch, ply) in idle.items():
            self.acknowledged += ply >= 0
            if ply >= 0 and not await connection.fetchval(_LINE, match, epoch, ply):
                self.faults.append(
                    f"owners: match {match} lost line {ply} of epoch {epoch}, which was acknowledged"
                )
        return owned

    async def _freeze(self, old: Worker) -> None:
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


def run_duel(
    options: RunOptions, fault: str | None = None, points: Sequence[str] = EVERYWHERE
) -> WriterDuel:
    """Two writers on a PostgreSQL of their own for so long; without fsync, which has nothing to do with it."""
    folder = database_folder()
    try:
        with Postgres(folder / "data", fsync=False) as postgres:
            asyncio.run(migrate(postgres.url))
            one = WriterDuel(
                postgres.url, options.seed, fault, points, IMPATIENCE if fault else PATIENCE
            )
            asyncio.run(one.run(Progress(options)))
            return one
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def prove(options: RunOptions) -> Findings:
    """Half of the time two writers, half of it two houses with people in them."""
    half = replace(options, minutes=options.minutes / 2)
    one, houses = run_duel(half), run_takeovers(half)
    where = ", ".join(f"{count} {point}" for point, count in sorted(one.frozen.items()))
    figure = (
        f"{len(one.faults)} stale writes or lost lines in {one.takeovers:,} takeovers (frozen: {where}); "
        f"{len(houses.faults)} faults in {houses.takeovers:,} takeovers between two houses, {houses.checker.seen:,} moves seen, "
        f"the slowest table went on after {houses.slowest:.1f} s"
    )
    counts = {
        "takeovers": one.takeovers,
        "takeovers between houses": houses.takeovers,
        "seen moves": houses.checker.seen,
    }
    return Findings(
        {"P4": figure}, (*one.faults[:20], *map(str, houses.faults[:20])), counts=counts
    )


def run_takeovers(options: RunOptions) -> ServerTakeovers:
    folder = database_folder()
    try:
        one = ServerTakeovers(
            Plan(options.seed, tables=6, seconds=options.minutes * 60, fsync=False),
            folder,
            loud=options.verbose,
        )
        asyncio.run(one.run())
        return one
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def broken_by(fault: str) -> Callable[[RunOptions], Findings]:
    points = ("asking",) if fault == "open-for-ever" else EVERYWHERE
    return lambda options: Findings({}, tuple(run_duel(options, fault, points).faults))


SAYS: Final = {
    "epoch-not-in-append": "a line is fenced by its ply alone",
    "epoch-not-in-room": "rooms and words are taken from whoever had the room once",
    "lease-checked-first": "a lease is looked at, and then a room is written",
    "one-epoch-for-all": "a claim does not raise the epoch",
    "open-for-ever": "a transaction may last as long as it likes",
}

PROOF: Final = Proof(
    "owners",
    ("P4",),
    "two processes write to the same tables, and are frozen while they do",
    prove,
    quick=0.15,
    planted={name: PlantedFault("P4", SAYS[name], broken_by(name)) for name in PLANTED},
)
