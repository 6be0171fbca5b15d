"""Archives of old matches: writing them, and checking the files."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import asyncpg

from app.games import BY_SLUG
from app.ops.database import print_progress
from app.settings import Settings
from app.store.database.pools import Database
from app.store.upkeep.archive import ArchiveReport, archive_month, months_to_archive, verify_archive

LOCK_TIMEOUT = "2s"
"""Everybody who wants a table that we wait for waits behind us."""
ATTEMPTS = 30
LIMIT = 3600.0
"""Seconds for one statement."""


def archive_old(settings: Settings, url: str, today: date | None = None) -> Iterator[str]:
    """Archives every month that is older than the settings allow; a sentence for each.

    Safe to end at any moment, and beside a server. Raises BadArchive, OSError, StoreAway.
    """
    assert settings.keep_match_years is not None, "the caller has checked it"
    today = today or datetime.now(UTC).date()
    before = date(today.year - settings.keep_match_years, today.month, 1)
    for month in asyncio.run(_months(url, before)):
        print_progress(f"Archiving the matches of {month:%B %Y} ...")
        report = asyncio.run(_archive(url, month, settings.archive_dir))
        yield (
            f"{month:%B %Y}: left as it is, since a match of that month still runs."
            if report is None
            else f"{month:%B %Y}: {report.matches:,} matches with {report.entries:,} entries are "
            f"in {settings.archive_dir}."
        )


def check_archives(files: list[Path]) -> Iterator[str]:
    """Verifies every chain and replays every match of today's rules. Raises BadArchive."""
    for file in files:
        report = verify_archive(file, BY_SLUG)
        yield (
            f"{file}: {report.matches:,} matches with {report.entries:,} entries verify, "
            f"{report.replayed:,} of them replayed by today's rules."
        )


async def _months(url: str, before: date) -> list[date]:
    database = Database(url)
    try:
        async with database.table_connection() as connection:
            return await months_to_archive(connection, before)
    finally:
        await database.close()


async def _archive(url: str, month: date, folder: Path) -> ArchiveReport | None:
    """Tries again while somebody, a backup perhaps, reads the month."""
    database = Database(url)
    try:
        connection = await database.connect(
            command_timeout=LIMIT,
            statement_timeout="0",
            transaction_timeout="0",
            idle_in_transaction_session_timeout="0",
            lock_timeout=LOCK_TIMEOUT,
        )
        try:
            for _ in range(ATTEMPTS):
                try:
                    return await archive_month(connection, month, folder)
                except asyncpg.LockNotAvailableError:
                    print_progress("Others use the entries of that month. Waiting for them ...")
                    await asyncio.sleep(10)
            return await archive_month(connection, month, folder)
        finally:
            await connection.close()
    finally:
        await database.close()
