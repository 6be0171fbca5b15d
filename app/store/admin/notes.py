"""Notes about a person: private ones, warnings, and what moderators did about the person.

A note is never changed. What was done ends at `until`, or is undone once. An erased account's notes
are deleted.

| kind | ends | its person |
|---|---|---|
| private | never | learns nothing of it |
| warning, name | never; a name is undone | reads it before anything else, and finds it again |
| silence, suspension | at `until`, or undone | finds it on the account page |
| line | undone | finds it on the account page |
"""

from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec
from sqlalchemy import (
    BigInteger,
    ForeignKey,
    Identity,
    Index,
    delete,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, ConcurrentChange, Id, String, Timestamp
from app.store.database.connections import Connection
from app.store.database.storable_text import require_storable
from app.store.people.rows import AccountRow

MOST: Final = 100
"""Notes about a person that are shown, the newest."""


class Kind(StrEnum):
    PRIVATE = "private"
    WARNING = "warning"
    SILENCE = "silence"
    """The person writes nothing in any chat, until then."""
    LINE = "line"
    """A line of theirs was taken out of the chat; `about` is its number."""
    NAME = "name"
    """Their name was taken away; `about` is that name, and nobody may bear it."""
    SUSPENSION = "suspension"
    """Without `until`: for good."""


MUST_BE_READ: Final = (Kind.WARNING, Kind.NAME)
UNDONE_BY_ITSELF: Final = (Kind.SILENCE, Kind.LINE, Kind.NAME)
"""Kinds that are undone on the person's page; a suspension is lifted."""


class NoteRow(Base):
    """One note about a person."""

    __tablename__ = "notes"
    __table_args__ = (
        Index("ix_notes_account_id", "account_id", "number"),
        Index("ix_notes_author_id", "author_id"),
        Index(
            "ix_notes_unread",
            "account_id",
            postgresql_where=text("kind IN ('warning', 'name') AND read_at IS NULL"),
        ),
        Index(
            "ix_notes_silences",
            "account_id",
            "until",
            postgresql_where=text("kind = 'silence' AND undone_at IS NULL"),
        ),
        Index(
            "ix_notes_taken_names",
            "skeleton",
            postgresql_where=text("kind = 'name' AND undone_at IS NULL"),
        ),
    )

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"))
    """The person whom it is about."""
    author_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"))
    kind: Mapped[String]
    text: Mapped[String]
    """The note, the warning, or the reason."""
    written_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    read_at: Mapped[Timestamp | None]
    """The time at which its person has read it, where it must be read."""
    until: Mapped[Timestamp | None]
    about: Mapped[String | None]
    """See Kind."""
    skeleton: Mapped[String | None]
    """Of a name that was taken away; see app/text/lookalikes.py."""
    undone_at: Mapped[Timestamp | None]


class Note(msgspec.Struct, frozen=True):
    """One note, with its author's present name."""

    number: int
    kind: str
    author: str
    text: str
    written: datetime
    read: datetime | None
    until: datetime | None
    about: str | None
    undone: datetime | None

    def stands(self, now: datetime) -> bool:
        """True if it can still be undone."""
        return (
            self.kind in UNDONE_BY_ITSELF
            and self.undone is None
            and (self.until is None or self.until > now)
        )


class Stale(Exception):
    """Something was written about the person since the page was made."""

    sentence = "Somebody did something about this person meanwhile. Look below, then decide again."


_SILENCED_UNTIL: Final = """
SELECT max(until) FROM notes
WHERE account_id = $1 AND kind = 'silence' AND undone_at IS NULL AND until > now()
"""


async def write(
    db: AsyncSession,
    account_id: str,
    author_id: str,
    kind: Kind,
    words: str,
    *,
    seen: int | None = None,
    until: datetime | None = None,
    about: str | None = None,
    skeleton: str | None = None,
) -> None:
    """`seen`: the number of the newest note on the page that asks for it, so none is done twice.

    Raises UnstorableText, Stale; LookupError for no such account.
    """
    row = NoteRow(
        account_id=account_id,
        author_id=author_id,
        kind=kind,
        text=require_storable(words, "The text"),
        until=until,
        about=about,
        skeleton=skeleton,
    )
    await lock(db, account_id, seen)
    db.add(row)
    await db.flush()


async def lock(db: AsyncSession, account_id: str, seen: int | None) -> None:
    """Nobody else does anything about the person in the meantime. `seen`: as in `write`.

    Raises Stale; LookupError for no such account.
    """
    locked = select(AccountRow.id).where(AccountRow.id == account_id, AccountRow.kind != "gone")
    if await db.scalar(locked.with_for_update(key_share=True)) is None:
        raise ConcurrentChange(f"there is no account {account_id!r}")
    newest = select(func.max(NoteRow.number)).where(NoteRow.account_id == account_id)
    if seen is not None and (await db.scalar(newest) or 0) != seen:
        raise Stale


async def about(db: AsyncSession, account_id: str, private: bool = True) -> list[Note]:
    """The notes about a person, newest first. Not `private`: as the person may read them."""
    wanted = select(NoteRow, AccountRow.name).join(AccountRow, AccountRow.id == NoteRow.author_id)
    wanted = wanted.where(NoteRow.account_id == account_id)
    if not private:
        wanted = wanted.where(NoteRow.kind != Kind.PRIVATE)
    rows = await db.execute(wanted.order_by(NoteRow.number.desc()).limit(MOST))
    return [
        Note(
            row.number,
            row.kind,
            author,
            row.text,
            row.written_at,
            row.read_at,
            row.until,
            row.about,
            row.undone_at,
        )
        for row, author in rows
    ]


async def unread(db: AsyncSession, account_id: str) -> list[Note]:
    """Those that the person has to read and has not, oldest first."""
    found = await about(db, account_id, private=False)
    return [note for note in reversed(found) if note.kind in MUST_BE_READ and note.read is None]


async def mark_read(db: AsyncSession, account_id: str, number: int) -> None:
    """The person has read what they must up to that number; what is later stays unread."""
    await db.execute(
        update(NoteRow)
        .where(
            NoteRow.account_id == account_id,
            NoteRow.kind.in_(MUST_BE_READ),
            NoteRow.number <= number,
            NoteRow.read_at.is_(None),
        )
        .values(read_at=func.now())
    )


async def silenced_until(connection: Connection, account_id: str) -> datetime | None:
    """The end of the person's silence; None: they may write."""
    until: datetime | None = await connection.fetchval(_SILENCED_UNTIL, account_id)
    return until


async def undo(db: AsyncSession, account_id: str, number: int) -> Note:
    """Ends what that note tells. Raises LookupError where it has ended, or cannot be undone."""
    undone = await db.execute(
        update(NoteRow)
        .where(
            NoteRow.account_id == account_id,
            NoteRow.number == number,
            NoteRow.kind.in_(UNDONE_BY_ITSELF),
            NoteRow.undone_at.is_(None),
            or_(NoteRow.until.is_(None), NoteRow.until > func.now()),
        )
        .values(undone_at=func.now())
        .returning(NoteRow.number)
    )
    if undone.scalar() is None:
        raise ConcurrentChange(f"note {number} does not stand")
    return next(note for note in await about(db, account_id) if note.number == number)


async def end_suspension(db: AsyncSession, account_id: str) -> None:
    """Notes that a suspension was lifted."""
    await db.execute(
        update(NoteRow)
        .where(
            NoteRow.account_id == account_id,
            NoteRow.kind == Kind.SUSPENSION,
            NoteRow.undone_at.is_(None),
        )
        .values(undone_at=func.now())
    )


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes every note about an account that is erased."""
    await db.execute(delete(NoteRow).where(NoteRow.account_id == account_id))
