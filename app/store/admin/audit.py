"""The audit log: what administrators did and looked at, and why.

Rows are only ever added, each linked to the one before by a hash.
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    func,
    select,
    text,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, aliased, mapped_column

from app.rules.chain import canonical
from app.store.database.base import PAGE_SIZE, Base, Id, Page, String, Timestamp, offset
from app.store.database.connections import Connection
from app.store.database.storable_text import is_unstorable, require_storable
from app.store.people.rows import AccountRow

FIRST_HASH: Final = sha256(b"pecking-order/audit/1").digest()
"""The hash that precedes the first line."""
_WRITER_LOCK: Final = 7_014_650_327
"""The advisory lock that makes writers wait for each other, so that lines form one chain."""

_LAST_HASH: Final = "SELECT hash FROM audit_log ORDER BY number DESC LIMIT 1"
_INSERT: Final = """
INSERT INTO audit_log (done_at, admin_id, action, subject, reason, hash)
VALUES ($1, $2, $3, $4, $5, $6)
"""


class Action(StrEnum):
    """An action of a new line. A stored line keeps its action for ever: its hash covers it."""

    SUSPEND = "account-suspended"
    LIFT = "suspension-lifted"
    STOP = "match-stopped"
    VOID = "match-voided"
    REINSTATE = "match-reinstated"
    """A voided match counts again."""
    LOOK = "match-looked-at"
    """The log of a match was opened; its players see who did and when."""
    RELEASE = "table-released"
    """A table's quarantine was ended."""
    ANSWER = "report-answered"
    READ_CHAT = "report-looked-at"
    """The chat around the moment of a report was read; its subject is the report."""
    MAKE_PASSWORD_RESET = "password-reset-made"  # noqa: S105  an action
    LIFT_WAITS = "waits-lifted"
    """Somebody who was locked out after wrong passwords may try again."""
    CREATE_MEMBER = "member-made"
    SET_PASSWORD = "password-set"  # noqa: S105  an action
    MAKE_ADMIN = "made-admin"
    UNMAKE_ADMIN = "unmade-admin"
    MAKE_MODERATOR = "made-moderator"
    UNMAKE_MODERATOR = "unmade-moderator"
    NOTE = "note-written"
    """A private note about a person; its words stand in the note alone."""
    WARN = "account-warned"
    SILENCE = "account-silenced"
    """Somebody may write nothing in any chat for a time."""
    REMOVE_LINE = "line-removed"
    """A line of somebody was taken out of a chat."""
    TAKE_NAME = "name-taken"
    """Somebody was given another name; the one that was taken away stands in the note alone."""
    UNDO = "deed-undone"
    """A silence, a removed line or a name that was taken away."""
    SWITCH = "switch-set"
    """A switch of the server was set; the reason says to what."""


class AuditRow(Base):
    """A deed or a look of an administrator, with the hash of the chain so far."""

    __tablename__ = "audit_log"
    __table_args__ = (
        Index("ix_audit_log_subject_done_at", "subject", "done_at"),
        Index("ix_audit_log_admin_id", "admin_id", "number"),
        Index("ix_audit_log_done_at", "done_at"),
        CheckConstraint("octet_length(hash) = 32", name="hash_has_32_bytes"),
    )

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    done_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    admin_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"))
    action: Mapped[String]
    subject: Mapped[String]
    reason: Mapped[String]
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """The hash of this line and the one before; before the first line, FIRST_HASH."""


class AuditTrimRow(Base):
    """The last line that was removed because it was old: the chain of the rest begins after it."""

    __tablename__ = "audit_trims"
    __table_args__ = (CheckConstraint("octet_length(hash) = 32", name="hash_has_32_bytes"),)

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    trimmed_at: Mapped[Timestamp] = mapped_column(server_default=func.now())


class AuditEntry(msgspec.Struct, frozen=True):
    at: datetime
    admin_id: str
    admin: str
    """The administrator's present name."""
    action: str
    """An `Action`, or an action of a newer version."""
    subject: str
    """`match:<id>`, `account:<id>`, `room:<id>`, `report:<number>`, `switch:<name>`."""
    reason: str


