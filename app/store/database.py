"""The way to the database: ORM sessions and plain connections for requests, plain connections for tables, and proof of its settings."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, Literal, TypeAlias

import asyncpg
import msgspec
from sqlalchemy import ExceptionContext, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)

from app.settings import libpq_url, sqlalchemy_url
from app.table.ports import StoreAway

Connection: TypeAlias = (
    "asyncpg.Connection[asyncpg.Record] | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"
)
"""A connection of asyncpg's own, without SQLAlchemy around it."""

SESSION_SETTINGS: Final = {
    "application_name": "pecking-order",
    "synchronous_commit": "on",
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
    "transaction_timeout": "20s",
    "timezone": "UTC",
}
"""What every connection asks for, whatever the server's own defaults are."""

TABLE_SESSION_SETTINGS: Final = {
    **SESSION_SETTINGS,
    "statement_timeout": "3s",
    "idle_in_transaction_session_timeout": "4s",
    "transaction_timeout": "5s",
}
"""What tables ask for: their statements are small, people wait for them, and a house that stands still in a transaction must not keep its
rooms from the next one for long. A house that stands still between preparing a statement and running it is not idle to PostgreSQL, and
keeps its locks until the limit on the whole transaction."""

TRANSACTION_TIMEOUT: Final = "transaction_timeout"
"""What older servers do not know. With them a house that stands still in that moment keeps its locks until its connection ends."""

COMMAND_TIMEOUT = 8.0
"""Seconds after which a silent server counts as away; longer than statement_timeout, so that it may speak first."""

TABLE_COMMAND_TIMEOUT = 4.0
"""The same for tables."""

CONNECT_TIMEOUT = 5.0
"""Seconds that a new connection may take, and that a request waits for one of the pool."""

TABLE_POOL_TIMEOUT = 3.0
"""Seconds that a table waits for a connection of the pool."""

PROGRAMMING_ERRORS: Final = (
    asyncpg.exceptions.DataError,
    asyncpg.exceptions.IntegrityConstraintViolationError,
    asyncpg.exceptions.SyntaxOrAccessError,
    asyncpg.exceptions.RaiseError,
    ValueError,  # asyncpg could not put an argument into the type that the statement wants
)
"""What the server refuses because of what we sent; everything else it says means that it cannot serve at present."""

ROLLED_BACK_ERRORS: Final = (
    asyncpg.exceptions.LockNotAvailableError,
    asyncpg.exceptions.QueryCanceledError,
    asyncpg.exceptions.DeadlockDetectedError,
    asyncpg.exceptions.SerializationError,
)
"""What the server says when it could not do something just now, and has surely not done it."""


class Durability(msgspec.Struct, frozen=True):
    """The settings on which "committed" rests, as the server says them."""

    version: str
    fsync: bool
    full_page_writes: bool
    synchronous_commit: str

    @property
    def durable(self) -> bool:
        """Whether a committed line outlives a power cut."""
        return (
            self.fsync
            and self.full_page_writes
            and self.synchronous_commit in ("on", "remote_apply", "remote_write", "local")
        )


@asynccontextmanager
async def raising_store_away() -> AsyncIterator[None]:
    """Turns every sign that the server is away into StoreAway; our own mistakes pass."""
    try:
        yield
    except PROGRAMMING_ERRORS:
        raise
    except (
        OSError,
        TimeoutError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        asyncpg.InternalClientError,
    ) as error:
        raise StoreAway(f"{type(error).__name__}: {error}") from error


@contextmanager
def terminating_on_timeout(connection: Connection) -> Iterator[None]:
    """A connection that was silent for too long is dropped at once: to roll back or to reset it would mean to wait as long again."""
    try:
        yield
    except TimeoutError:
        connection.terminate()
        raise


class PooledConnection(asyncpg.Connection):
    """A connection that is not cleaned between two uses, which would be one more question to the server each time: nothing that a pooled
    connection is asked for outlives its transaction. Whoever needs settings or locks of a session takes `Database.connect`."""

    def get_reset_query(self) -> str:
        return ""


async def driver_connection(db: AsyncSession) -> Connection:
    """The connection under an ORM session, for a statement that needs no ORM: in its transaction, if one has begun. What the session has
    not flushed yet is not seen."""
    connection: Connection | None = (await db.connection()).sync_connection.connection.driver_connection  # type: ignore[union-attr]  # open
    assert connection is not None, "open"
    return connection


