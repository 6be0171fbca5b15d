"""The hash chain of a match: verified when the match is claimed, shown once it is over."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.rules import chain
from app.store.match_rows import EntryRow, MatchRow, month_of
from app.table.model.match_ids import read_match_id
from app.table.model.timestamps import to_milliseconds


class LoggedMatch(msgspec.Struct, frozen=True):
    """The stored text of a match, which the hash chain covers."""

    match: str
    game: str
    rules_version: int
    setup: dict[str, Any]
    """`{seats, options, ranked}`."""
    links: tuple[chain.StoredEntry, ...]

    def last_hash(self) -> bytes:
        """Of the whole record. Raises BrokenChain."""
        return chain.verify(
            chain.initial_hash(self.match, self.game, self.rules_version, self.setup),
            self.match,
            self.links,
        )


def setup_of(seats: int, options: Any, ranked: bool) -> dict[str, Any]:
    return {"seats": seats, "options": options, "ranked": ranked}


def links_of(
    rows: Iterable[tuple[int, datetime, Any, bytes]],
) -> tuple[chain.StoredEntry, ...]:
    """From (ply, at, body as JSON, hash)."""
    return tuple(
        chain.StoredEntry(ply, to_milliseconds(at), body, digest) for ply, at, body, digest in rows
    )


async def load(db: AsyncSession, match_id: str) -> LoggedMatch | None:
    match = read_match_id(match_id)
    row = None if match is None else await db.get(MatchRow, match)
    if row is None:
        return None
    columns = select(EntryRow.ply, EntryRow.recorded_at, EntryRow.body, EntryRow.hash)
    entries = await db.execute(
        columns.where(EntryRow.match_id == row.id, EntryRow.month == row.month).order_by(
            EntryRow.ply
        )
    )
    links = links_of((ply, at, body, digest) for ply, at, body, digest in entries)
    return LoggedMatch(
        row.id, row.game, row.rules_version, setup_of(row.seats, row.options, row.ranked), links
    )


async def receipt(db: AsyncSession, match_id: str) -> str | None:
    """The receipt of the last entry; None where there is none. Verifies nothing."""
    match = read_match_id(match_id)
    if match is None:
        return None
    archived = select(MatchRow.archived_hash).where(MatchRow.id == match)
    last = (
        select(EntryRow.hash)
        .where(EntryRow.match_id == match, EntryRow.month == month_of(match))
        .order_by(EntryRow.ply.desc())
        .limit(1)
    )
    found = await db.scalar(last) or await db.scalar(archived)
    return None if found is None else chain.receipt(found)
