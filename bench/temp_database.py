"""Folders and databases that are gone when the benchmark is over."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.ops.migrations import migrate
from app.ops.postgres import Postgres


@contextmanager
def temp_folder() -> Iterator[Path]:
    """A folder that every account may enter, as PostgreSQL needs when root runs the benchmark."""
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def temp_postgres(fsync: bool = True) -> Iterator[Postgres]:
    """A running PostgreSQL with the schema."""
    with temp_folder() as folder, Postgres(folder / "data", fsync=fsync) as postgres:
        asyncio.run(migrate(postgres.url))
        yield postgres
