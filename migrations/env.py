"""Alembic's environment: run by app/ops/migrations.py, or by alembic with a DATABASE_URL."""

import asyncio

from alembic import context
from sqlalchemy import pool
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine

import app.store  # noqa: F401  so that every table is known to the metadata
from app.settings import Settings
from app.store.base import Base


def run(connection: Connection) -> None:
    """All steps in one transaction: a migration that fails leaves nothing behind."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        compare_type=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def connect_and_run() -> None:
    url = context.config.attributes.get("url") or Settings().database_url
    assert url, "alembic's own commands need DATABASE_URL"
    engine = create_async_engine(url, poolclass=pool.NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(run)
    await engine.dispose()


assert not context.is_offline_mode(), "migrations run against a database, not into a file"
asyncio.run(connect_and_run())
