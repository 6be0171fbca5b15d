"""Shared fixtures: a PostgreSQL per worker, databases on it, and server processes.

A database costs nothing until a test asks for one. The fixtures are synchronous, and so serve
synchronous and asynchronous tests.
"""

import asyncio
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import asyncpg
import pytest
import structlog
from hypothesis import HealthCheck, settings

from app.ops import cluster
from app.ops.migrations import migrate
from app.ops.postgres import Postgres
from app.settings import libpq_url
from tests.database import connected
from tests.games.kit.report import pytest_terminal_summary as pytest_terminal_summary
from tests.initdb_once import InitdbOnce
from tests.server_process import QUICK_PASSWORDS, ForkedServer, ServerProcess

pytest_plugins = ["tests.rerun_once", "tests.changed.selection"]

# The developer's own settings must not affect tests.
for name in [
    name
    for name in os.environ
    if name.startswith("PECKING_ORDER_") or name in ("DATABASE_URL", "PORT", "PG_BIN")
]:
    del os.environ[name]

# Fixed examples and no deadline; `--hypothesis-profile free` draws new ones (decision 120).
settings.register_profile(
    "gate",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("free", deadline=None, print_blob=True)
settings.load_profile("gate")

LOGGER = structlog.get_config()["wrapper_class"]
"""The kind of logger with which every test begins."""

# The collector went through four hundred thousand objects of tests and modules again and again.
gc.set_threshold(10_000, 20, 20)

T = TypeVar("T")
NewDatabase = Callable[[], str]
NewServer = Callable[..., ServerProcess]
CopyDatabase = Callable[[str], str]


def pytest_collection_finish() -> None:
    """Takes what stays to the end out of the collector's way; what tests make it still collects."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Fails a test that leaves logging changed: a later one would look for its lines in vain."""
    left = structlog.get_config()["wrapper_class"]
    structlog.configure(wrapper_class=LOGGER)
    assert left is LOGGER, "the test leaves structlog configured"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """One kind of loop, the one that serves; higher scopes may depend on it."""
    return "asyncio"


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that every account may enter, as PostgreSQL needs when root runs the tests."""
    folder = Path(tempfile.mkdtemp(prefix="pecking-order-tests-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def initdb_once(open_folder: Path) -> Iterator[None]:
    """Makes a new cluster in 50 ms instead of half a second; PostgreSQL itself is always real."""
    with patch.object(cluster, "subprocess", InitdbOnce(open_folder)):
        yield


@pytest.fixture(scope="session")
def postgres(open_folder: Path) -> Iterator[Postgres]:
    """This worker's PostgreSQL, started in half a second and without fsync."""
    with Postgres(open_folder / "data", fsync=False) as server:
        yield server
        server.process.send_signal(signal.SIGQUIT)  # what it holds is thrown away


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    """The server's own, empty database."""
    return postgres.url


@pytest.fixture(scope="session")
def new_database(postgres_url: str) -> NewDatabase:
    """Creates databases with an empty schema, copied from a migrated one in 50 ms."""
    numbers = count(1)
    template = run(_create(postgres_url, "template_schema"))
    run(migrate(template))
    return lambda: run(_create(postgres_url, f"test_{next(numbers)}", template="template_schema"))


@pytest.fixture(scope="session")
def copy_database(postgres_url: str) -> CopyDatabase:
    """Creates a database as a copy of the one with this address, to which nobody is connected."""
    numbers = count(1)

    def copy(url: str) -> str:
        template = url.partition("?")[0].rpartition("/")[2]
        return run(_create(postgres_url, f"copy_{next(numbers)}", template=template))

    return copy


@pytest.fixture(scope="session")
def database_url(new_database: NewDatabase) -> str:
    """The worker's shared database. Ask for `clean_database` too, or leave no trace."""
    return new_database()


@pytest.fixture(scope="session")
def empty_database(database_url: str) -> Iterator[Callable[[], None]]:
    """Empties the shared database, on a session that stays and so knows all tables already."""
    loop = asyncio.new_event_loop()
    opened: list[asyncpg.Connection[asyncpg.Record]] = []

    async def emptied() -> None:
        if not opened or opened[-1].is_closed():
            opened.append(await asyncpg.connect(libpq_url(database_url)))
        await empty(opened[-1])

    with ThreadPoolExecutor(1) as thread:
        yield lambda: thread.submit(loop.run_until_complete, emptied()).result()
        for one in opened:
            thread.submit(loop.run_until_complete, one.close()).result()
    loop.close()


@pytest.fixture
def clean_database(database_url: str, empty_database: Callable[[], None]) -> str:
    """The shared database, emptied in 4 ms; a truncation would take 50."""
    empty_database()
    return database_url


@pytest.fixture(scope="session")
def new_server(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> NewServer:
    """`with new_server(PECKING_ORDER_PACE="1") as server`: a server with its own database.

    The first argument is what Python runs; a named one adds to its environment. It is forked,
    unless it runs the code of another folder.
    """

    def new(module: str = "app", **environment: str) -> ServerProcess:
        own = {"DATABASE_URL": new_database()} if "DATABASE_URL" not in environment else {}
        kind = ServerProcess if "PYTHONPATH" in environment else ForkedServer
        own = {QUICK_PASSWORDS: "yes"} | own | environment
        return kind(tmp_path_factory.mktemp("server"), module, **own)

    return new


@pytest.fixture(scope="session")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server that this worker's tests share. Do not stop it."""
    with new_server() as server:
        yield server


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in a thread of its own, since a loop may be running here (Playwright's)."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _create(server: str, name: str, template: str = "template1") -> str:
    async with connected(server) as connection:
        # A copy of files takes half the time of a copy through the log, where nothing is synced.
        await connection.execute(
            f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY'
        )
    return server.replace("/postgres?", f"/{name}?")


async def empty(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Deletes all rows."""
    rows = await connection.fetch(
        "SELECT tablename FROM pg_tables"
        " WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
    )
    # as a replica, or foreign keys would dictate an order and the log's guards would forbid it
    statements = [
        "SET session_replication_role = replica",
        *(f'DELETE FROM "{row["tablename"]}"' for row in rows),
    ]
    await connection.execute(";".join(statements))
