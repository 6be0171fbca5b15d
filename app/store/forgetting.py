"""Forgetting a person: what an account leaves behind in other tables when it is deleted."""

from collections.abc import Sequence

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.store import rooms
from app.store.match_rows import PlaceRow
from app.store.names import GONE
from app.store.ratings import RatingRow
from app.store.sessions import SessionRow


async def forget(db: AsyncSession, account_id: str, names: Sequence[str]) -> None:
    """Logins, chat lines, rating and all `names` go; places and standings stay, under nobody's name."""
    await db.execute(delete(SessionRow).where(SessionRow.account_id == account_id))
    await db.execute(delete(RatingRow).where(RatingRow.account_id == account_id))
    await db.execute(update(PlaceRow).where(PlaceRow.account_id == account_id).values(name=GONE))
    await rooms.take_names_out(db, account_id, names)
