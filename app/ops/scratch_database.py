"""A scratch database: made beside another one on its server, and dropped afterwards."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from app.ops.database import Unreachable, connect
from app.settings import libpq_url


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
