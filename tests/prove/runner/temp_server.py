"""The folder in which a house of a proof lives, with a database in it that is ready to be used."""

import asyncio
import atexit
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from app.ops.migrations import migrate
from app.ops.postgres import Postgres


def database_folder() -> Path:
    """A folder that every account may enter: run by root, PostgreSQL is not root. In it, as `data`, a database with the schema."""
    folder = _empty_folder()
    subprocess.run(["cp", "-a", _database_as_made(), folder], check=True)
    return folder


def _empty_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="crashes-"))
    folder.chmod(0o755)
    return folder


@cache
def _database_as_made() -> Path:
    """Made once, and copied for everybody until the program ends: to make one takes longer than most proofs of a planted fault."""
    folder = _empty_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Postgres(folder / "data", fsync=False) as server:
        asyncio.run(migrate(server.url))
    return folder / "data"
