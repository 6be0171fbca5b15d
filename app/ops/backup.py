"""Backups: the database in one sealed file, written and read by PostgreSQL's own programs.

A restore reads the whole file and compares its checksum before it touches anything. After it, every
epoch is higher than all before it. A table writes under the epoch that it holds, and a backup
brings epochs back that a server from before may hold still. So both statements about epochs belong
into the transaction of the restore. See decision 196.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final
from urllib.parse import unquote, urlsplit, urlunsplit

import asyncpg

from app.ops.backup_seal import Seal, SealedFile, append_seal, verify_seal
from app.ops.binaries import Binaries, find_clients
from app.ops.database import Unreachable, connect, print_progress
from app.settings import libpq_url
from app.store.admin.audit_chain import Head, head_on
from app.store.upkeep import backups

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


def backup(url: str, file: Path) -> SealedFile:
    """Saves the database to `file`, which is replaced only by a whole one, and writes it down.

    May run while people play: it sees one moment. Only this account may read the file.
    Raises BackupFailed, PostgresNotFound, Unreachable.
    """
    saved = save(url, file)
    write_down(url, saved)
    return saved


def write_backup(url: str, output: IO[bytes]) -> None:
    """Writes the same to a stream, once the whole of it is saved.

    Raises BackupFailed, PostgresNotFound, Unreachable.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "saved.dump")
        sealed = save(url, file)
        with file.open("rb") as saved:
            shutil.copyfileobj(saved, output)
        output.flush()
    write_down(url, sealed)


def save(url: str, file: Path) -> SealedFile:
    """`backup` to a file of which nobody is told."""
    tools = find_clients(server_major(url))
    part = file.with_name(f"{file.name}.part")
    # Read before the content, which therefore has that line of the audit log.
    seal = Seal(datetime.now(UTC).replace(microsecond=0), asyncio.run(_audit_head(url)))
    try:
        options = ("--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        _run(tools, "pg_dump", *options, url=url)
        sealed = append_seal(part, seal)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return sealed


def write_down(url: str, saved: SealedFile, is_checked: bool = False) -> None:
    """Tells the database of a good backup, and so its administrators. A failure is only printed."""
    _tell(url, backups.record, saved.checksum, saved.seal.taken_at, saved.size, is_checked)


def cross_out(url: str, saved: SealedFile) -> None:
    """Tells the database that this backup did not come back. A failure is only printed."""
    _tell(url, backups.forget, saved.checksum)


def _tell(url: str, write: Callable[..., Coroutine[Any, Any, None]], *values: object) -> None:
    async def told() -> None:
        connection = await connect(url, patience=0)
        try:
            if await connection.fetchval("SELECT to_regclass('public.backups')") is not None:
                await write(connection, *values)
        finally:
            await connection.close()

    try:
        asyncio.run(told())
    except (Unreachable, OSError, asyncpg.PostgresError) as error:
        print_progress(f"The database could not be told of this backup: {error}")


async def _audit_head(url: str) -> Head | None:
    connection = await connect(url)
    try:
        if await connection.fetchval("SELECT to_regclass('public.audit_log')") is None:
            return None
        return await head_on(connection)
    finally:
        await connection.close()


def restore(url: str, file: Path) -> SealedFile:
    """Replaces the whole database by the file's content; if anything fails, nothing changes.

    Nobody may be playing.
    Raises NoSeal, BrokenSeal, BackupFailed, PostgresNotFound, FileNotFoundError.
    """
    if not file.exists():
        raise FileNotFoundError(f"There is no file {file}.")
    sealed = verify_seal(file)
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
    return sealed


@contextmanager
def file_of_input(file: Path | None) -> Iterator[Path]:
    """The file, or one with all of the standard input: its end has to be read first."""
    if file is not None:
        yield file
        return
    with tempfile.NamedTemporaryFile(prefix="input-", suffix=".dump") as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.flush()
        yield Path(copy.name)


def as_sql(file: Path, script: Path, tools: Binaries | None = None) -> None:
    """Write all that a backup holds as readable SQL. Raises BackupFailed, PostgresNotFound."""
    options = ("--no-owner", "--no-privileges", f"--file={script}")
    _run(tools or find_clients(), "pg_restore", *options, str(file))


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
    environment = {"PGCONNECT_TIMEOUT": "10", **os.environ}  # seconds for each host
    if url is not None:
        parts = urlsplit(libpq_url(url))
        who, at, where = parts.netloc.rpartition("@")
        user, _, password = who.partition(":")
        command.append(f"--dbname={urlunsplit(parts._replace(netloc=f'{user}{at}{where}'))}")
        if password:
            environment["PGPASSWORD"] = unquote(password)
    done = subprocess.run(
        command,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=environment,
        umask=0o077,  # what is written is for this account alone
    )
    if done.returncode:
        raise BackupFailed(f"{name} did not succeed: {done.stderr.strip()}")