def match_subject(match_id: str) -> str:
    return f"match:{match_id}"


def room_subject(room_id: str) -> str:
    return f"room:{room_id}"


def account_subject(account_id: str) -> str:
    return f"account:{account_id}"


def report_subject(number: int) -> str:
    return f"report:{number}"


def switch_subject(name: str) -> str:
    return f"switch:{name}"


async def record(
    db: AsyncSession, admin_id: str, action: Action, subject: str, reason: str = ""
) -> None:
    """Writes a line in the transaction of what it tells; other writers wait for its end.

    Raises UnstorableText.
    """
    await db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _WRITER_LOCK})
    previous = await db.scalar(text(_LAST_HASH))
    db.add(_next_row(previous, admin_id, action, subject, reason))
    await db.flush()


async def record_on(
    connection: Connection, admin_id: str, action: Action, subject: str, reason: str = ""
) -> None:
    """`record` on a table's connection, in its transaction."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", _WRITER_LOCK)
    row = _next_row(await connection.fetchval(_LAST_HASH), admin_id, action, subject, reason)
    await connection.execute(
        _INSERT, row.done_at, row.admin_id, row.action, row.subject, row.reason, row.hash
    )


def _next_row(
    previous: bytes | None, admin_id: str, action: Action, subject: str, reason: str
) -> AuditRow:
    """The line after the one with that hash, as of now. Raises UnstorableText."""
    row = AuditRow(
        done_at=datetime.now(UTC),
        admin_id=admin_id,
        action=str(action),
        subject=require_storable(subject),
        reason=require_storable(reason, "The reason"),
    )
    row.hash = link(previous or FIRST_HASH, row)
    return row


async def record_look(db: AsyncSession, admin_id: str, match_id: str, reason: str = "") -> None:
    """An administrator opens a match's log. Raises UnstorableText."""
    await record(db, admin_id, Action.LOOK, match_subject(match_id), reason)


async def entries(
    db: AsyncSession, subject: str | None = None, admin_id: str | None = None, page: int = 1
) -> Page[AuditEntry]:
    """Newest first."""
    wanted: list[ColumnElement[bool]] = []
    for column, value in ((AuditRow.subject, subject), (AuditRow.admin_id, admin_id)):
        if value is not None:
            if is_unstorable(value):
                return Page((), page, 0)
            wanted.append(column == value)
    total = await db.scalar(select(func.count()).select_from(AuditRow).where(*wanted)) or 0
    return Page(await _read(db, wanted, offset(page), PAGE_SIZE), page, total)


async def looks_at(db: AsyncSession, match_id: str) -> tuple[AuditEntry, ...]:
    """The entries about openings of this match's log, newest first, at most 100."""
    if is_unstorable(match_id):
        return ()
    return await _read(
        db, [AuditRow.subject == match_subject(match_id), AuditRow.action == Action.LOOK], 0, 100
    )


def link(previous: bytes, row: AuditRow) -> bytes:
    """The hash of a line after the one with that hash. 32 bytes."""
    at = (row.done_at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    return sha256(
        canonical([previous.hex(), at, row.admin_id, row.action, row.subject, row.reason])
    ).digest()


async def _read(
    db: AsyncSession, wanted: list[ColumnElement[bool]], skip: int, most: int
) -> tuple[AuditEntry, ...]:
    lines = (
        select(AuditRow)
        .where(*wanted)
        .order_by(AuditRow.number.desc())
        .offset(skip)
        .limit(most)
        .subquery()
    )
    line = aliased(AuditRow, lines)
    found = await db.execute(
        select(line, AccountRow.name)
        .join(AccountRow, AccountRow.id == line.admin_id)
        .order_by(line.number.desc())
    )
    return tuple(
        AuditEntry(row.done_at, row.admin_id, name, row.action, row.subject, row.reason)
        for row, name in found
    )
