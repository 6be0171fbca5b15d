"""Retention: what is removed because it is old, and what each run removed. See docs/data.md."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import CheckConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.store.admin.report_context import CHAT_AFTER, CHAT_BEFORE
from app.store.database.base import Base, Timestamp
from app.store.database.connections import Connection

GUESTS: Final = 500
"""Guests that are looked at in one statement."""
ROOMS: Final = 100
"""Rooms, each with up to a thousand lines of chat."""
MONTH: Final = timedelta(days=365.25 / 12)
YEAR: Final = timedelta(days=365.25)
RUNS_KEPT: Final = 100


class Retention(msgspec.Struct, frozen=True):
    """The times for which things are kept. None: for ever."""

    guest_days: int = 30
    """Guests who never played, said or reported anything, and have no login."""
    room_days: int = 90
    """Rooms in which no match began."""
    chat_lines: int = 1000
    """Lines of chat that a room keeps."""
    chat_months: int = 12
    report_months: int = 24
    """Reports that were answered."""
    audit_years: int | None = None
    match_years: int | None = None
    """The entries of matches, which go into an archive file first."""


class RetentionRunRow(Base):
    """One run of the daily job."""

    __tablename__ = "retention_runs"
    __table_args__ = (CheckConstraint("finished_at >= started_at", name="in_order"),)

    started_at: Mapped[Timestamp] = mapped_column(primary_key=True)
    finished_at: Mapped[Timestamp]
    removed: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The number of rows by kind."""


_GUEST_IDS: Final = """
SELECT id, created_at FROM accounts
WHERE kind = 'guest' AND (created_at, id) > ($1, $2) AND created_at < $3
ORDER BY created_at, id LIMIT $4
"""
_DELETE_GUESTS: Final = """
DELETE FROM accounts USING unnest($1::text[]) AS old (guest)
WHERE accounts.id = guest AND kind = 'guest' AND suspension_reason IS NULL
AND NOT EXISTS (SELECT FROM sessions WHERE account_id = guest)
AND NOT EXISTS (SELECT FROM places WHERE account_id = guest)
AND NOT EXISTS (SELECT FROM chat_lines WHERE account_id = guest OR about @> ARRAY[guest])
AND NOT EXISTS (SELECT FROM reports WHERE account_id = guest OR accused_id = guest)
AND NOT EXISTS (SELECT FROM lifted_waits WHERE account_id = guest)
AND NOT EXISTS (SELECT FROM notes WHERE account_id = guest)
AND NOT EXISTS (SELECT FROM cases WHERE account_id = guest)
AND NOT EXISTS (SELECT FROM rooms WHERE people @> ARRAY[guest])
"""
_ROOM_IDS: Final = "SELECT id FROM rooms WHERE id > $1 ORDER BY id LIMIT $2"
_DELETE_ROOMS: Final = """
WITH empty AS (
    SELECT id FROM rooms WHERE id = ANY($1::text[]) AND stage = 'gathering' AND match_id IS NULL
    AND updated_at < $2 AND NOT EXISTS (SELECT FROM matches WHERE room_id = rooms.id)
    AND NOT EXISTS (SELECT FROM reports WHERE room_id = rooms.id)
    AND NOT EXISTS (SELECT FROM clubs WHERE room_id = rooms.id)
    FOR UPDATE SKIP LOCKED
), said AS (DELETE FROM chat_lines USING empty WHERE room_id = empty.id)
DELETE FROM rooms USING empty WHERE rooms.id = empty.id
"""
_DELETE_CHAT: Final = """
DELETE FROM chat_lines USING (
    SELECT room, greatest(
        (SELECT number FROM chat_lines WHERE room_id = room
            ORDER BY number DESC OFFSET $2 LIMIT 1),
        CASE WHEN (SELECT said_at FROM chat_lines WHERE room_id = room ORDER BY number LIMIT 1) < $3
            THEN (SELECT max(number) FROM chat_lines WHERE room_id = room AND said_at < $3) END
    ) AS last FROM unnest($1::text[]) AS room
) AS old
WHERE room_id = old.room AND number <= old.last AND NOT EXISTS (
    SELECT FROM reports WHERE reports.room_id = old.room AND kind = 'people' AND closed_at IS NULL
    AND said_at BETWEEN moment_at - $4::interval AND moment_at + $5::interval
)
"""
_DELETE_REPORTS: Final = "DELETE FROM reports WHERE closed_at < $1"
_DELETE_CASES: Final = "DELETE FROM cases WHERE closed_at < $1"
_OLD_AUDIT_LINE: Final = """
SELECT number, hash FROM audit_log WHERE done_at < $1
AND number < (SELECT max(number) FROM audit_log) ORDER BY number DESC LIMIT 1
"""
_FINISH_RUN: Final = """
INSERT INTO retention_runs (started_at, finished_at, removed) VALUES ($1, $2, $3::jsonb)
ON CONFLICT (started_at) DO UPDATE SET
    finished_at = excluded.finished_at, removed = excluded.removed
"""
_FORGET_RUNS: Final = """
DELETE FROM retention_runs WHERE started_at < (
    SELECT started_at FROM retention_runs ORDER BY started_at DESC OFFSET $1 LIMIT 1
)
"""


