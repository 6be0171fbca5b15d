"""The database that a command works on: yours, a running server's, or the embedded one.

Also a scratch database beside it, and the check that it writes through to its disk.
"""

import asyncio
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from app.ops.data_dir_lock import running_socket_folder
from app.ops.loop_delay import LoopDelay
from app.ops.postgres import Postgres, socket_url
from app.settings import Settings, libpq_url
from app.store.database.several_hosts import connect_to_any

STARTUP_LIMIT = (
    20.0  # seconds given to a database that is still starting, next to us in docker compose, say
)


CONNECT_LIMIT = 10.0
"""Seconds that one attempt to connect may take, longer where the loop was late."""
PER_DELAY = 10
"""Seconds by which that grows for one second of delay."""


class Unreachable(Exception):
    """No connection could be made; the message gives the address without its password."""


class UnsafeDatabase(Exception):
    """The database may lose what it says it has written; the message names the settings."""


def print_progress(line: str) -> None:
    """A line of progress, for people."""
    print(line, file=sys.stderr, flush=True)


@contextmanager
def open_database(settings: Settings, *, alone: bool = False) -> Iterator[str]:
    """Yields the database's URL, also of a running server unless `alone`.

    Raises what the start of the embedded server raises, DataDirInUse among it.
    """
    if settings.database_url is not None:
        yield settings.database_url
        return
    sockets = None if alone else running_socket_folder(settings.data_dir)
    if sockets is not None:
        yield socket_url(sockets)
        return
    with Postgres(settings.data_dir, say=print_progress) as server:
        yield server.url


async def connect(url: str, patience: float = STARTUP_LIMIT) -> asyncpg.Connection:
    """Connects to a database that may still be starting, for `patience` seconds.

    Seconds in which this process got no processor do not count. Raises Unreachable.
    """
    async with LoopDelay() as delay:
        return await _connect(url, time.monotonic() + patience, delay)


async def _connect(url: str, end: float, delay: LoopDelay) -> asyncpg.Connection:
    waiting = False
    while True:
        try:
            return await connect_to_any(
                libpq_url(url), timeout=CONNECT_LIMIT + PER_DELAY * delay.worst
            )
        except (
            ConnectionError,
            FileNotFoundError,
            TimeoutError,
            asyncpg.CannotConnectNowError,
            asyncpg.TargetServerAttributeNotMatched,
        ) as error:
            if time.monotonic() >= end + delay.total:
                raise Unreachable(
                    f"No answer from {without_password(url)}: {str(error) or type(error).__name__}"
                ) from None
            if not waiting:
                print_progress(f"Waiting for {without_password(url)} ...")
                waiting = True
            await asyncio.sleep(0.25)
        except (
            OSError,
            asyncpg.PostgresError,
            ValueError,
        ) as error:  # no such host, wrong password, no such database
            raise Unreachable(f"Cannot connect to {without_password(url)}: {error}") from None


def without_password(url: str) -> str:
    """The URL as it may be shown."""
    plain = libpq_url(url)
    scheme, _, rest = plain.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where.partition('?')[0]}"


@contextmanager
def scratch_database(url: str) -> Iterator[str]:
    """Yields the URL of an empty database on the same server. Raises Unreachable."""
    name = f"pecking_order_check_{secrets.token_hex(6)}"
    asyncio.run(_execute(url, f"CREATE DATABASE {name}"))
    try:
        yield urlunsplit(urlsplit(libpq_url(url))._replace(path=f"/{name}"))
    finally:
        asyncio.run(_execute(url, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))


async def _execute(url: str, statement: str) -> None:
    connection = await connect(url)
    try:
        await connection.execute(statement)
    except asyncpg.InsufficientPrivilegeError as error:
        raise Unreachable(
            f"The check needs a database of its own, and the account may not make one: {error}"
        ) from None
    finally:
        await connection.close()


async def check_durability(url: str) -> None:
    """Raises UnsafeDatabase where the server may lose what it calls committed.

    See decision 061.
    """
    from app.store.database.pools import Database

    database = Database(url)
    try:
        safety = await database.durability()
    finally:
        await database.close()
    if not safety.durable:
        raise UnsafeDatabase(
            "This PostgreSQL may lose what it says it has written: "
            f"fsync is {'on' if safety.fsync else 'off'},"
            f" full_page_writes is {'on' if safety.full_page_writes else 'off'},"
            f" synchronous_commit is {safety.synchronous_commit}."
            " Moves that players have seen would be lost in a power cut. Switch them on,"
            " or set PECKING_ORDER_UNSAFE_STORE=1 if nothing that is played here matters."
        )
