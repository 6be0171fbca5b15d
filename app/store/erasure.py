"""Forgetting a person: the account, what it leaves behind in other tables, and the bytes that stay in their files."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.store import accounts, reports, rooms
from app.store.account_names import DELETED_NAME
from app.store.connections import raising_store_away
from app.store.database import Database
from app.store.match_rows import PlaceRow
from app.store.ratings import RatingRow
from app.store.sessions import SessionRow

VACUUMED_TABLES: Final = (
    "accounts",
    "sessions",
    "handovers",
    "chat_lines",
    "rooms",
    "places",
    "ratings",
    "reports",
)
"""Tables from which something may go."""
MAX_REWRITTEN_BYTES: Final = 64 * 1024 * 1024
"""Bytes of a table with its indexes up to which it is written anew: well under a second."""


async def erase_account(db: AsyncSession, account_id: str) -> tuple[str, ...]:
    """Forgets the person: no name, password, login, rating, report or chat line stays; places and standings do, under the name GONE. All
    names they had.

    Take the person out of the awake rooms first (Lobby.remove), which would otherwise write the name again, and tell the tables
    afterwards (Lobby.forget), which remember what was said. Raises LookupError.
    """
    made = select(accounts.AccountRow.created).where(accounts.AccountRow.id == account_id)
    since = (await db.scalar(made)) or datetime.now(UTC)
    names = await accounts.anonymize(db, account_id)
    await db.execute(delete(SessionRow).where(SessionRow.account_id == account_id))
    await db.execute(delete(RatingRow).where(RatingRow.account_id == account_id))
    await db.execute(
        update(PlaceRow).where(PlaceRow.account_id == account_id).values(name=DELETED_NAME)
    )
    await reports.erase(db, account_id, names)
    await rooms.erase_names(db, account_id, names, since)
    return names


async def vacuum_erased(database: Database, already_vacuumed: int | None = None) -> int:
    """Takes what was deleted or overwritten out of the tables' files, whose rows stay there until then. Raises StoreAway.

    A vacuum gives the room of a row away and leaves its bytes where they were. So where others were forgotten than the `known` number of
    people, tables up to REWRITTEN are written anew, each in a moment in which nobody can use it. Returns how many are forgotten.
    """
    connection = await database.connect()
    try:
        async with raising_store_away():
            await connection.execute(
                "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')"
            )
            await connection.execute(
                "SET lock_timeout = '2s'"
            )  # whoever waits for a table keeps all others waiting
            gone: int = await connection.fetchval(
                "SELECT count(*) FROM accounts WHERE kind = 'gone'"
            )
            sizes = await connection.fetch(
                "SELECT name, pg_total_relation_size(name::regclass) AS bytes FROM unnest($1::text[]) AS name",
                VACUUMED_TABLES,
            )
            for row in sizes:
                anew = gone != already_vacuumed and row["bytes"] <= MAX_REWRITTEN_BYTES
                await connection.execute(
                    f"VACUUM {'(FULL) ' if anew else ''}{row['name']}", timeout=600
                )
            return gone
    finally:
        await connection.close()
