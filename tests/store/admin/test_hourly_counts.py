"""Hourly counts: each event in each state of an hour, as the module's table has it."""

from datetime import datetime, timedelta

from app.store.admin import hourly_counts
from app.store.admin.hourly_counts import DAYS, KEPT, Busiest
from app.store.database.connections import Connection
from app.store.database.pools import Database

HOUR = timedelta(hours=1)


async def counted(connection: Connection) -> list[tuple[datetime, int, int]]:
    rows = await connection.fetch("SELECT hour, people, tables FROM hourly_counts ORDER BY hour")
    return [tuple(row) for row in rows]


async def write(connection: Connection, ago: timedelta, people: int, tables: int) -> None:
    """A count of that time, as if it had been made then."""
    await connection.execute(
        "INSERT INTO hourly_counts"
        " SELECT date_trunc('hour', now(), 'UTC') - $1::interval, $2::int, $3::int",
        ago,
        people,
        tables,
    )


async def present(connection: Connection) -> datetime:
    """The present hour, which is the same for a whole transaction."""
    found: datetime = await connection.fetchval("SELECT date_trunc('hour', now(), 'UTC')")
    return found


async def test_an_hour_is_counted_also_if_nobody_is_there(database: Database) -> None:
    async with database.transaction() as connection:
        hours = await hourly_counts.by_hour(connection)
        assert {(one.people, one.tables) for one in hours} == {(None, None)}
        await hourly_counts.count(connection, 0, 0)
        *before, last = await hourly_counts.by_hour(connection)
        assert last == Busiest(await present(connection), 0, 0)
        assert {one.people for one in before} == {None}, "nobody counted then"


async def test_the_higher_numbers_stay_each_for_itself_whoever_counts(database: Database) -> None:
    async with database.transaction() as connection:
        for people, tables in ((4, 2), (3, 5), (4, 5), (0, 0)):
            await hourly_counts.count(connection, people, tables)
        assert await counted(connection) == [(await present(connection), 4, 5)]


async def test_two_processes_that_lead_one_after_the_other_write_one_row(
    database: Database,
) -> None:
    async with database.table_connection() as first, database.table_connection() as second:
        await hourly_counts.count(first, 7, 1)
        await hourly_counts.count(second, 2, 3)
        rows = await counted(first)
    assert rows[-1][1:] in ((7, 3), (2, 3)), "the second where the hour ended between the two"
    assert len(rows) <= 2


async def test_a_count_removes_hours_that_are_too_old_and_hours_ahead(database: Database) -> None:
    """Hours lie ahead where the clock was set back."""
    async with database.transaction() as connection:
        for ago in (KEPT + HOUR, KEPT - HOUR, -HOUR, timedelta(days=-400)):
            await write(connection, ago, 9, 9)
        await hourly_counts.count(connection, 1, 1)
        now = await present(connection)
        assert await counted(connection) == [(now - KEPT + HOUR, 9, 9), (now, 1, 1)]


async def test_an_hour_ahead_is_not_shown(database: Database) -> None:
    async with database.transaction() as connection:
        await write(connection, -HOUR, 9, 9)
        hours = await hourly_counts.by_hour(connection)
        assert hours[-1] == Busiest(await present(connection), None, None)


async def test_a_month_of_hours_is_read_and_a_day_has_the_most_of_its_hours(
    database: Database,
) -> None:
    async with database.transaction() as connection:
        for ago, people, tables in ((0, 3, 1), (23, 1, 4), (24, 8, 2), (24 * DAYS, 99, 99)):
            await write(connection, ago * HOUR, people, tables)
        hours, now = await hourly_counts.by_hour(connection), await present(connection)
    assert [one.since for one in hours] == [now - ago * HOUR for ago in range(24 * DAYS)][::-1]
    days = hourly_counts.by_day(hours)
    assert len(days) == DAYS
    assert days[-1] == Busiest(now - 23 * HOUR, 3, 4)
    assert days[-2] == Busiest(now - 47 * HOUR, 8, 2)
    assert {(one.people, one.tables) for one in days[:-2]} == {(None, None)}
