"""Connections to PostgreSQL: their settings, their limits on time, and what a failed one means."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, TypeAlias
from uuid import UUID

import asyncpg
from sqlalchemy import ExceptionContext
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.disk_space import DiskSpace, StoreFull
from app.table.model.notation import match_id, match_uuid
from app.table.model.room import MatchId
from app.table.ports import StoreAway

Connection: TypeAlias = (
    "asyncpg.Connection[asyncpg.Record] | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"
)
"""A connection of asyncpg itself, without SQLAlchemy around it."""

SERVER_SESSIONS: Final = "pecking-order server"
"""The name of every session in which the server itself reads and writes."""

SESSION_SETTINGS: Final = {
    "application_name": "pecking-order",
    "synchronous_commit": "on",
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
    "transaction_timeout": "20s",
    "timezone": "UTC",
    "plan_cache_mode": "force_custom_plan",
}
"""The settings of every connection, whatever the server's own defaults are.

From a statement's sixth time on, PostgreSQL would use one plan for everybody. For the history of
somebody who plays often that plan took 200 ms, and one of their own takes 5.
"""

TABLE_SESSION_SETTINGS: Final = {
    **SESSION_SETTINGS,
    "statement_timeout": "3s",
    "idle_in_transaction_session_timeout": "4s",
    "transaction_timeout": "5s",
    "plan_cache_mode": "auto",
}
"""The settings of the tables' connections. Their statements are small, and people wait for them.

If this process stalls inside a transaction, the next owner of its rooms must not wait for long.
PostgreSQL does not count a stall between preparing and running a statement as idle. Only the
limit on the whole transaction ends the locks of that one.
"""

TRANSACTION_TIMEOUT: Final = "transaction_timeout"
"""The setting that servers before version 17 do not know.

On those, a process that stalls at that moment keeps its locks until its connection ends.
"""

COMMAND_TIMEOUT = 8.0
"""Seconds until a silent server counts as away; longer than statement_timeout."""

TABLE_COMMAND_TIMEOUT = 4.0
"""Seconds until a silent server counts as away at tables."""

CONNECT_TIMEOUT = 5.0
"""Seconds that a new connection may take, and that a request waits for one of the pool."""

TABLE_POOL_TIMEOUT = 3.0
"""Seconds that a table waits for a connection of the pool."""

PROGRAMMING_ERRORS: Final = (
    asyncpg.exceptions.DataError,
    asyncpg.exceptions.IntegrityConstraintViolationError,
    asyncpg.exceptions.SyntaxOrAccessError,
    asyncpg.exceptions.RaiseError,
    ValueError,  # asyncpg could not convert an argument to the type that the statement wants
)
"""Errors caused by what we sent. Any other error means that the server cannot serve now."""

DATABASE_ERRORS: Final = (
    StoreAway,
    SQLAlchemyError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
)
"""Everything that a call of the database raises when it gives no answer."""

ROLLED_BACK_ERRORS: Final = (
    asyncpg.exceptions.LockNotAvailableError,
    asyncpg.exceptions.QueryCanceledError,
    asyncpg.exceptions.DeadlockDetectedError,
    asyncpg.exceptions.SerializationError,
)
"""Errors after which nothing was written for certain, and the same may succeed when repeated."""


@contextmanager
def raising_store_away(disk: DiskSpace | None = None) -> Iterator[None]:
    """Turns every sign that the server is away into StoreAway. Our own mistakes pass unchanged.

    The `disk` hears of a statement that found no room.
    """
    try:
        yield
    except PROGRAMMING_ERRORS:
        raise
    except asyncpg.DiskFullError as error:
        if disk is not None:
            disk.note_refusal()
        raise StoreFull(str(error)) from error
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
    """Drops a connection that timed out. A rollback or reset on it would wait as long again."""
    try:
        yield
    except TimeoutError:
        connection.terminate()
        raise


class PooledConnection(asyncpg.Connection):
    """A connection that the pool does not reset between two uses, which saves a round trip.

    Nothing asked of it outlives its transaction. `Database.connect` serves whoever needs session
    settings or session locks.
    """

    def get_reset_query(self) -> str:
        return ""


async def name_matches_by_id(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Lets the connection write and read the UUIDs of matches as ids of 22 characters."""
    await connection.set_type_codec(
        "uuid",
        schema="pg_catalog",
        encoder=_match_bytes,
        decoder=lambda data: _match_of(bytes(data)),
        format="binary",
    )


@lru_cache(maxsize=4096)
def _match_bytes(match: str) -> bytes:
    return match_uuid(match).bytes


@lru_cache(maxsize=4096)
def _match_of(data: bytes) -> MatchId:
    return match_id(UUID(bytes=data))


async def driver_connection(db: AsyncSession) -> Connection:
    """The asyncpg connection under an ORM session, in the session's transaction if it has begun.

    It does not see what the session has not flushed yet.
    """
    connection: Connection | None = (
        await db.connection()
    ).sync_connection.connection.driver_connection  # type: ignore[union-attr]  # open
    assert connection is not None, "open"
    return connection


def refuse_closed_connection(connection: Any, record: object, proxy: object) -> None:
    """The checkout hook of SQLAlchemy's pool: replaces a connection that the server has ended.

    A ping instead would cost three round trips a request, and find a silent one no sooner.
    """
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def invalidate_pool_on_timeout(context: ExceptionContext) -> None:
    """The error hook of SQLAlchemy's engine: after a timeout all connections are replaced."""
    if isinstance(context.original_exception, TimeoutError):
        context.invalidate_pool_on_disconnect = True
