"""What every test may ask for: a PostgreSQL per worker, databases on it, and a house of its own.

A database costs nothing until a test asks for one. Fixtures here are synchronous, so they serve synchronous and asynchronous tests alike.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from hypothesis import HealthCheck, settings

from app.ops.migrations import migrate
from app.ops.postgres import Postgres
from app.settings import libpq_url
from tests.games.kit.report import pytest_terminal_summary as pytest_terminal_summary
from tests.server_process import ServerProcess

pytest_plugins = ["tests.rerun_once"]

# What decides in a developer's own house must not decide here.
for name in [
    name
    for name in os.environ
    if name.startswith("PECKING_ORDER_") or name in ("DATABASE_URL", "PORT", "PG_BIN")
]:
    del os.environ[name]

# The same examples each time and no clock beside them: `--hypothesis-profile free` draws new ones (docs/decisions/120).
settings.register_profile(
    "gate",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("free", deadline=None, print_blob=True)
settings.load_profile("gate")

T = TypeVar("T")
NewDatabase = Callable[[], str]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """One kind of loop, the one that serves; higher scopes may depend on it."""
    return "asyncio"


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that every account may enter: pytest's own are closed, and run by root PostgreSQL is not root."""
    folder = Path(tempfile.mkdtemp(prefix="house-tests-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(open_folder: Path) -> Iterator[Postgres]:
    """This worker's server, half a second to make. Nothing in it outlives the run, so nothing is written through to the disk."""
    with Postgres(open_folder / "data", fsync=False) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    """The server's own, empty database."""
    return postgres.url


@pytest.fixture(scope="session")
def new_database(postgres_url: str) -> NewDatabase:
    """Makes databases with the schema and nothing in it, about 50 ms each, copied from one that was migrated."""
    numbers = count(1)
    template = run(_create(postgres_url, "template_house"))
    run(migrate(template))
    return lambda: run(_create(postgres_url, f"house_{next(numbers)}", template="template_house"))


@pytest.fixture(scope="session")
def database_url(new_database: NewDatabase) -> str:
    """The database that this worker's tests share. Ask for `clean_database` too, or leave no trace."""
    return new_database()


@pytest.fixture
def clean_database(database_url: str) -> str:
    """The shared database, all of its tables empty: 4 ms, where a truncation takes 50 and a new database as long."""
    run(_empty(database_url))
    return database_url


@pytest.fixture(scope="session")
def live_server(
    new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A house that this worker's tests share, on a database of its own. Visit `base_url`; let it live."""
    yield from _house(new_database(), tmp_path_factory.mktemp("live_server"))


@pytest.fixture
def mortal_server(new_database: NewDatabase, tmp_path: Path) -> Iterator[ServerProcess]:
    """A house for one test, which may kill it and open it again."""
    yield from _house(new_database(), tmp_path)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do asynchronous work in a thread of its own: in ours a loop may be running, Playwright's for one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _house(url: str, folder: Path) -> Iterator[ServerProcess]:
    house = ServerProcess(folder, DATABASE_URL=url)
    house.start()
    yield house
    house.stop()


async def _create(server: str, name: str, template: str = "template1") -> str:
    connection = await asyncpg.connect(libpq_url(server))
    try:
        await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    finally:
        await connection.close()
    return server.replace("/postgres?", f"/{name}?")


async def _empty(url: str) -> None:
    connection = await asyncpg.connect(libpq_url(url))
    try:
        rows = await connection.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
        )
        # as a replica, or foreign keys would dictate an order and the log's guards would forbid it
        statements = [
            "SET session_replication_role = replica",
            *(f'DELETE FROM "{row["tablename"]}"' for row in rows),
        ]
        await connection.execute(";".join(statements))
    finally:
        await connection.close()
