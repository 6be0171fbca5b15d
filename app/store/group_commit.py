"""Group commit: one task writes the lines of all tables, and lines that wait share a commit.

A failed commit leaves open whether it happened: everyone in it gets StoreAway and has to claim
and read again. The task is never cancelled inside a call; a closed log drains.
"""

import asyncio
import random
from collections import deque
from typing import Final

import asyncpg
import msgspec

from app.store.connections import (
    ROLLED_BACK_ERRORS,
    Connection,
    raising_store_away,
    terminating_on_timeout,
)
from app.store.database import Database
from app.store.log_lines import PreparedLine, append_lines, is_entry_only, prepare
from app.table.ports import Fenced, LogLine, StoreAway

MAX_BATCH: Final = 64
"""The most lines in one commit."""

RECONNECT_DELAYS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds between attempts to connect again."""


class WriteCounts(msgspec.Struct):
    """Counts since the start."""

    lines: int = 0
    """Written."""
    commits: int = 0
    fenced: int = 0
    unknown: int = 0
    """Lines of which it is unknown whether they were written."""
    largest_batch: int = 0
    """Most lines in one commit."""


class PendingLine(msgspec.Struct, eq=False):
    prepared: PreparedLine
    done: "asyncio.Future[None]"


class GroupCommitWriter:
    """Writes lines over its own connection, from the first line until `close` on the same loop."""

    def __init__(self, database: Database) -> None:
        self.counts = WriteCounts()
        self._database = database
        self._queue: deque[PendingLine] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._failures = 0

    async def write(self, line: LogLine) -> None:
        """Returns once the line is on disk. Raises Fenced, StoreAway, UnstorableText.

        Cancelling the caller leaves the fate of its line open.
        """
        if self._closing:
            raise StoreAway("the log is closed")
        self._database.disk.require_room()
        waiting = PendingLine(prepare(line), asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="move log")
        await waiting.done

    async def close(self) -> None:
        """Writes what has been accepted, then lets go of the connection."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await asyncio.shield(self._task)
        await self._disconnect()

    async def _run(self) -> None:
        while True:
            batch = self._next_batch()
            if batch:
                await self._commit(batch)
            elif self._closing:
                return
            else:
                self._wake.clear()
                await self._wake.wait()

    def _next_batch(self) -> list[PendingLine]:
        """The lines that waited longest, one for each match; abandoned ones are dropped."""
        batch: dict[str, PendingLine] = {}
        later: list[PendingLine] = []
        while self._queue and len(batch) < MAX_BATCH:
            waiting = self._queue.popleft()
            if waiting.done.done():
                continue
            if waiting.prepared.line.match in batch:
                later.append(waiting)
            else:
                batch[waiting.prepared.line.match] = waiting
        self._queue.extendleft(reversed(later))
        return list(batch.values())

    async def _commit(self, batch: list[PendingLine]) -> None:
        try:
            connection = await self._connected()
            written = await self._write(connection, batch)
        except StoreAway as away:
            if isinstance(away.__cause__, ROLLED_BACK_ERRORS):
                await self._commit_one_by_one(batch, away)
                return
            await self._disconnect()
            self.counts.unknown += len(batch)
            for waiting in batch:
                _fail(waiting, StoreAway(str(away)))
            return
        except Exception as error:  # broad: this task writes for all tables and must go on
            await self._commit_one_by_one(batch, error)
            return
        self._settle(batch, written)

    async def _commit_one_by_one(self, batch: list[PendingLine], error: Exception) -> None:
        """Writes each line of a failed batch alone, so that only the bad one fails."""
        if len(batch) > 1:
            for waiting in batch:
                await self._commit([waiting])
        elif isinstance(error, asyncpg.UniqueViolationError) and "_match_id_command_" in (
            error.constraint_name or ""
        ):
            self._settle(batch, set())  # written before: who reads the log again finds it there
        else:
            _fail(batch[0], error)

    async def _write(self, connection: Connection, batch: list[PendingLine]) -> set[str]:
        """Commits one batch.

        Raises StoreAway, which leaves open whether it happened, or our own mistake, and then
        nothing is written.
        """
        lines = [waiting.prepared for waiting in batch]
        async with raising_store_away(self._database.disk):
            if all(is_entry_only(prepared.line) for prepared in lines):
                written = await append_lines(connection, lines)
            else:
                async with connection.transaction():
                    with terminating_on_timeout(connection):
                        written = await append_lines(connection, lines)
        self.counts.commits += 1
        self.counts.largest_batch = max(self.counts.largest_batch, len(batch))
        return written

    def _settle(self, batch: list[PendingLine], written: set[str]) -> None:
        for waiting in batch:
            line = waiting.prepared.line
            if line.match in written:
                self.counts.lines += 1
                if not waiting.done.done():
                    waiting.done.set_result(None)
            else:
                self.counts.fenced += 1
                _fail(
                    waiting,
                    Fenced(f"match {line.match} is not at ply {line.ply} under epoch {line.epoch}"),
                )

    async def _connected(self) -> Connection:
        """The connection, reopened where it was lost: at once first, then after growing pauses.

        Raises StoreAway.
        """
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if self._failures:
            pause = RECONNECT_DELAYS[min(self._failures, len(RECONNECT_DELAYS)) - 1]
            await asyncio.sleep(pause * random.uniform(0.5, 1))
        self._failures += 1
        self._connection = await self._database.connect()
        self._failures = 0
        return self._connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None or connection.is_closed():
            return
        try:
            await connection.close(timeout=1)
        except (
            OSError,
            TimeoutError,
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,
        ):
            connection.terminate()


def _fail(waiting: PendingLine, error: Exception) -> None:
    if not waiting.done.done():
        waiting.done.set_exception(error)