async def remove_old(
    connection: Connection, kept: Retention, now: datetime
) -> AsyncIterator[tuple[str, int]]:
    """Removes what is older than `kept` says, in short transactions: kinds and numbers of rows.

    The entries of matches are not among it; see app/store/upkeep/archive.py. The caller may pause
    between two steps.
    """
    created, last = datetime.fromtimestamp(0, now.tzinfo), ""
    before = now - timedelta(days=kept.guest_days)
    while guests := await connection.fetch(_GUEST_IDS, created, last, before, GUESTS):
        created, last = guests[-1]["created_at"], guests[-1]["id"]
        yield "guests", await _delete(connection, _DELETE_GUESTS, [row["id"] for row in guests])
    empty_before = now - timedelta(days=kept.room_days)
    said_before = now - kept.chat_months * MONTH
    room = ""
    while rows := await connection.fetch(_ROOM_IDS, room, ROOMS):
        rooms = [row["id"] for row in rows]
        room = rooms[-1]
        yield "rooms", await _delete(connection, _DELETE_ROOMS, rooms, empty_before)
        limits = (kept.chat_lines, said_before, CHAT_BEFORE, CHAT_AFTER)
        yield "chat_lines", await _delete(connection, _DELETE_CHAT, rooms, *limits)
    answered_before = now - kept.report_months * MONTH
    yield "reports", await _delete(connection, _DELETE_REPORTS, answered_before)
    yield "cases", await _delete(connection, _DELETE_CASES, answered_before)
    if kept.audit_years is not None:
        yield "audit_lines", await _trim_audit_log(connection, now - kept.audit_years * YEAR)


async def _delete(connection: Connection, statement: str, *arguments: Any) -> int:
    """Returns the number of deleted rows."""
    return int((await connection.execute(statement, *arguments)).rpartition(" ")[2])


async def _trim_audit_log(connection: Connection, before: datetime) -> int:
    """Removes the oldest lines, but never the last one; the chain of the rest still verifies."""
    async with connection.transaction():
        last = await connection.fetchrow(_OLD_AUDIT_LINE, before)
        if last is None:
            return 0
        await connection.execute("ALTER TABLE audit_log DISABLE TRIGGER only_added_to")
        removed = await _delete(
            connection, "DELETE FROM audit_log WHERE number <= $1", last["number"]
        )
        await connection.execute("ALTER TABLE audit_log ENABLE TRIGGER only_added_to")
        await connection.execute("DELETE FROM audit_trims")
        await connection.execute(
            "INSERT INTO audit_trims (number, hash) VALUES ($1, $2)", last["number"], last["hash"]
        )
    return removed


async def last_run(connection: Connection) -> datetime | None:
    """The time at which the last complete run began."""
    found: datetime | None = await connection.fetchval("SELECT max(started_at) FROM retention_runs")
    return found


async def record_run(
    connection: Connection, started_at: datetime, finished_at: datetime, removed: dict[str, int]
) -> None:
    text = msgspec.json.encode(removed).decode()
    await connection.execute(_FINISH_RUN, started_at, finished_at, text)
    await connection.execute(_FORGET_RUNS, RUNS_KEPT)
