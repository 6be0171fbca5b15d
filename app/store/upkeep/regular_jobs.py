"""Jobs that the server does by itself: one each day, two every six hours, one in ten minutes.

The daily job removes what is old, makes the coming months, and starts the archiving. The others
remove what has run out (logins, links, invitations, kept lines, counts of wrong passwords), and
what erased accounts left on disk.
app/web/server/background.py repeats them, also after a failure.
"""

import asyncio
import os
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from app.settings import ROOT
from app.store.database import news
from app.store.database.pools import Database
from app.store.matches import event_lines
from app.store.people import (
    device_transfers,
    invitations,
    password_resets,
    screens,
    sessions,
    wrong_passwords,
)
from app.store.upkeep import retention
from app.store.upkeep.backups import Backups, newest_on
from app.store.upkeep.entry_months import make_coming_months
from app.store.upkeep.erasure import vacuum_erased
from app.store.upkeep.retention import Retention
from app.table.ports import Clock

FIRST_AFTER: Final = 120.0
"""Seconds after the start, so that a server that opens for one evening does it too."""
LOOK_EVERY: Final = 1800.0
"""Seconds between two looks whether the daily job is due."""
DUE_AFTER: Final = timedelta(hours=23)
"""Since the last run began."""
PAUSE: Final = 0.05
"""Seconds between two steps, in which tables have the database for themselves."""
STATEMENT_LIMIT: Final = 30
"""Seconds."""
FORGET_EVERY: Final = 600.0
"""Seconds between two looks for old news and counts of wrong passwords."""
CLEAN_UP_EVERY: Final = 6 * 3600.0
"""Seconds."""

log = structlog.get_logger(__name__)


class DailyJob:
    """Runs once a day on the server that owns the database; /metrics asks it how that went."""

    def __init__(self, database: Database, kept: Retention, clock: Clock) -> None:
        self._database, self._kept, self._clock = database, kept, clock
        self.last_success: datetime | None = None
        self.backups = Backups()
        """As of the last look."""

    async def run_if_due(self) -> None:
        """Raises StoreAway and what the driver raises; the caller tries again."""
        if await self._is_due():
            await self.run()

    async def _is_due(self) -> bool:
        async with self._database.table_connection() as connection:
            self.last_success = await retention.last_run(connection)
            self.backups = await newest_on(connection)
        return self.last_success is None or self._clock.now() - self.last_success >= DUE_AFTER

    async def run(self) -> dict[str, int]:
        """Does it now; returns the numbers of removed rows by kind. Raises StoreAway."""
        began = self._clock.now()
        removed: Counter[str] = Counter()
        connection = await self._database.connect(
            command_timeout=STATEMENT_LIMIT + 5,
            statement_timeout=f"{STATEMENT_LIMIT}s",
            transaction_timeout=f"{STATEMENT_LIMIT}s",
        )
        try:
            await make_coming_months(connection, began.astimezone(UTC).date())
            async for kind, number in retention.remove_old(connection, self._kept, began):
                removed[kind] += number
                await asyncio.sleep(PAUSE)
            if self._kept.match_years is not None:
                await archive_in_another_process()
            await retention.record_run(connection, began, self._clock.now(), dict(removed))
        finally:
            await connection.close()
        self.last_success = began
        log.info("daily job done", **removed)
        return dict(removed)


async def archive_in_another_process() -> None:
    """Runs `archive`; reading and checking a month would keep the tables of this one waiting."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "app",
        "archive",
        stdin=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        if await process.wait() != 0:
            log.error("archiving failed", status=process.returncode)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def delete_expired(database: Database) -> None:
    """Deletes logins, links, invitations and kept lines that have run out.

    Raises DATABASE_ERRORS.
    """
    async with database.sessions.begin() as db:
        await sessions.delete_expired(db)
        await device_transfers.delete_expired(db)
        await password_resets.delete_expired(db)
        await screens.delete_expired(db, datetime.now(UTC))
        await invitations.delete_expired(db)
        await event_lines.delete_ended(db)


async def forget_what_is_brief(database: Database) -> None:
    """Removes old news, and counts of wrong passwords that are old or too many.

    Raises DATABASE_ERRORS.
    """
    async with database.sessions.begin() as db:
        await news.remove_old(db)
        await wrong_passwords.remove_old(db)


class ErasedRows:
    """Removes from disk what was deleted, and remembers what needs no second rewriting."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._vacuumed: int | None = None

    async def vacuum(self) -> None:
        """Raises StoreAway."""
        self._vacuumed = await vacuum_erased(self._database, self._vacuumed)
