"""Temporary folders, databases and servers, which are gone when the proof is over."""

import asyncio
import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from multiprocessing import util
from pathlib import Path

from app.ops.migrations import migrate
from app.ops.postgres import Postgres
from tests.database import execute
from tests.prove.runner import patched_server
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import print_line
from tests.server_process import ForkedServer, ServerProcess

_numbers = count(1)


def database_folder() -> Path:
    """A new folder whose `data` holds a database with the schema.

    Every account may enter it: if root runs the proof, PostgreSQL runs as another account.
    """
    folder = _empty_folder()
    subprocess.run(["cp", "-a", pristine_database(), folder], check=True)
    return folder


def _empty_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="prove-", dir="/tmp"))
    folder.chmod(0o755)
    return folder


@cache
def pristine_database() -> Path:
    """Made once and copied: making one takes longer than most planted faults."""
    folder = _empty_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Postgres(folder / "data", fsync=False) as postgres:
        asyncio.run(migrate(postgres.url))
    return folder / "data"


@contextmanager
def temp_folder() -> Iterator[Path]:
    """A `database_folder`, kept where an error ends the proof."""
    with _until_an_error(database_folder()) as folder:
        yield folder


@contextmanager
def _until_an_error(folder: Path) -> Iterator[Path]:
    try:
        yield folder
    except Exception:
        print_line(f"Kept: {folder}")
        raise
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def temp_postgres(fsync: bool = False) -> Iterator[Postgres]:
    """A running PostgreSQL with the schema. Without `fsync` a power cut would lose data."""
    with temp_folder() as folder, Postgres(folder / "data", fsync=fsync) as postgres:
        yield postgres


@cache
def kept_postgres() -> Postgres:
    """One that this process keeps to its end. Ask from the main thread: it ends with the asker."""
    stack = ExitStack()
    util.Finalize(None, stack.close, exitpriority=0)  # in a lane nothing is done atexit
    return stack.enter_context(temp_postgres())


@contextmanager
def temp_database() -> Iterator[str]:
    """The address of a new database with the schema, for whoever needs no PostgreSQL of its own."""
    kept, name = kept_postgres().url, f"prove_{next(_numbers)}"
    create = f"CREATE DATABASE {name} TEMPLATE postgres STRATEGY FILE_COPY"
    asyncio.run(execute(kept, create))
    try:
        yield kept.replace("/postgres?", f"/{name}?")
    finally:
        asyncio.run(execute(kept, f"DROP DATABASE {name} WITH (FORCE)"))


def server_on(postgres: Postgres, *patches: Patch, **environment: str) -> ServerProcess:
    """A server on that database, not started; with `patches` made in its process it is forked."""
    kind = ForkedServer if patches else ServerProcess
    return _server(kind, postgres.data_dir.parent, postgres.url, patches, environment)


def _server(
    kind: type[ServerProcess],
    folder: Path,
    url: str,
    patches: Sequence[Patch],
    environment: Mapping[str, str],
) -> ServerProcess:
    module = patched_server.MODULE if patches else "app"
    patching = patched_server.environment_of(*patches) if patches else {}
    return kind(folder, module, DATABASE_URL=url, **environment, **patching)


@contextmanager
def temp_server(*patches: Patch, **environment: str) -> Iterator[ServerProcess]:
    """A running server, forked, with a database of its own. It is killed in the end."""
    with _until_an_error(_empty_folder()) as folder, temp_database() as url:
        server = _server(ForkedServer, folder, url, patches, environment)
        try:
            server.start()
            yield server
        finally:
            server.kill()


def logged_errors(server: ServerProcess) -> list[str]:
    """Lines of the server's log that should never be there, three at most."""
    lines = server.logged.read_text(errors="replace").splitlines()
    return [
        f"the server has logged: {line[:500]}"
        for line in lines
        if any(word in line for word in ("Traceback", "Exception in", "table broke", "set aside"))
    ][:3]
