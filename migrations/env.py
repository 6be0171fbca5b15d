"""Alembic's environment: run by app/ops/migrations.py, or by alembic with a DATABASE_URL."""

import asyncio
from functools import partial

from alembic import context
from sqlalchemy import pool, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine

import app.store  # noqa: F401  so that every table is known to the metadata
from app.settings import Settings, libpq_url
from app.store.database.base import Base
from app.store.database.several_hosts import connect_to_any

LOCK_TIMEOUT = "3s"
"""A migration waits for a table this long, and everybody who wants the table waits behind it."""


def run(connection: Connection) -> None:
    """Each migration in a transaction of its own: one that fails leaves nothing behind."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        compare_type=True,
        compare_server_default=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def connect_and_run() -> None:
    url = context.config.attributes.get("url") or Settings().database_url
    assert url, "alembic's own commands need DATABASE_URL"
    engine = create_async_engine(
        "postgresql+asyncpg://",
        poolclass=pool.NullPool,
        async_creator=partial(connect_to_any, libpq_url(url)),
    )
    async with engine.connect() as connection:
        await connection.execute(text(f"SET lock_timeout = '{LOCK_TIMEOUT}'"))
        await connection.commit()
        await connection.run_sync(run)
    await engine.dispose()


assert not context.is_offline_mode(), "migrations run against a database, not into a file"
asyncio.run(connect_and_run())
