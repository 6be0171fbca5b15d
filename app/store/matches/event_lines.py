"""The event lines of running matches, kept for a release whose rules can no longer say them."""

import zlib
from typing import Final

from sqlalchemy import ForeignKey, LargeBinary, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, MatchKey
from app.table.model.room import MatchId


class EventLinesRow(Base):
    """The lines of one match as they were said: public ones, with marks in place of names."""

    __tablename__ = "event_lines"

    match_id: Mapped[MatchKey] = mapped_column(
        ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    entries: Mapped[int]
    """The number of entries that are told."""
    lines: Mapped[bytes] = mapped_column(LargeBinary)
    """UTF-8, by zlib."""


_KEEP: Final = text("""
INSERT INTO event_lines (match_id, entries, lines)
SELECT id, :entries, :lines FROM matches WHERE id = :match AND state = 'running'
ON CONFLICT (match_id) DO UPDATE SET entries = excluded.entries, lines = excluded.lines
WHERE event_lines.entries < excluded.entries
""")
_DELETE_ENDED: Final = text("""
DELETE FROM event_lines USING matches
WHERE id = match_id AND state <> 'running' AND stop_reason IS DISTINCT FROM 'rules-changed'
""")


async def keep(db: AsyncSession, match: MatchId, entries: int, lines: bytes) -> None:
    """Replaces what is kept of the match, if it still runs."""
    asked = {"match": match, "entries": entries, "lines": zlib.compress(lines)}
    await db.execute(_KEEP, asked)


async def kept(db: AsyncSession, match: MatchId) -> tuple[int, bytes] | None:
    """The number of entries that are told, and the lines; None: nothing is kept."""
    row = await db.get(EventLinesRow, match)
    return None if row is None else (row.entries, zlib.decompress(row.lines))


async def delete_ended(db: AsyncSession) -> None:
    """Deletes those of matches that today's rules can say again."""
    await db.execute(_DELETE_ENDED)
