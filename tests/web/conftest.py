"""Servers for the tests of app/web: a generous one, a strict one, and fake connections."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from itertools import count
from typing import Any, TypeVar

import httpx2
import pytest
import uvicorn
from sqlalchemy.ext.asyncio import AsyncSession
from uvicorn.server import ServerState

from app.games import GAMES
from app.store.database.pools import Database
from app.store.people import accounts
from app.store.people.rows import Role
from app.web.server.connection_limits import ConnectionLimiter, ConnectionLimits
from app.web.server.protocols import limited_protocols
from tests.conftest import NewServer, run
from tests.server_process import ServerProcess
from tests.web.device_links import DeviceLinkMaker
from tests.web.server.fake_transport import Transport, app
from tests.web.visitors import ANSWER_SECONDS, Visitor

T = TypeVar("T")
NewVisitor = Callable[[], Visitor]


@pytest.fixture(scope="session")
def web_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A fast server with generous limits."""
    with new_server(PECKING_ORDER_LIMITS="1000", PECKING_ORDER_PACE="0.01") as server:
        yield server
        check_log(server)


@pytest.fixture(scope="session")
def strict_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server with the default limits."""
    contact = {"PECKING_ORDER_SECURITY_CONTACT": "mailto:security@cards.example"}
    with new_server(**contact) as server:
        yield server
        check_log(server)


def check_log(server: ServerProcess) -> None:
    """Raises AssertionError if the server has logged a mistake of its own, to its orderly end."""
    server.stop()
    log = server.logged.read_text()
    # a line of ours tells an exception by its chain, and its level says whether it is a mistake
    raw = [line for line in log.splitlines() if not line.startswith("{")]
    assert '"level": "error"' not in log, log[-4000:]
    assert not [line for line in raw if "Traceback" in line or "xception" in line], log[-4000:]


@pytest.fixture
def visitor(web_server: ServerProcess) -> Iterator[NewVisitor]:
    """Makes visitors, each with a browser of their own."""
    yield from new_visitors(web_server)


@pytest.fixture(scope="module")
def lasting_visitor(web_server: ServerProcess) -> Iterator[NewVisitor]:
    """Makes visitors for what the tests of a module only look at."""
    yield from new_visitors(web_server)


def new_visitors(server: ServerProcess) -> Iterator[NewVisitor]:
    made: list[Visitor] = []

    def new() -> Visitor:
        made.append(Visitor(server.base_url, GAMES[0].slug))
        return made[-1]

    yield new
    for each in made:
        each.http.close()


@pytest.fixture(scope="session")
def program(web_server: ServerProcess) -> Iterator[httpx2.Client]:
    """A client that sends no Origin and no cookie by itself."""
    with httpx2.Client(
        base_url=web_server.base_url, timeout=ANSWER_SECONDS, verify=False
    ) as client:
        yield client


@pytest.fixture(scope="session")
def in_database(
    web_server: ServerProcess,
) -> Callable[[Callable[[AsyncSession], Coroutine[Any, Any, T]]], T]:
    """Runs work in the server's own database."""

    def do(work: Callable[[AsyncSession], Coroutine[Any, Any, T]]) -> T:
        async def in_transaction() -> T:
            database = Database(web_server.database_url)
            try:
                async with database.sessions.begin() as db:
                    return await work(db)
            finally:
                await database.close()

        return run(in_transaction())

    return do


name_numbers = count(1)


@pytest.fixture
def admin(visitor: NewVisitor, in_database: Any) -> Visitor:
    """An administrator."""
    return as_admin(visitor(), in_database)


def as_admin(person: Visitor, in_database: Any) -> Visitor:
    """The same visitor, now an administrator with a fresh login."""
    name = f"Keeper {next(name_numbers)}"
    person.sign_up(name)

    async def promote(db: AsyncSession) -> None:
        found = await accounts.by_name(db, name)
        assert found is not None
        await accounts.set_role(db, found.id, Role.ADMINISTRATOR)

    in_database(promote)
    return person


@pytest.fixture
def limiter() -> ConnectionLimiter:
    """A limiter with small limits."""
    return ConnectionLimiter(limits=ConnectionLimits(per_network=3, total=5))


@pytest.fixture
async def arrive(limiter: ConnectionLimiter) -> Any:
    """Opens a connection from some address."""
    pages, tables = limited_protocols(limiter)
    config = uvicorn.Config(
        app,
        http=pages,
        ws=tables,
        ws_per_message_deflate=False,
        ws_max_size=16 * 1024,
        log_config=None,
        lifespan="off",
    )
    config.load()
    state = ServerState()
    made: list[Transport] = []

    def come(host: str = "192.0.2.7") -> Transport:
        transport = Transport(host)
        transport.protocol = pages(
            config=config, server_state=state, app_state={}, _loop=asyncio.get_running_loop()
        )
        transport.protocol.connection_made(transport)
        made.append(transport)
        return transport

    yield come
    for transport in made:
        transport.abort()
    await asyncio.gather(*state.tasks, return_exceptions=True)


@pytest.fixture
def ben(visitor: NewVisitor) -> DeviceLinkMaker:
    """A seated person who makes device links."""
    return DeviceLinkMaker(visitor())
