"""The verb `drain`: processes that serve a database give their tables to others, and end.

It writes a word into the process's row; what the process does then, handing_over.py says.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final

import asyncpg

from app.ops.database import connect
from app.store.database.server_lock import LIVES

ENDS_WITHIN: Final = 120.0
"""Seconds; a process has 20 s for the one in its place, 60 s to hand over and 8 s to close."""
REPLACED_WITHIN: Final = 60.0
"""Seconds until as many live as before, when all are drained in turn."""
LOOK_EVERY: Final = 0.2

_LIVING: Final = f"""
SELECT number, name FROM processes WHERE {LIVES.format(number="number")} AND NOT draining
ORDER BY started_at, number
"""  # noqa: S608  a constant of ours
_LIVES: Final = f"SELECT {LIVES.format(number='$1::bigint')}"
_DRAIN: Final = "UPDATE processes SET draining = true WHERE number = $1"


class DrainFailed(Exception):
    """Nobody can be drained, or one did not end; the message says who."""


async def drain(url: str, name: str | None) -> AsyncIterator[str]:
    """Drains that process, or all that live, the oldest first; a sentence for each step.

    Raises DrainFailed, Unreachable.
    """
    connection = await connect(url)
    try:
        living = await connection.fetch(_LIVING)
        chosen = [row for row in living if name in (None, row["name"])]
        if not chosen:
            names = ", ".join(row["name"] for row in living)
            there = f"There are {names}." if names else "No processes share this database."
            raise DrainFailed(f"There is no process {name} to drain. {there}" if name else there)
        for row in chosen:
            if name is None:
                await _until_replaced(connection, len(living))
            await connection.execute(_DRAIN, row["number"])
            yield f"{row['name']} gives its tables away."
            await _until_ended(connection, row)
            yield f"{row['name']} has ended."
    finally:
        await connection.close()


async def _until_ended(connection: asyncpg.Connection, row: asyncpg.Record) -> None:
    end = time.monotonic() + ENDS_WITHIN
    while await connection.fetchval(_LIVES, row["number"]):
        if time.monotonic() > end:
            raise DrainFailed(f"{row['name']} has not ended within {ENDS_WITHIN:.0f} s.")
        await asyncio.sleep(LOOK_EVERY)


async def _until_replaced(connection: asyncpg.Connection, count: int) -> None:
    end = time.monotonic() + REPLACED_WITHIN
    while len(await connection.fetch(_LIVING)) < count:
        if time.monotonic() > end:
            raise DrainFailed(
                "Nobody has started a process in its place, so the others are left as they are. "
                "To drain one alone, name it."
            )
        await asyncio.sleep(LOOK_EVERY)
