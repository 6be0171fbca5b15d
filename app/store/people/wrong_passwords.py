"""Wrong passwords: how many were given in a row for a name or a device, and budgets of attempts.

All processes of a database count here together, and a restart forgets nothing. A row is written for
a wrong password only; a day after the last one it goes. Keys are hashes, since a password may be
typed in place of a name.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint, LargeBinary, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Timestamp
from app.store.database.connections import Connection, driver_connection

KEPT: Final = timedelta(days=1)
"""The time after the last wrong password of a row for which it counts."""
MOST: Final = 100_000
"""Rows that are kept, those used last."""


class WrongPasswordRow(Base):
    """The wrong passwords of one key. All times are the database's."""

    __tablename__ = "wrong_passwords"
    __table_args__ = (CheckConstraint("octet_length(key) = 32", name="key_has_32_bytes"),)

    key: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    count: Mapped[int]
    """Wrong passwords in a row."""
    last_at: Mapped[Timestamp] = mapped_column(index=True)
    full_at: Mapped[Timestamp]
    """The time at which the key's budget is full again."""
    lifted_at: Mapped[Timestamp | None]
    """The lift of waits that was the account's last one then; after another, `count` is 0."""


class Standing(msgspec.Struct, frozen=True):
    """The wrong passwords of one key, as they are now."""

    count: int
    since: float
    """Seconds since the last one."""
    owed: float
    """Seconds until the budget is full again."""
    lifted: datetime | None


_READ: Final = f"""
SELECT (SELECT lifted_at FROM lifted_waits WHERE account_id = $1) AS last_lifted, key, count,
    extract(epoch FROM clock_timestamp() - last_at)::float8 AS since,
    extract(epoch FROM full_at - clock_timestamp())::float8 AS owed, lifted_at
FROM (SELECT) AS always LEFT JOIN wrong_passwords
ON key = ANY ($2) AND last_at > now() - interval '{KEPT.days} days'
"""  # noqa: S608  a constant of ours
_ADD: Final = """
INSERT INTO wrong_passwords AS old (key, count, last_at, full_at, lifted_at)
SELECT key, 1, at, at + seconds * interval '1 second', $3
FROM unnest($1::bytea[], $2::float8[]) AS one (key, seconds), clock_timestamp() AS at ORDER BY key
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN old.lifted_at IS NOT DISTINCT FROM excluded.lifted_at
        THEN old.count + 1 ELSE 1 END,
    last_at = excluded.last_at,
    full_at = greatest(old.full_at, excluded.last_at) + (excluded.full_at - excluded.last_at),
    lifted_at = excluded.lifted_at
"""
"""In the order of the keys, so that no two of these wait for each other."""
_REMOVE_OLD: Final = text("""
DELETE FROM wrong_passwords WHERE last_at <= greatest(
    now() - make_interval(secs => :kept),
    (SELECT last_at FROM wrong_passwords ORDER BY last_at DESC OFFSET :most LIMIT 1)
)
""")


async def standing(
    db: AsyncSession, account_id: str | None, keys: Sequence[str]
) -> tuple[datetime | None, Mapping[str, Standing]]:
    """The time of the last lift of the account's waits, and the keys that have wrong passwords."""
    names = {_hash(key): key for key in keys}
    rows = await (await driver_connection(db)).fetch(_READ, account_id, [*names])
    return rows[0]["last_lifted"], {
        names[row["key"]]: Standing(row["count"], row["since"], row["owed"], row["lifted_at"])
        for row in rows
        if row["key"] is not None
    }


async def add(db: Connection, keys: Mapping[str, float], lifted: datetime | None) -> None:
    """Counts one for each key, which takes that many seconds of its budget; in one statement."""
    await db.execute(_ADD, [_hash(key) for key in keys], [*keys.values()], lifted)


async def clear(db: Connection, key: str) -> None:
    """Forgets the wrong ones in a row; call it after the right password."""
    await db.execute("DELETE FROM wrong_passwords WHERE key = $1", _hash(key))


async def remove_old(db: AsyncSession, most: int = MOST) -> None:
    """Removes rows that count no more, and the oldest of too many."""
    await db.execute(_REMOVE_OLD, {"kept": KEPT.total_seconds(), "most": most})


def _hash(key: str) -> bytes:
    return sha256(key.encode(errors="surrogatepass")).digest()
