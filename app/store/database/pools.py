"""The database of this process: ORM sessions for requests, asyncpg connections for tables."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import asyncpg
import msgspec
from sqlalchemy import ExceptionContext, event
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)
from sqlalchemy.pool import AsyncAdaptedQueuePool

from app.settings import libpq_url
from app.store.database import connections
from app.store.database.connections import (
    PooledConnection,
    invalidate_pool_on_timeout,
    raising_store_away,
    refuse_closed_connection,
    terminating_on_timeout,
)
from app.store.database.disk_space import DiskSpace
from app.store.database.several_hosts import connect_to_any

DISK_FULL_STATE: Final = "53100"
PoolConnection: TypeAlias = "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"


class Durability(msgspec.Struct, frozen=True):
    """The server's settings that decide whether a commit is on disk."""

    version: str
    fsync: bool
    full_page_writes: bool
    synchronous_commit: str

    @property
    def durable(self) -> bool:
        """True if committed data survives a power cut."""
        return (
            self.fsync
            and self.full_page_writes
            and self.synchronous_commit in ("on", "remote_apply", "remote_write", "local")
        )


class Database:
    """One PostgreSQL. Connects on first use; `close` it on the event loop that used it."""

    def __init__(
        self,
        url: str,
        disk: DiskSpace | None = None,
        owns: Callable[[], bool] | None = None,
        session_settings: Mapping[str, str] | None = None,
    ) -> None:
        """Takes any spelling of a PostgreSQL URL. Raises ValueError for another database.

        `owns`: the server's own database, which takes new connections only while this is true.
        `session_settings`: those of ORM sessions instead of a request's; then commands may take
        as long as these settings allow.
        """
        self._owns = owns
        self.disk = disk or DiskSpace()
        self.dsn: str = libpq_url(url)
        self.engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://",
            pool_size=5,
            max_overflow=10,
            pool_timeout=connections.CONNECT_TIMEOUT,
            json_serializer=lambda value: msgspec.json.encode(value).decode(),
            json_deserializer=msgspec.json.decode,
            async_creator=partial(
                self._connect,
                self.dsn,
                **_options(
                    session_settings or connections.SESSION_SETTINGS,
                    None if session_settings else connections.COMMAND_TIMEOUT,
                ),
            ),
        )
        self.sessions: async_sessionmaker[AsyncSession] = async_sessionmaker(
            self.engine, expire_on_commit=False
        )
        event.listen(self.engine.sync_engine, "checkout", refuse_closed_connection)
        event.listen(self.engine.sync_engine, "handle_error", invalidate_pool_on_timeout)
        event.listen(self.engine.sync_engine, "handle_error", self._note_full_disk)
        self._pools: dict[str, asyncpg.Pool[asyncpg.Record]] = {}
        self._pools_lock = asyncio.Lock()
        self._knows_transaction_timeout = True

    def _note_full_disk(self, context: ExceptionContext) -> None:
        if getattr(context.original_exception, "sqlstate", None) == DISK_FULL_STATE:
            self.disk.note_refusal()

    async def connect(
        self, command_timeout: float | None = None, **settings: str
    ) -> "asyncpg.Connection[asyncpg.Record]":
        """A connection outside all pools, a table's but for these settings. Raises StoreAway."""
        session = {**connections.TABLE_SESSION_SETTINGS, **settings}
        limit = command_timeout or connections.TABLE_COMMAND_TIMEOUT
        with raising_store_away(self.disk):
            return await self._connect(self.dsn, **_options(session, limit))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[PoolConnection]:
        """A table's connection in a transaction that is committed at the end.

        Raises StoreAway, after which it is unknown whether the work was committed.
        """
        async with self._acquire("tables") as connection, connection.transaction():
            with terminating_on_timeout(connection):
                yield connection

    @asynccontextmanager
    async def table_connection(self) -> AsyncIterator[PoolConnection]:
        """A table's connection for single statements, each committed by itself.

        A stall of this process between two statements therefore keeps no lock.
        Raises StoreAway, after which it is unknown whether the statement took effect.
        """
        async with self._acquire("tables") as connection:
            with terminating_on_timeout(connection):
                yield connection

    @asynccontextmanager
    async def request_connection(self) -> AsyncIterator[PoolConnection]:
        """A connection for a request, at a twentieth of an ORM session's cost."""
        async with self._acquire("requests") as connection:
            with terminating_on_timeout(connection):
                yield connection

    @asynccontextmanager
    async def _acquire(
        self, pool_name: Literal["tables", "requests"]
    ) -> AsyncIterator[PoolConnection]:
        with raising_store_away(self.disk):
            pool = await self._pool(pool_name)
            limit = (
                connections.TABLE_POOL_TIMEOUT
                if pool_name == "tables"
                else connections.CONNECT_TIMEOUT
            )
            async with (
                pool.acquire(timeout=limit) as connection,
                self._expiring_pool_on_failure(pool),
            ):
                yield connection

    @asynccontextmanager
    async def _expiring_pool_on_failure(
        self, pool: "asyncpg.Pool[asyncpg.Record]"
    ) -> AsyncIterator[None]:
        """Replaces all connections of the pool once one has timed out or broken.

        A pool that is merely exhausted is left alone.
        """
        try:
            yield
        except (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError):
            await pool.expire_connections()
            raise

    async def durability(self) -> Durability:
        """Asks the server for its settings. Raises StoreAway."""
        names = ("server_version", "fsync", "full_page_writes", "synchronous_commit")
        async with self.transaction() as connection:
            values = [
                await connection.fetchval("SELECT current_setting($1)", name) for name in names
            ]
        return Durability(values[0], values[1] == "on", values[2] == "on", values[3])

    def pool_use(self) -> dict[str, tuple[int, int, int]]:
        """The used connections, the idle ones and the limit, by pool."""
        orm = self.engine.pool
        assert isinstance(orm, AsyncAdaptedQueuePool), "the default of an asyncio engine"
        most = orm.size() + max(0, orm._max_overflow)  # noqa: SLF001  has no public name
        use = {"orm": (orm.checkedout(), orm.checkedin(), most)}
        for name, pool in self._pools.items():
            idle = pool.get_idle_size()
            use[name] = (pool.get_size() - idle, idle, pool.get_max_size())
        return use

    async def close(self) -> None:
        pools, self._pools = self._pools, {}
        for pool in pools.values():
            try:
                await asyncio.wait_for(pool.close(), 5)
            except TimeoutError:
                pool.terminate()
        await self.engine.dispose()

    async def _pool(self, name: Literal["tables", "requests"]) -> "asyncpg.Pool[asyncpg.Record]":
        async with self._pools_lock:
            if name not in self._pools:
                options = (
                    _options(connections.TABLE_SESSION_SETTINGS, connections.TABLE_COMMAND_TIMEOUT)
                    if name == "tables"
                    else _options(connections.SESSION_SETTINGS, connections.COMMAND_TIMEOUT)
                )
                self._pools[name] = await asyncpg.create_pool(
                    self.dsn,
                    connect=self._connect,
                    connection_class=PooledConnection,
                    min_size=0,
                    max_size=4,
                    max_inactive_connection_lifetime=300,
                    **options,
                )
            return self._pools[name]

    async def _connect(
        self, *arguments: Any, **options: Any
    ) -> "asyncpg.Connection[asyncpg.Record]":
        """A new connection, while the database is ours. Raises ConnectionError if it is not.

        The next owner ends all connections opened before it came. Asking after this one was opened
        therefore leaves no moment in between.
        """
        if self._owns is None:
            return await self._connect_as_known(*arguments, **options)
        options["server_settings"] = {
            **options["server_settings"],
            "application_name": connections.SERVER_SESSIONS,
        }
        connection = await self._connect_as_known(*arguments, **options)
        if not self._owns():
            connection.terminate()
            raise ConnectionError("the lock on the database is not ours now")
        return connection

    async def _connect_as_known(
        self, *arguments: Any, **options: Any
    ) -> "asyncpg.Connection[asyncpg.Record]":
        """A new connection that speaks of matches by their ids, with the settings it knows."""
        connection = await self._connect_with_known_settings(*arguments, **options)
        await connections.name_matches_by_id(connection)
        return connection

    async def _connect_with_known_settings(
        self, *arguments: Any, **options: Any
    ) -> "asyncpg.Connection[asyncpg.Record]":
        """Connects with those of our settings that this server knows."""
        if self._knows_transaction_timeout:
            try:
                return await connect_to_any(*arguments, **options)
            except asyncpg.UndefinedObjectError as error:
                if connections.TRANSACTION_TIMEOUT not in str(error):
                    raise
                self._knows_transaction_timeout = False
        options["server_settings"] = {
            name: value
            for name, value in options["server_settings"].items()
            if name != connections.TRANSACTION_TIMEOUT
        }
        return await connect_to_any(*arguments, **options)


def _options(settings: Mapping[str, str], command_timeout: float | None) -> dict[str, Any]:
    return {
        "server_settings": settings,
        "timeout": connections.CONNECT_TIMEOUT,
        "command_timeout": command_timeout,
    }
