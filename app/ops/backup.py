"""Backups: the database in one file, written and read by PostgreSQL's own programs.

After a restore, every epoch is higher than all before it. A table writes under the epoch that it
holds, and a backup brings epochs back that a server from before may hold still. So both statements
about epochs belong into the transaction of the restore. See decision 196.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import IO, Final
from urllib.parse import unquote, urlsplit, urlunsplit

from app.ops.binaries import Binaries, find_clients
from app.settings import libpq_url

_HIGHEST: Final = """
    BEGIN
        PERFORM set_config('pecking_order.{name}', greatest(
            found.highest, nullif(current_setting('pecking_order.{name}', true), '')::bigint
        )::text, true) FROM (SELECT max({column}) AS highest FROM public.{table}) AS found;
    EXCEPTION WHEN undefined_table THEN NULL;
    END;"""

REMEMBER_EPOCHS: Final = "".join(
    (
        "DO $$ BEGIN",
        _HIGHEST.format(name="epoch", column="epoch", table="rooms"),
        _HIGHEST.format(name="epoch", column="epoch", table="matches"),
        _HIGHEST.format(name="term", column="term", table="server_term"),
        "\nEND $$",
    )
)
"""Remembers the highest epochs, before the restore drops the tables."""

_RAISE: Final = """
    BEGIN
        UPDATE public.{table} SET epoch = 1 + greatest(
            epoch, nullif(current_setting('pecking_order.epoch', true), '')::bigint);
    EXCEPTION WHEN undefined_table THEN NULL;
    END;"""

RAISE_EPOCHS: Final = "".join(
    (
        "DO $$ BEGIN",
        _RAISE.format(table="rooms"),
        _RAISE.format(table="matches"),
        """
    CREATE TABLE IF NOT EXISTS public.server_term (term bigint NOT NULL);
    INSERT INTO public.server_term SELECT 1 + greatest(max(term), 0,
        nullif(current_setting('pecking_order.term', true), '')::bigint) FROM public.server_term;
    DELETE FROM public.server_term WHERE term < (SELECT max(term) FROM public.server_term);
END $$""",
    )
)
"""Raises every epoch above the remembered ones, and counts the restore among the lock's holders."""


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
            f"--command={REMEMBER_EPOCHS}",
            f"--command={clear}",
            f"--file={script.name}",
            f"--command={RAISE_EPOCHS}",
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
