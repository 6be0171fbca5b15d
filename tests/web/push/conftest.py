"""A database, and a push service that tests run themselves."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.store.database.pools import Database
from tests.web.push.fake_push_service import FakePushService


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[FakePushService]:
    async with FakePushService(tmp_path).open() as service:
        yield service


@pytest.fixture
async def database(clean_database: str) -> AsyncIterator[Database]:
    database = Database(clean_database)
    yield database
    await database.close()
