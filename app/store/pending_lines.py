"""Lines on their way into the log, each with the answer that its table waits for."""

import asyncio
from collections.abc import Collection, Sequence

import asyncpg
import msgspec

from app.store.log_lines import PreparedLine
from app.table.ports import Fenced, StoreAway


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


def settle(batch: Sequence[PendingLine], written: Collection[str], counts: WriteCounts) -> None:
    """Ends lines of a commit. `written`: the matches whose line it wrote."""
    for waiting in batch:
        line = waiting.prepared.line
        if line.match in written:
            counts.lines += 1
            if not waiting.done.done():
                waiting.done.set_result(None)
        else:
            counts.fenced += 1
            fail(
                waiting,
                Fenced(f"match {line.match} is not at ply {line.ply} under epoch {line.epoch}"),
            )


def lose(batch: Sequence[PendingLine], away: StoreAway, counts: WriteCounts) -> None:
    """Ends lines of which it is unknown whether they were written."""
    counts.unknown += len(batch)
    for waiting in batch:
        fail(waiting, StoreAway(str(away)))


def refuse(waiting: PendingLine, error: Exception, counts: WriteCounts) -> None:
    """Ends a line that was not written."""
    if isinstance(error, asyncpg.UniqueViolationError) and "_match_id_command_" in (
        error.constraint_name or ""
    ):
        settle([waiting], (), counts)  # written before: who reads the log again finds it there
    else:
        fail(waiting, error)


def fail(waiting: PendingLine, error: Exception) -> None:
    """Ends a line with an error, unless its table has stopped waiting."""
    if not waiting.done.done():
        waiting.done.set_exception(error)
