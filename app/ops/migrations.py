"""Migrations of the schema, by alembic in this process, one process at a time."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import asyncpg
from sqlalchemy.exc import DBAPIError

from app.ops.database import connect, print_progress
from app.settings import ROOT
from app.store.upkeep.entry_months import make_coming_months

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = ROOT / "migrations"
LOCK = 0x7065636B  # "peck": the advisory lock under which one process migrates and the others wait
LOCK_NOT_AVAILABLE: Final = "55P03"
HALF_MIGRATED: Final = (
    "The tables in this database are incomplete, as after a migration or a restore that was cut "
    "short. Restore a backup, or start with an empty database."
)
_REVISION = re.compile(r"^(down_)?revision\b[^=\n]*=(.*)$", re.MULTILINE)
_NAME = re.compile(r"[\"']([^\"']+)[\"']")
_MISSING: Final = """
SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass('public.' || name) IS NULL
"""
_BLOCKERS: Final = """
SELECT DISTINCT 'session ' || other.pid || ' (' || coalesce(nullif(other.application_name, ''),
    'without a name') || ')'
FROM pg_locks AS mine JOIN pg_stat_activity AS other ON other.pid = mine.pid
WHERE mine.locktype = 'relation' AND mine.granted AND other.pid <> pg_backend_pid()
AND mine.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND other.state <> 'idle'
"""


class UnusableSchema(Exception):
    """A schema that this version can't bring to its own; the message says what to do."""


class NewerSchema(UnusableSchema):
    """The database was migrated by a newer version of this program."""


def config(url: str, scripts: Path = SCRIPTS) -> "Config":
    """Alembic's settings without an ini file. New files are named by date, to sort in order."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(scripts))
    made.set_main_option("path_separator", "os")
    made.set_main_option(
        "file_template", "%%(year)d%%(month).2d%%(day).2d_%%(hour).2d%%(minute).2d_%%(slug)s"
    )
    made.set_main_option("timezone", "UTC")
    made.attributes["url"] = (
        url  # not an option, where a % in a password would be read as a reference
    )
    return made


def heads(scripts: Path = SCRIPTS) -> set[str]:
    """The revisions that no other follows: where an up-to-date database stands."""
    named, followed = _read_revisions(scripts)
    return named - followed


def _read_revisions(scripts: Path) -> tuple[set[str], set[str]]:
    """All revisions, and those that another follows.

    Read from the files as text: importing alembic makes each start 60 ms longer.
    """
    named, followed = set[str](), set[str]()
    for file in (scripts / "versions").glob("*.py"):
        for kind, value in _REVISION.findall(file.read_text()):
            (followed if kind else named).update(_NAME.findall(value))
    return named, followed


async def is_current(url: str, scripts: Path = SCRIPTS) -> bool:
    """True if there is nothing to migrate. Raises Unreachable."""
    connection = await connect(url)
    try:
        return await revisions(connection) == heads(scripts)
    finally:
        await connection.close()


async def migrate(url: str, scripts: Path = SCRIPTS) -> bool:
    """Brings the schema to its head; returns whether there was anything to do.

    Makes the coming months' partitions. Raises Unreachable, and UnusableSchema for a database
    that it leaves alone.
    """
    connection = await connect(url)
    try:
        migrated = await _migrate(connection, url, scripts)
        if scripts == SCRIPTS:
            await make_coming_months(connection, datetime.now(UTC).date())
        return migrated
    finally:
        await connection.close()


async def _migrate(connection: asyncpg.Connection, url: str, scripts: Path) -> bool:
    wanted = heads(scripts)
    if await revisions(connection) == wanted:
        await _check_complete(connection)
        return False
    if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):
        print_progress("Another process migrates this database. Waiting for it ...")
        await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
    # the lock is let go with the connection
    found = await revisions(connection)
    if found == wanted:  # another process was waiting for us, or we for it
        return False
    await _check_usable(connection, found, scripts)
    await _upgrade_patiently(connection, url, scripts)
    return True


async def _upgrade_patiently(connection: asyncpg.Connection, url: str, scripts: Path) -> None:
    """Upgrades; again and again while others use a table that it needs, and says so."""
    said = ""
    while True:
        try:
            await asyncio.to_thread(_upgrade, url, scripts)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
        else:
            return
        blockers = ", ".join(row[0] for row in await connection.fetch(_BLOCKERS)) or "others"
        if blockers != said:
            print_progress(f"The migration waits for tables that others use: {blockers} ...")
            said = blockers


async def _check_usable(connection: asyncpg.Connection, found: set[str], scripts: Path) -> None:
    """Raises UnusableSchema where the migrations must not run."""
    known, _ = _read_revisions(scripts)
    if found - known:
        raise NewerSchema(
            "A newer version of Pecking Order has used this database: update this one first."
        )
    if len(found) > 1:
        raise UnusableSchema(HALF_MIGRATED)
    if not found and await connection.fetchval("SELECT to_regclass('public.accounts')"):
        raise UnusableSchema(HALF_MIGRATED)


async def _check_complete(connection: asyncpg.Connection) -> None:
    """Raises UnusableSchema where the revision is ours but a table is missing."""
    from app.store.database.base import Base

    missing = await connection.fetch(_MISSING, list(Base.metadata.tables))
    if missing:
        names = ", ".join(row["name"] for row in missing)
        raise UnusableSchema(f"{HALF_MIGRATED} Missing: {names}.")


async def revisions(connection: asyncpg.Connection) -> set[str]:
    """The revisions that the database has; empty before the first migration."""
    if await connection.fetchval("SELECT to_regclass('public.alembic_version')") is None:
        return set()
    return {
        row["version_num"]
        for row in await connection.fetch("SELECT version_num FROM public.alembic_version")
    }


def _upgrade(url: str, scripts: Path) -> None:
    """Runs in a thread: env.py runs a loop of its own."""
    from alembic import command

    command.upgrade(config(url, scripts), "head")
