"""The full disk: writing stops while there is room to spare, and goes on by itself."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import asyncpg
import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from app.store.database.disk_space import ENOUGH, MIB, REFUSAL_LASTS, RESERVE, DiskSpace, StoreFull
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.model.notation import new_match_id
from app.table.ports import StoreAway
from tests.conftest import NewDatabase
from tests.store.toy_game import TOY

pytestmark = pytest.mark.usefixtures("own_connections")

RAISE_DISK_FULL = (
    "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'no space'; END $$"
)
"""The error of PostgreSQL when it cannot extend a file."""


class Usage(NamedTuple):
    """The answer of shutil.disk_usage."""

    total: int
    used: int
    free: int


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many bytes every disk has free."""

    def set_free(count: int) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9 - count, count))

    return set_free


def test_a_disk_is_full_before_it_is_and_until_there_is_room_to_spare(
    free: Callable[[int], None], tmp_path: Path
) -> None:
    disk = DiskSpace(tmp_path)
    for count, full in (
        (RESERVE, False),
        (RESERVE - 1, True),
        (RESERVE, True),
        (ENOUGH - 1, True),
        (ENOUGH, False),
        (RESERVE, False),
    ):
        free(count)
        disk.look()
        assert disk.full == full, count


def test_the_log_says_when_it_begins_and_when_it_ends(
    free: Callable[[int], None], tmp_path: Path
) -> None:
    disk = DiskSpace(tmp_path)
    with capture_logs() as logs:
        for count in (0, 0, ENOUGH, ENOUGH):
            free(count)
            disk.look()
    assert [(line["event"], line["free_mib"]) for line in logs] == [
        ("disk full, read-only", 0),
        ("disk has room again", ENOUGH // MIB),
    ]
    assert logs[0]["disk"] == str(tmp_path)


def test_where_the_database_runs_elsewhere_no_disk_is_measured(
    free: Callable[[int], None],
) -> None:
    free(0)
    disk = DiskSpace()
    disk.look()
    assert not disk.full
    assert disk.usage() is None


def test_a_folder_that_is_gone_counts_as_unknown(tmp_path: Path) -> None:
    disk = DiskSpace(tmp_path / "gone")
    disk.look()
    assert not disk.full
    assert disk.usage() is None


def test_the_databases_own_word_counts_for_a_while() -> None:
    clock = [0.0]
    disk = DiskSpace(now=lambda: clock[0])
    with capture_logs() as logs:
        disk.note_refusal()
        disk.require_room()  # the database is asked all the same
        full = []
        for clock[0] in (0.0, REFUSAL_LASTS - 0.1, REFUSAL_LASTS):
            disk.look()
            full.append(disk.full)
    assert full == [True, True, False]
    assert [line["event"] for line in logs] == ["disk full, read-only", "disk has room again"]


async def test_a_full_disk_takes_no_moves_and_no_match(
    free: Callable[[int], None], tmp_path: Path, new_database: NewDatabase
) -> None:
    free(0)
    database = Database(new_database(), DiskSpace(tmp_path))
    database.disk.look()
    log = PostgresMoveLog(database)
    assert log.is_full()
    with pytest.raises(StoreFull):
        await log.claim(new_match_id(), TOY)
    free(ENOUGH)
    database.disk.look()
    assert not log.is_full()
    with pytest.raises(LookupError):
        await log.claim(new_match_id(), TOY)
    await log.close()
    await database.close()


async def test_a_statement_that_finds_no_room_marks_the_disk(new_database: NewDatabase) -> None:
    url = new_database()
    for ask in (by_a_table, by_a_request):
        database = Database(url)
        await ask(database)
        assert database.disk.full
        await database.close()


async def by_a_table(database: Database) -> None:
    with pytest.raises(StoreAway) as caught:
        async with database.transaction() as connection:
            await connection.execute(RAISE_DISK_FULL)
    assert isinstance(caught.value, StoreFull)
    assert isinstance(caught.value.__cause__, asyncpg.DiskFullError)


async def by_a_request(database: Database) -> None:
    with pytest.raises(Exception, match="no space"):
        async with database.sessions.begin() as session:
            await session.execute(text(RAISE_DISK_FULL))
