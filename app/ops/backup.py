"""Backups: the database in one file, written and read by PostgreSQL's own programs."""

import os
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from app.ops import restored_epochs
from app.ops.binaries import find_clients
from app.settings import libpq_url


class BackupFailed(Exception):
    """The program did not succeed; the message quotes it."""


def backup(url: str, file: Path) -> int:
    """Save the database to `file`, which is replaced only by a whole one; the file's size in bytes.

    May run while people play: it sees one moment. Raises BackupFailed, NoPostgres.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        _run(
            "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}", url=url
        )
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def restore(url: str, file: Path) -> None:
    """Replaces the whole database by the file's content; if anything fails, nothing changes.

    Nobody may be playing. Raises BackupFailed, PostgresNotFound, FileNotFoundError.
    """
    if not file.exists():
        raise FileNotFoundError(f"There is no file {file}.")
    with tempfile.NamedTemporaryFile(suffix=".sql") as script:
        # As SQL first, not straight into the database: a truncated file must change nothing.
        as_sql(file, Path(script.name))
        # pg_restore would drop only what the file knows; later tables would block migrations.
        clear = (
            "SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        )
        options = [
            "--quiet",
            "--no-psqlrc",
            "--set=ON_ERROR_STOP=1",
            "--single-transaction",
            "--output=/dev/null",
        ]
        work = [
            f"--command={restored_epochs.REMEMBER}",
            f"--command={clear}",
            f"--file={script.name}",
            f"--command={restored_epochs.RAISE}",
        ]
        _run("psql", *options, *work, url=url)


def as_sql(file: Path, script: Path) -> None:
    """Write all that a backup holds as readable SQL. Raises BackupFailed, NoPostgres."""
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file))


def _run(name: str, *arguments: str, url: str | None = None) -> None:
    """Runs a program; the password goes by the environment, where other users cannot read it."""
    command = [find_clients().program(name), *arguments]
    environment = dict(os.environ)
    if url is not None:
        parts = urlsplit(libpq_url(url))
        who, at, where = parts.netloc.rpartition("@")
        user, _, password = who.partition(":")
        command.append(f"--dbname={urlunsplit(parts._replace(netloc=f'{user}{at}{where}'))}")
        if password:
            environment["PGPASSWORD"] = unquote(password)
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise BackupFailed(f"{name} did not succeed: {done.stderr.strip()}")
