"""The answers of one seat in a match: which of them a person gave, and which the table or a bot."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.matches.rows import EntryRow, month_of
from app.table.model.notation import read_match_id


async def plies(db: AsyncSession, match_id: str, seat: int, by_person: bool) -> tuple[int, ...]:
    """The plies of the seat's answers that a person gave at the table, or of all others.

    Only a person's command is stored with its entry. A premove has none: it was chosen earlier.
    """
    match = read_match_id(match_id)
    assert match is not None, "the match was found before"
    given = EntryRow.command.is_not(None) if by_person else EntryRow.command.is_(None)
    found = await db.scalars(
        select(EntryRow.ply)
        .where(EntryRow.match_id == match, EntryRow.month == month_of(match))
        .where(EntryRow.seat == seat, given)
        .order_by(EntryRow.ply)
    )
    return tuple(found)
