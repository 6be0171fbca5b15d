"""Backups: the database in one file, written and read by PostgreSQL's own programs."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import IO
from urllib.parse import unquote, urlsplit, urlunsplit

from app.ops import restored_epochs
from app.ops.binaries import Binaries, find_clients
from app.settings import libpq_url


class BackupFailed(Exception):
    """The program did not succeed; the message quotes it."""


def backup(url: str, file: Path) -> int:
    """Save the database to `file`, which is replaced only by a whole one; the file's size in bytes.

    May run while people play: it sees one moment. Raises BackupFailed, PostgresNotFound.
    """
    tools = find_clients(server_major(url))
    part = file.with_name(f"{file.name}.part")
    try:
        options = ("--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        _run(tools, "pg_dump", *options, url=url)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def write_backup(url: str, output: IO[bytes]) -> None:
    """Write the same to a stream, once the whole of it is saved.

    Raises BackupFailed, PostgresNotFound.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "saved.dump")
        backup(url, file)
        with file.open("rb") as saved:
            shutil.copyfileobj(saved, output)
        output.flush()


def restore(url: str, file: Path | None) -> None:
    """Replaces the whole database by the file's content; if anything fails, nothing changes.

    Without a file, the standard input is read. Nobody may be playing.
    Raises BackupFailed, PostgresNotFound, FileNotFoundError.
    """
    if file is not None and not file.exists():
        raise FileNotFoundError(f"There is no file {file}.")
    tools = find_clients(server_major(url))
    with tempfile.NamedTemporaryFile(suffix=".sql") as script:
        # As SQL first, not straight into the database: a truncated file must change nothing.
        as_sql(file, Path(script.name), tools)
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
        _run(tools, "psql", *options, *work, url=url)


def as_sql(file: Path | None, script: Path, tools: Binaries | None = None) -> None:
    """Write all that a backup holds as readable SQL. Raises BackupFailed, PostgresNotFound."""
    source = [] if file is None else [str(file)]
    options = ("--no-owner", "--no-privileges", f"--file={script}")
    _run(tools or find_clients(), "pg_restore", *options, *source)


def server_major(url: str) -> int:
    """The server's major version. Raises BackupFailed, PostgresNotFound."""
    options = ("--no-psqlrc", "--tuples-only", "--no-align", "--command=SHOW server_version_num")
    with tempfile.TemporaryFile() as output:
        _run(find_clients(), "psql", *options, url=url, output=output)
        output.seek(0)
        return int(output.read()) // 10_000


def _run(
    tools: Binaries,
    name: str,
    *arguments: str,
    url: str | None = None,
    output: IO[bytes] | int = subprocess.PIPE,
) -> None:
    """Runs a program; the password goes by the environment, where other users cannot read it."""
    command = [tools.program(name), *arguments]
    environment = dict(os.environ)
    if url is not None:
        parts = urlsplit(libpq_url(url))
        who, at, where = parts.netloc.rpartition("@")
        user, _, password = who.partition(":")
        command.append(f"--dbname={urlunsplit(parts._replace(netloc=f'{user}{at}{where}'))}")
        if password:
            environment["PGPASSWORD"] = unquote(password)
    done = subprocess.run(
        command, stdout=output, stderr=subprocess.PIPE, text=True, check=False, env=environment
    )
    if done.returncode:
        raise BackupFailed(f"{name} did not succeed: {done.stderr.strip()}")