def refuse_closed_connection(connection: Any, record: object, proxy: object) -> None:
    """What SQLAlchemy calls before it gives a connection out. One that the server has ended is known to be closed; to ask every other one
    whether it lives would be three questions more for each request, and one that is silent would not be found out any sooner."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def invalidate_pool_on_timeout(context: ExceptionContext) -> None:
    """What SQLAlchemy calls when something has gone wrong: where one connection was silent for too long, the others are made anew too."""
    if isinstance(context.original_exception, TimeoutError):
        context.invalidate_pool_on_disconnect = True


class Database:
    """One PostgreSQL for this process. Connects on first use; `close` it on the loop that used it."""

    def __init__(self, url: str) -> None:
        """`url` in any spelling of a PostgreSQL URL. Raises ValueError for another database."""
        self.dsn: str = libpq_url(url)
        self.engine: AsyncEngine = create_async_engine(
            sqlalchemy_url(url),
            pool_size=5,
            max_overflow=10,
            pool_timeout=CONNECT_TIMEOUT,
            json_serializer=lambda value: msgspec.json.encode(value).decode(),
            json_deserializer=msgspec.json.decode,
            connect_args={
                "async_creator_fn": self._connect,
                "server_settings": SESSION_SETTINGS,
                "timeout": CONNECT_TIMEOUT,
                "command_timeout": COMMAND_TIMEOUT,
            },
        )
        self.sessions: async_sessionmaker[AsyncSession] = async_sessionmaker(
            self.engine, expire_on_commit=False
        )
        event.listen(self.engine.sync_engine, "checkout", refuse_closed_connection)
        event.listen(self.engine.sync_engine, "handle_error", invalidate_pool_on_timeout)
        self._pools: dict[str, asyncpg.Pool[asyncpg.Record]] = {}
        self._pools_lock = asyncio.Lock()
        self._knows_transaction_timeout = True

    async def connect(self) -> "asyncpg.Connection[asyncpg.Record]":
        """A plain connection outside all pools. Raises StoreAway."""
        async with raising_store_away():
            return await self._connect(self.dsn, **_options(TABLE_SESSION_SETTINGS, TABLE_COMMAND_TIMEOUT))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"]:
        """A plain connection in a transaction, committed at the end: for what tables read and write besides their moves.

        Raises StoreAway; whether the work was committed is then unknown.
        """
        async with self._acquire("tables") as connection, connection.transaction():
            with terminating_on_timeout(connection):
                yield connection

    @asynccontextmanager
    async def table_connection(self) -> AsyncIterator["asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"]:
        """A plain connection for one statement that is committed by itself: no house that stands still keeps a lock by it.

        Raises StoreAway; whether the statement took effect is then unknown.
        """
        async with self._acquire("tables") as connection:
            with terminating_on_timeout(connection):
                yield connection

    @asynccontextmanager
    async def request_connection(self) -> AsyncIterator["asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"]:
        """As `single`, for a request: a twentieth of what an ORM session costs. Those who ask for pages never take a table's connection."""
        async with self._acquire("requests") as connection:
            with terminating_on_timeout(connection):
                yield connection

    @asynccontextmanager
    async def _acquire(
        self, pool_name: Literal["tables", "requests"]
    ) -> AsyncIterator["asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"]:
        async with raising_store_away():
            pool = await self._pool(pool_name)
            limit = TABLE_POOL_TIMEOUT if pool_name == "tables" else CONNECT_TIMEOUT
            async with pool.acquire(timeout=limit) as connection, self._expiring_pool_on_failure(pool):
                yield connection

    @asynccontextmanager
    async def _expiring_pool_on_failure(self, pool: "asyncpg.Pool[asyncpg.Record]") -> AsyncIterator[None]:
        """If one connection was silent for too long or broke, the others are not to be trusted either: each is made anew.
        That all of them are taken says nothing about any."""
        try:
            yield
        except (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError):
            await pool.expire_connections()
            raise

    async def durability(self) -> Durability:
        """Reads the settings back. Raises StoreAway."""
        names = ("server_version", "fsync", "full_page_writes", "synchronous_commit")
        async with self.transaction() as connection:
            said = [await connection.fetchval("SELECT current_setting($1)", name) for name in names]
        return Durability(said[0], said[1] == "on", said[2] == "on", said[3])

    async def close(self) -> None:
        pools, self._pools = self._pools, {}
        for pool in pools.values():
            try:
                await asyncio.wait_for(pool.close(), 5)
            except TimeoutError:
                pool.terminate()
        await self.engine.dispose()

    async def _pool(
        self, name: Literal["tables", "requests"]
    ) -> "asyncpg.Pool[asyncpg.Record]":
        async with self._pools_lock:
            if name not in self._pools:
                options = (
                    _options(TABLE_SESSION_SETTINGS, TABLE_COMMAND_TIMEOUT)
                    if name == "tables"
                    else _options(SESSION_SETTINGS, COMMAND_TIMEOUT)
                )
                self._pools[name] = await asyncpg.create_pool(
                    self.dsn, connect=self._connect, connection_class=PooledConnection, min_size=0, max_size=4, max_inactive_connection_lifetime=300,
                    **options,
                )  # fmt: skip
            return self._pools[name]

    async def _connect(self, *where: Any, **how: Any) -> "asyncpg.Connection[asyncpg.Record]":
        """asyncpg.connect with those of the settings that this server knows."""
        if self._knows_transaction_timeout:
            try:
                return await asyncpg.connect(*where, **how)
            except asyncpg.UndefinedObjectError as error:
                if TRANSACTION_TIMEOUT not in str(error):
                    raise
                self._knows_transaction_timeout = False
        how["server_settings"] = {
            name: value for name, value in how["server_settings"].items() if name != TRANSACTION_TIMEOUT
        }
        return await asyncpg.connect(*where, **how)


def _options(session: dict[str, str], answer_limit: float) -> dict[str, Any]:
    return {"server_settings": session, "timeout": CONNECT_TIMEOUT, "command_timeout": answer_limit}
