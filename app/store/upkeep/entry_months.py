"""The partitions of `entries`, one for each month in which matches started."""

from datetime import date
from typing import Final

from app.store.database.connections import Connection

MONTHS_AHEAD: Final = 3
"""Months after the present one that have a partition already."""

_NEEDS_NONE: Final = """
SELECT to_regclass($1) IS NOT NULL OR EXISTS (SELECT FROM entries_default WHERE month = $2)
"""
_LOCK: Final = 0x6D6F6E7468
"""The advisory lock of whoever makes partitions: "month"."""


async def make_months(connection: Connection, first: date, last: date) -> int:
    """Makes the missing partitions from one month to another; returns how many.

    Entries of a month without one go to the default partition, and stay there. PostgreSQL then
    refuses a partition of that month, so none is made.
    """
    made = 0
    month = first.replace(day=1)
    while month <= last:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
            name = f"public.{partition_name(month)}"
            if not await connection.fetchval(_NEEDS_NONE, name, month):
                for statement in month_statements(month):
                    await connection.execute(statement)
                made += 1
        month = following(month)
    return made


async def make_coming_months(connection: Connection, today: date) -> int:
    """Makes the partitions of this month and of the next MONTHS_AHEAD; returns how many."""
    last = today
    for _ in range(MONTHS_AHEAD):
        last = following(last)
    return await make_months(connection, today, last)


def partition_name(month: date) -> str:
    """The table that holds the entries of a month, like entries_2026_11."""
    return f"entries_{month:%Y_%m}"


def drop_statement(month: date) -> str:
    """The statement that drops a month's partition, if it has one."""
    return f"DROP TABLE IF EXISTS {partition_name(month)}"


def following(month: date) -> date:
    """The first day of the next month."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def month_statements(month: date) -> tuple[str, str]:
    """The statements that make a month's partition.

    The trigger on `entries` itself does not guard a partition that is named directly.
    """
    name, first, end = partition_name(month), month.replace(day=1), following(month)
    table = f"CREATE TABLE {name} PARTITION OF entries FOR VALUES FROM ('{first}') TO ('{end}')"
    guard = f"""
        CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON {name}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """
    return table, guard
