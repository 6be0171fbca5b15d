"""Backups that were written down: when the newest good one was taken, and when one last came back.

A row is a file that `backup` made whole, or that `restore` brought back. The files lie elsewhere
and are not looked at. The states of what is known, and what each event leads to:

| state   | newest good backup  | taken | small, failed | came back | is damaged     | two days on |
|---------|---------------------|-------|---------------|-----------|----------------|-------------|
| none    | is not known        | taken | none          | checked   | none           | none        |
| taken   | is whole            | taken | taken         | checked   | the one before | too old     |
| checked | has come back       | taken | checked       | checked   | the one before | too old     |
| too old | is of over two days | taken | too old       | too old   | the one before | too old     |

A check changes the state of the file that it reads. So an old file that comes back is no younger
for it, and a damaged one is good no more. A file that comes back with faults in its records is as
it was saved: it stays taken.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import msgspec
from sqlalchemy import BigInteger, CheckConstraint, LargeBinary
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Timestamp
from app.store.database.connections import Connection, driver_connection

TOO_OLD_AFTER: Final = timedelta(days=2)
ROWS_KEPT: Final = 400
"""More than a year of nights, so that the last drill is among them."""


class BackupRow(Base):
    """One good backup."""

    __tablename__ = "backups"
    __table_args__ = (CheckConstraint("octet_length(checksum) = 32", name="checksum_has_32_bytes"),)

    checksum: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """The one at the end of the file."""
    taken_at: Mapped[Timestamp]
    size: Mapped[int] = mapped_column(BigInteger)
    """Bytes."""
    checked_at: Mapped[Timestamp | None]
    """The last time that the file came back."""


class Condition(StrEnum):
    """The state of the newest good backup."""

    NONE = "none"
    TAKEN = "taken"
    CHECKED = "checked"
    TOO_OLD = "too-old"


class Backups(msgspec.Struct, frozen=True):
    """The newest good backup, and the last drill."""

    taken_at: datetime | None = None
    size: int | None = None
    """Bytes of the newest one."""
    is_checked: bool = False
    """The newest one has come back."""
    last_check: datetime | None = None
    """The last time that any backup came back."""

    def condition(self, now: datetime) -> Condition:
        if self.taken_at is None:
            return Condition.NONE
        if now - self.taken_at > TOO_OLD_AFTER:
            return Condition.TOO_OLD
        return Condition.CHECKED if self.is_checked else Condition.TAKEN


_NEWEST: Final = """
SELECT taken_at, size, checked_at IS NOT NULL, (SELECT max(checked_at) FROM backups)
FROM backups ORDER BY taken_at DESC LIMIT 1
"""
_TAKEN: Final = """
INSERT INTO backups (checksum, taken_at, size, checked_at)
VALUES ($1, $2, $3, CASE WHEN $4 THEN now() END) ON CONFLICT (checksum)
DO UPDATE SET checked_at = coalesce(excluded.checked_at, backups.checked_at)
"""
_FORGET: Final = """
DELETE FROM backups WHERE taken_at < (
    SELECT taken_at FROM backups ORDER BY taken_at DESC OFFSET $1 LIMIT 1
)
"""


async def newest(db: AsyncSession) -> Backups:
    return await newest_on(await driver_connection(db))


async def newest_on(connection: Connection) -> Backups:
    """`newest` on a table's connection."""
    found = await connection.fetchrow(_NEWEST)
    return Backups() if found is None else Backups(*found)


async def record(
    connection: Connection, checksum: bytes, taken_at: datetime, size: int, is_checked: bool = False
) -> None:
    """Writes down that this file is whole, and that it came back if it did."""
    await connection.execute(_TAKEN, checksum, taken_at, size, is_checked)
    await connection.execute(_FORGET, ROWS_KEPT - 1)


async def forget(connection: Connection, checksum: bytes) -> None:
    """That file is no good backup: it did not come back."""
    await connection.execute("DELETE FROM backups WHERE checksum = $1", checksum)
