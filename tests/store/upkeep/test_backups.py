"""Backups that were written down: each event in each state, as the module's table has it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.store.database.pools import Database
from app.store.upkeep import backups
from app.store.upkeep.backups import Backups, Condition
from app.store.upkeep.regular_jobs import DailyJob
from app.store.upkeep.retention import Retention
from app.web.server.metrics import DailyJobMetrics
from tests.table.fakes import FakeClock

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
FORMER, NEWEST, LATER = (bytes([number]) * 32 for number in range(3))


async def condition(database: Database, now: datetime = NOW) -> Condition:
    async with database.sessions() as db:
        return (await backups.newest(db)).condition(now)


async def in_state(database: Database, state: Condition) -> None:
    """Brings a house that has a former checked backup, if it has one at all, into that state."""
    if state is Condition.NONE:
        return
    hours = 49 if state is Condition.TOO_OLD else 1
    async with database.transaction() as connection:
        await backups.record(connection, FORMER, NOW - timedelta(hours=47), 10, True)
        if state is Condition.TOO_OLD:
            await backups.forget(connection, FORMER)
        at = NOW - timedelta(hours=hours)
        await backups.record(connection, NEWEST, at, 20, state is Condition.CHECKED)


@pytest.mark.parametrize("event", ["taken", "checked", "damaged", "two days on"])
@pytest.mark.parametrize("state", list(Condition))
async def test_each_event_leads_from_each_state_to_the_one_of_the_table(
    database: Database, state: Condition, event: str
) -> None:
    await in_state(database, state)
    assert await condition(database) is state
    at, now = NOW - timedelta(hours=49 if state is Condition.TOO_OLD else 1), NOW
    async with database.transaction() as connection:
        match event:
            case "taken":
                await backups.record(connection, LATER, NOW, 30)
            case "checked":
                await backups.record(connection, NEWEST, at, 20, is_checked=True)
            case "damaged":
                await backups.forget(connection, NEWEST)
            case _:
                now += timedelta(days=2)
    assert await condition(database, now) == _wanted()[state, event]


def _wanted() -> dict[tuple[Condition, str], Condition]:
    """The table of the module. "The one before" is a former checked one, or none."""
    lines = Path(backups.__file__).read_text().splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:2] == "| "]
    wanted = {}
    for name, _, taken, _, checked, damaged, later in rows[1:]:
        state = Condition(name.replace(" ", "-"))
        before = Condition.NONE if state is Condition.TOO_OLD else Condition.CHECKED
        for event, cell in zip(
            ("taken", "checked", "damaged", "two days on"),
            (taken, checked, damaged, later),
            strict=True,
        ):
            known = cell != "the one before"
            wanted[state, event] = Condition(cell.replace(" ", "-")) if known else before
    return wanted


async def test_the_last_drill_is_told_beside_a_newer_backup(database: Database) -> None:
    async with database.transaction() as connection:
        await backups.record(connection, FORMER, NOW - timedelta(days=9), 10, is_checked=True)
        await backups.record(connection, NEWEST, NOW, 20)
        known = await backups.newest_on(connection)
        checked_at = await connection.fetchval("SELECT now()")
    assert known == Backups(NOW, 20, is_checked=False, last_check=checked_at)


async def test_rows_of_more_than_a_year_are_forgotten(database: Database) -> None:
    async with database.transaction() as connection:
        for night in range(backups.ROWS_KEPT + 5):
            name = night.to_bytes(32, "big")
            await backups.record(connection, name, NOW + timedelta(days=night), 10)
        rows = await connection.fetchval("SELECT count(*) FROM backups")
    assert rows == backups.ROWS_KEPT


async def test_the_metrics_know_the_newest_backup_after_the_daily_job_has_looked(
    database: Database,
) -> None:
    job = DailyJob(database, Retention(), FakeClock())
    async with database.transaction() as connection:
        await backups.record(connection, NEWEST, NOW, 20)
    assert await job._is_due()
    samples = {
        sample.name: sample.value
        for one in DailyJobMetrics(job).collect()
        for sample in one.samples
    }
    assert samples["pecking_order_backup_timestamp_seconds"] == NOW.timestamp()
