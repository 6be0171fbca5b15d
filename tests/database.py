"""A test's own view of a database: plain connections, and questions in SQL."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import Event, Thread
from typing import Any

import asyncpg

from app.settings import libpq_url
from app.store.database.connections import name_matches_by_id


@asynccontextmanager
async def connected(url: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """A connection that is closed at the end."""
    connection = await asyncpg.connect(libpq_url(url))
    try:
        yield connection
    finally:
        await connection.close()


async def fetch(url: str, query: str, *values: Any) -> list[asyncpg.Record]:
    """The rows of one query, with matches by their ids."""
    async with connected(url) as connection:
        await name_matches_by_id(connection)
        return await connection.fetch(query, *values)


async def column(url: str, query: str) -> list[Any]:
    """The first value of each row."""
    async with connected(url) as connection:
        return [row[0] for row in await connection.fetch(query)]


async def execute(url: str, *statements: str) -> None:
    async with connected(url) as connection:
        for statement in statements:
            await connection.execute(statement)


@contextmanager
def locked(url: str, statement: str, *values: Any) -> Iterator[None]:
    """Another session holds what this statement locks, as a dump or an erasure may."""
    held, done = Event(), Event()

    async def hold() -> None:
        async with connected(url) as connection, connection.transaction():
            await connection.execute(statement, *values)
            held.set()
            await asyncio.to_thread(done.wait, 60)

    thread = Thread(target=lambda: asyncio.run(hold()))
    thread.start()
    try:
        assert held.wait(30)
        yield
    finally:
        done.set()
        thread.join(30)
