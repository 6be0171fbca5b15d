"""Group commit: one task writes the lines of all tables, and lines that wait share a commit.

A failed commit leaves open whether it happened: everyone in it gets StoreAway and has to claim
and read again. The task is never cancelled inside a call; a closed log drains. A line that meets
a lock goes on waiting by itself, over another connection.
"""

import asyncio
import random
from collections import deque
from contextvars import Context
from typing import Final

import asyncpg
import structlog

from app.store.database import connections
from app.store.database.connections import (
    ROLLED_BACK_ERRORS,
    Connection,
    raising_store_away,
    terminating_on_timeout,
)
from app.store.database.pools import Database
from app.store.log.lines import (
    PendingLine,
    WriteCounts,
    append_lines,
    fail,
    is_entry_only,
    lose,
    prepare,
    refuse,
    settle,
)
from app.table.model.records import LogLine
from app.table.ports import StoreAway
from app.text.error_chain import error_chain

__all__ = ["GroupCommitWriter", "WriteCounts"]

MAX_BATCH: Final = 64
"""The most lines in one commit."""

LOCK_TIMEOUT: Final = "100ms"
"""The time that a batch waits for a lock, and all tables with it."""

MAX_BLOCKED: Final = 2
"""Blocked lines that wait at the same time, each on one of the pool's four connections."""

RECONNECT_DELAYS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds between attempts to connect again."""

log = structlog.get_logger(__name__)


class BlockedTooLong(Exception):
    """No turn came for a blocked line, so nothing of it was written."""


class GroupCommitWriter:
    """Writes lines over its own connection, from the first line until `close` on the same loop.

    A match has one line under way at a time, in the batch or blocked.
    """

    def __init__(self, database: Database) -> None:
        self.counts = WriteCounts()
        self._database = database
        self._queue: deque[PendingLine] = deque()
        self._in_hand: list[PendingLine] = []
        """The batch that is being written."""
        self._blocked: dict[str, asyncio.Task[None]] = {}
        """By match: the line that waits for a lock."""
        self._blocked_turns = asyncio.Semaphore(MAX_BLOCKED)
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
            self._task = asyncio.create_task(
                self._run(),
                name="move log",
                context=Context(),  # of no table
            )
            self._task.add_done_callback(self._ended)
        await waiting.done

    async def close(self) -> None:
        """Writes what has been accepted, then lets go of the connection."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._blocked:
            await asyncio.wait(self._blocked.values())
        await self._disconnect()

    async def _run(self) -> None:
        while True:
            self._in_hand = batch = self._next_batch()
            if batch:
                await self._commit(batch)
            elif self._closing and not self._blocked:
                return
            else:
                self._wake.clear()
                await self._wake.wait()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Refuses every line that waits, if a mistake of ours ended the task.

        The next line starts another task.
        """
        error = None if task.cancelled() else task.exception()
        if error is None and self._closing and not self._queue:
            return
        waiting = [*self._in_hand, *self._queue]
        log.error(
            "move log writer failed",
            lines=[(one.prepared.line.match, one.prepared.line.ply) for one in waiting],
            error="the task was ended" if error is None else error_chain(error),
        )
        self._task, self._in_hand = None, []
        self._queue.clear()
        if self._connection is not None:
            self._connection.terminate()
        self.counts.unknown += sum(not one.done.done() for one in waiting)
        for one in waiting:
            fail(one, StoreAway("the move log's writer failed"))

    def _next_batch(self) -> list[PendingLine]:
        """The lines that waited longest, one for each match; abandoned ones are dropped.

        A match whose line is blocked is left out.
        """
        batch: dict[str, PendingLine] = {}
        later: list[PendingLine] = []
        while self._queue and len(batch) < MAX_BATCH:
            waiting = self._queue.popleft()
            if waiting.done.done():
                continue
            match = waiting.prepared.line.match
            if match in batch or match in self._blocked:
                later.append(waiting)
            else:
                batch[match] = waiting
        self._queue.extendleft(reversed(later))
        return list(batch.values())

    async def _commit(self, batch: list[PendingLine]) -> None:
        try:
            connection = await self._connected()
            with raising_store_away(self._database.disk):
                written = await self._write(connection, batch)
        except StoreAway as away:
            if isinstance(away.__cause__, ROLLED_BACK_ERRORS):
                await self._commit_one_by_one(batch, away)
                return
            await self._disconnect()
            lose(batch, away, self.counts)
        except Exception as error:  # broad: this task writes for all tables and must go on
            await self._commit_one_by_one(batch, error)
        else:
            settle(batch, written, self.counts)

    async def _commit_one_by_one(self, batch: list[PendingLine], error: Exception) -> None:
        """Writes each line of a failed batch alone, so that only the bad one fails or waits."""
        if len(batch) > 1:
            for waiting in batch:
                await self._commit([waiting])
        elif isinstance(error.__cause__, asyncpg.LockNotAvailableError):
            match = batch[0].prepared.line.match
            assert match not in self._blocked, "a match has one line under way"
            self._blocked[match] = asyncio.create_task(self._write_blocked(batch[0]))
        else:
            refuse(batch[0], error, self.counts)

    async def _write_blocked(self, waiting: PendingLine) -> None:
        """Writes one line over a connection of the pool, within the limits of a table."""
        try:
            await self._wait_for_turn()
            try:
                if not waiting.done.done():
                    async with self._database.table_connection() as connection:
                        written = await self._write(connection, [waiting])
                    settle([waiting], written, self.counts)
            finally:
                self._blocked_turns.release()
        except StoreAway as away:
            if isinstance(away.__cause__, (*ROLLED_BACK_ERRORS, BlockedTooLong)):
                fail(waiting, away)
            else:
                lose([waiting], away, self.counts)
        except Exception as error:  # broad: the table must hear of it
            refuse(waiting, error, self.counts)
        finally:
            del self._blocked[waiting.prepared.line.match]
            self._wake.set()

    async def _wait_for_turn(self) -> None:
        """Raises StoreAway if earlier blocked lines wait too long themselves."""
        try:
            async with asyncio.timeout(connections.TABLE_POOL_TIMEOUT):
                await self._blocked_turns.acquire()
        except TimeoutError:
            raise StoreAway("too many lines wait for locks") from BlockedTooLong()

    async def _write(self, connection: Connection, batch: list[PendingLine]) -> set[str]:
        """Commits one batch; returns the matches whose line was written."""
        lines = [waiting.prepared for waiting in batch]
        if all(is_entry_only(prepared.line) for prepared in lines):
            written = await append_lines(connection, lines)
        else:
            async with connection.transaction():
                with terminating_on_timeout(connection):
                    written = await append_lines(connection, lines)
        self.counts.commits += 1
        self.counts.largest_batch = max(self.counts.largest_batch, len(batch))
        return written

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
        self._connection = await self._database.connect(lock_timeout=LOCK_TIMEOUT)
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
