"""Migrations of the schema, by alembic in this process, one process at a time."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from app.ops.database import connect
from app.settings import ROOT

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = ROOT / "migrations"
LOCK = 0x7065636B  # "peck": the advisory lock under which one process migrates and the others wait
_REVISION = re.compile(r"^(down_)?revision\b[^=\n]*=(.*)$", re.MULTILINE)
_NAME = re.compile(r"[\"']([^\"']+)[\"']")


class NewerSchema(Exception):
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
    """The revisions that no other follows: where an up-to-date database stands.

    Read from the files as text: importing alembic makes each start 60 ms longer.
    """
    named, followed = set[str](), set[str]()
    for file in (scripts / "versions").glob("*.py"):
        for kind, value in _REVISION.findall(file.read_text()):
            (followed if kind else named).update(_NAME.findall(value))
    return named - followed


async def migrate(url: str, scripts: Path = SCRIPTS) -> bool:
    """Brings the schema to its head; returns whether there was anything to do.

    Raises Unreachable, and NewerSchema if the database has revisions unknown to this version.
    """
    wanted = heads(scripts)
    connection = await connect(url)
    try:
        if await revisions(connection) == wanted:
            return False
        await connection.execute("SELECT pg_advisory_lock($1)", LOCK)  # let go with the connection
        if (
            await revisions(connection) == wanted
        ):  # another process was waiting for us, or we for it
            return False
        await asyncio.to_thread(_upgrade, url, scripts)  # env.py runs a loop of its own
        return True
    finally:
        await connection.close()


async def revisions(connection: asyncpg.Connection) -> set[str]:
    """The revisions that the database has; empty before the first migration."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return set()
    return {
        row["version_num"]
        for row in await connection.fetch("SELECT version_num FROM alembic_version")
    }


def _upgrade(url: str, scripts: Path) -> None:
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(config(url, scripts), "head")
    except CommandError as error:
        if "Can't locate revision" in str(error):
            raise NewerSchema(
                "A newer version of Pecking Order has used this database: update this one first."
            ) from None
        raise
