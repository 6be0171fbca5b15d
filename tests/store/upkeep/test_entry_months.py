"""The months of entries: a month whose entries lie in the default partition stops nobody."""

from datetime import date

from app.store.database.pools import Database
from app.store.upkeep.entry_months import make_months, partition_name
from tests.store.conftest import Guest, Play

MONTH = date(2031, 12, 1)
AFTER = date(2032, 1, 1)


async def test_a_month_that_came_before_its_partition_stays_where_it_is_and_the_next_is_made(
    database: Database, play: Play, guest: Guest
) -> None:
    """A clock that was far off, or a daily job that failed for months: the server still starts."""
    playing = await play(await guest("Ada"), await guest("Ben"), of=2)
    async with database.table_connection() as connection:
        await connection.execute(
            "UPDATE matches SET started_at = '2031-12-24T12:00:00Z' WHERE id = $1", playing.match
        )
    await playing.deal((0, 1))
    async with database.table_connection() as connection:
        lines = "SELECT count(*) FROM entries_default WHERE month = $1"
        before = await connection.fetchval(lines, MONTH)
        assert before > 0
        made = await make_months(connection, MONTH, AFTER)
        try:
            assert made == 1
            tables = "SELECT count(to_regclass(name)) FROM unnest($1::text[]) AS name"
            assert await connection.fetchval(tables, [partition_name(MONTH)]) == 0
            assert await connection.fetchval(tables, [partition_name(AFTER)]) == 1
            assert await connection.fetchval(lines, MONTH) == before
        finally:
            await connection.execute(f"DROP TABLE IF EXISTS {partition_name(AFTER)}")
