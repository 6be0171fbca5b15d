"""The most people and open tables at one time, hour by hour, of all processes together.

The process that leads counts once a minute, and raises the row of the present hour to what it
found. Nothing is kept between two counts, and PostgreSQL's clock says which hour it is, so it does
not matter which process counts.

| an hour is | a count finds it | another process leads | the store is away | later |
|---|---|---|---|---|
| not counted: it has no row | counted, zeros too | not counted | not counted | not counted |
| counted | the higher numbers stay | counted on in its row | as it was | removed after KEPT |
| ahead: the clock was set back | removed | ahead | ahead | removed by the next count |
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Timestamp
from app.store.database.connections import Connection

DAYS: Final = 30
KEPT: Final = timedelta(days=DAYS + 2)


class HourlyCountRow(Base):
    """The most people and tables at one time in one hour."""

    __tablename__ = "hourly_counts"
    __table_args__ = (CheckConstraint("people >= 0 AND tables >= 0", name="no_fewer_than_none"),)

    hour: Mapped[Timestamp] = mapped_column(primary_key=True)
    """Its beginning, a full hour by UTC."""
    people: Mapped[int]
    tables: Mapped[int]


class Busiest(msgspec.Struct, frozen=True):
    """The most people and open tables at one time in an hour, or a day. None: not counted."""

    since: datetime
    people: int | None
    tables: int | None


_COUNT: Final = """
WITH removed AS (DELETE FROM hourly_counts WHERE hour < now() - $3::interval OR hour > now())
INSERT INTO hourly_counts AS kept (hour, people, tables)
VALUES (date_trunc('hour', now(), 'UTC'), $1, $2) ON CONFLICT (hour) DO UPDATE SET
    people = greatest(kept.people, excluded.people), tables = greatest(kept.tables, excluded.tables)
WHERE excluded.people > kept.people OR excluded.tables > kept.tables
"""
_BY_HOUR: Final = """
SELECT since, people, tables FROM generate_series(
    date_trunc('hour', now(), 'UTC') - make_interval(hours => $1 - 1),
    date_trunc('hour', now(), 'UTC'), interval '1 hour'
) AS since LEFT JOIN hourly_counts ON hour = since ORDER BY since
"""


async def count(connection: Connection, people: int, tables: int) -> None:
    """Counts these people and tables for the present hour, and removes hours that are too old."""
    await connection.execute(_COUNT, people, tables, KEPT)


async def by_hour(connection: Connection) -> list[Busiest]:
    """The hours of the last DAYS days, oldest first; the present one is the last."""
    return [Busiest(*row) for row in await connection.fetch(_BY_HOUR, DAYS * 24)]


def by_day(hours: Sequence[Busiest]) -> list[Busiest]:
    """The most in each 24 of those hours."""
    return [_busiest(hours[first : first + 24]) for first in range(0, len(hours), 24)]


def _busiest(hours: Sequence[Busiest]) -> Busiest:
    people, tables = ([one.people for one in hours], [one.tables for one in hours])
    return Busiest(hours[0].since, _most(people), _most(tables))


def _most(counts: Sequence[int | None]) -> int | None:
    return max((one for one in counts if one is not None), default=None)
