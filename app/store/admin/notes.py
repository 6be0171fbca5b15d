"""Notes of administrators and moderators about a person: private ones, and warnings.

A warning is a note that its person has to read once before they go on. Notes are never changed; an
erased account's are deleted.
"""

from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec
from sqlalchemy import BigInteger, ForeignKey, Identity, Index, delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, String, Timestamp
from app.store.database.storable_text import require_storable
from app.store.people.rows import AccountRow

MOST: Final = 100
"""Notes about a person that are shown, the newest."""


class Kind(StrEnum):
    PRIVATE = "private"
    WARNING = "warning"


class NoteRow(Base):
    """One note about a person, private or a warning."""

    __tablename__ = "notes"
    __table_args__ = (
        Index("ix_notes_account_id", "account_id", "number"),
        Index("ix_notes_author_id", "author_id"),
        Index(
            "ix_notes_unread",
            "account_id",
            postgresql_where=text("kind = 'warning' AND read_at IS NULL"),
        ),
    )

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"))
    """The person whom it is about."""
    author_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"))
    kind: Mapped[String]
    text: Mapped[String]
    written_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    read_at: Mapped[Timestamp | None]
    """The time at which its person has read a warning."""


class Note(msgspec.Struct, frozen=True):
    """One note, with its author's present name."""

    number: int
    kind: str
    author: str
    text: str
    written: datetime
    read: datetime | None


async def write(db: AsyncSession, account_id: str, author_id: str, kind: Kind, words: str) -> None:
    """Raises UnstorableText."""
    words = require_storable(words, "The text")
    db.add(NoteRow(account_id=account_id, author_id=author_id, kind=kind, text=words))
    await db.flush()


async def about(db: AsyncSession, account_id: str, kind: Kind | None = None) -> list[Note]:
    """The notes about a person, newest first."""
    wanted = select(NoteRow, AccountRow.name).join(AccountRow, AccountRow.id == NoteRow.author_id)
    wanted = wanted.where(NoteRow.account_id == account_id)
    if kind is not None:
        wanted = wanted.where(NoteRow.kind == kind)
    rows = await db.execute(wanted.order_by(NoteRow.number.desc()).limit(MOST))
    return [
        Note(row.number, row.kind, author, row.text, row.written_at, row.read_at)
        for row, author in rows
    ]


async def unread(db: AsyncSession, account_id: str) -> list[Note]:
    """The warnings that the person has not read, oldest first."""
    found = await about(db, account_id, Kind.WARNING)
    return [note for note in reversed(found) if note.read is None]


async def mark_read(db: AsyncSession, account_id: str, number: int) -> None:
    """The person has read their warnings up to that number; later ones stay unread."""
    await db.execute(
        update(NoteRow)
        .where(
            NoteRow.account_id == account_id,
            NoteRow.kind == Kind.WARNING,
            NoteRow.number <= number,
            NoteRow.read_at.is_(None),
        )
        .values(read_at=func.now())
    )


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes every note about an account that is erased."""
    await db.execute(delete(NoteRow).where(NoteRow.account_id == account_id))
