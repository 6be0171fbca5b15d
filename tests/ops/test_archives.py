"""The archiving that the daily job starts: in a process of its own, wherever the server runs."""

import asyncio
from pathlib import Path

import pytest

from app.cli import main
from app.rules.replay import Setup
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import regular_jobs
from app.store.upkeep.regular_jobs import DailyJob
from app.store.upkeep.retention import Retention
from app.table.system import SystemClock
from tests.conftest import NewDatabase
from tests.store.conftest import Playing, a_room
from tests.store.toy_game import TOY

FILE = "entries_2020_02.jsonl.gz"


async def test_the_daily_job_archives_what_is_older_than_the_settings_allow(
    new_database: NewDatabase,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url, folder = new_database(), tmp_path / "archive"
    await play_in_february_2020(url)
    monkeypatch.setattr(regular_jobs, "PAUSE", 0.0)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("PECKING_ORDER_KEEP_MATCH_YEARS", "2")
    monkeypatch.setenv("PECKING_ORDER_ARCHIVE_DIR", str(folder))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.chdir(tmp_path)
    database = Database(url)
    await DailyJob(database, Retention(match_years=2), SystemClock()).run()
    async with database.table_connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM entries") == 0
    await database.close()
    await asyncio.to_thread(main, ["archive", "--check", str(folder / FILE)])
    assert "1 matches with 3 entries verify" in capsys.readouterr().out


async def play_in_february_2020(url: str) -> None:
    """One finished match of one deal between two bots."""
    database = Database(url)
    log = PostgresMoveLog(database)
    room = a_room(bots=2, match=new_id())
    playing = Playing(log, room, Setup(2, TOY.options(1)))
    await PostgresRoomStore(database).save(room)
    await playing.begin()
    async with database.table_connection() as connection:
        await connection.execute("UPDATE matches SET started_at = '2020-02-29T12:00:00Z'")
    await playing.deal((0, 1))
    await log.close()
    await database.close()
