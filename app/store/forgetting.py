"""Forgetting a person: what an account leaves behind in other tables when it is deleted."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.store import rooms
from app.store.engine import Database, answering
from app.store.match_rows import PlaceRow
from app.store.names import GONE
from app.store.ratings import RatingRow
from app.store.sessions import SessionRow

LEFTOVERS: Final = ("accounts", "sessions", "chat_lines", "rooms", "places", "ratings")
"""Tables from which something may go."""


async def forget(db: AsyncSession, account_id: str, names: Sequence[str]) -> None:
    """Logins, chat lines, rating and all `names` go; places and standings stay, under nobody's name."""
    await db.execute(delete(SessionRow).where(SessionRow.account_id == account_id))
    await db.execute(delete(RatingRow).where(RatingRow.account_id == account_id))
    await db.execute(update(PlaceRow).where(PlaceRow.account_id == account_id).values(name=GONE))
    await rooms.take_names_out(db, account_id, names)


async def sweep_up(database: Database) -> None:
    """Takes what was deleted or overwritten out of the tables' files, whose rows stay there until then. Raises StoreAway."""
    connection = await database.connect()
    try:
        async with answering():
            await connection.execute(
                "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')"
            )
            await connection.execute(f"VACUUM {', '.join(LEFTOVERS)}", timeout=600)
    finally:
        await connection.close()
