"""Notes for tables that have yet to take over a change of an account."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import asyncpg
import msgspec
from sqlalchemy import BigInteger, ForeignKey, Identity, func, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, Timestamp
from app.store.database.pools import Database
from app.store.database.server_lock import LIVES
from app.table.model.records import AccountChange, Fate, TableNote
from app.table.model.room import Person, PersonId, RoomId


class TableNoteRow(Base):
    """A table that has yet to take over one account as it is now."""

    __tablename__ = "table_notes"

    account_id: Mapped[Id] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    room_id: Mapped[Id] = mapped_column(
        ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    """Another one after each change."""
    noted_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    """The time of the first change that the table has not taken over."""


class LateNote(msgspec.Struct, frozen=True):
    """A note as administrators read it."""

    account: str
    name: str
    code: str
    """The table's."""
    noted_at: datetime
    process: str
    """The name of the living process that has the table; "" where none has, or one is alone."""


_WRITE: Final = text("""
INSERT INTO table_notes (account_id, room_id)
SELECT :account, id FROM rooms WHERE people @> ARRAY[:account]::text[] ORDER BY id
ON CONFLICT (account_id, room_id) DO UPDATE SET number = DEFAULT
""")
_WRITE_NAMED: Final = f"""
INSERT INTO table_notes (account_id, room_id) SELECT :account, id FROM rooms
WHERE owner IN (SELECT number FROM processes WHERE {LIVES.format(number="processes.number")})
AND id IN (
    SELECT room_id FROM chat_lines
    WHERE account_id = :account OR about @> ARRAY[:account]::text[]
)
ORDER BY id ON CONFLICT (account_id, room_id) DO UPDATE SET number = DEFAULT
"""  # noqa: S608  a constant of ours
_SELECT: Final = """
SELECT number, room_id, accounts.id, name, kind, portrait, suspension_reason IS NOT NULL
    AND (suspended_until IS NULL OR suspended_until > now()) AS suspended
FROM table_notes JOIN accounts ON accounts.id = account_id
"""
_OF_PERSON: Final = f"{_SELECT} WHERE account_id = $1 ORDER BY number"
_AFTER: Final = f"{_SELECT} WHERE number > $1 ORDER BY number LIMIT $2"
_LATE: Final = f"""
SELECT account_id, accounts.name, code, noted_at, coalesce(processes.name, '') FROM table_notes
JOIN accounts ON accounts.id = account_id JOIN rooms ON rooms.id = room_id
LEFT JOIN processes ON processes.number = owner AND {LIVES.format(number="processes.number")}
WHERE noted_at < :before ORDER BY noted_at, code LIMIT :most
"""  # noqa: S608  a constant of ours


async def write(db: AsyncSession, account_id: str) -> None:
    """Notes, for each room that knows the account, that it has changed in this transaction."""
    await db.execute(_WRITE, {"account": account_id})


async def write_of_name(db: AsyncSession, account_id: str) -> None:
    """The same for a new name, and also for open rooms of others whose chat has the person."""
    await write(db, account_id)
    await db.execute(text(_WRITE_NAMED), {"account": account_id})


async def late(db: AsyncSession, before: datetime, most: int) -> list[LateNote]:
    """Notes from before that time, the oldest first."""
    found = await db.execute(text(_LATE), {"before": before, "most": most})
    return [LateNote(*row) for row in found]


class PostgresTableNotes:
    """Implements NoteStore of app/table/lobby."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, person: PersonId) -> Sequence[TableNote]:
        return await self._fetch(_OF_PERSON, person)

    async def after(self, number: int, most: int) -> Sequence[TableNote]:
        return await self._fetch(_AFTER, number, most)

    async def done(self, note: TableNote) -> None:
        async with self._database.table_connection() as connection:
            await connection.execute("DELETE FROM table_notes WHERE number = $1", note.number)

    async def _fetch(self, query: str, *values: Any) -> list[TableNote]:
        async with self._database.table_connection() as connection:
            return [_note(row) for row in await connection.fetch(query, *values)]


def _note(row: "asyncpg.Record") -> TableNote:
    person = Person(PersonId(row["id"]), row["name"], row["kind"] == "member", row["portrait"])
    is_gone = row["kind"] == "gone"
    fate = Fate.ERASED if is_gone else Fate.SUSPENDED if row["suspended"] else Fate.NAMED
    return TableNote(row["number"], RoomId(row["room_id"]), AccountChange(person, fate))
