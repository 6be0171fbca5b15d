"""Erasure of a person: the account, its traces in other tables, and the bytes left in files."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.store import accounts, lifted_waits, password_resets, reports, rooms
from app.store.account_names import DELETED_NAME
from app.store.connections import raising_store_away
from app.store.database import Database
from app.store.match_rows import PlaceRow
from app.store.ratings import RatingRow
from app.store.sessions import SessionRow

VACUUMED_TABLES: Final = (
    "accounts",
    "sessions",
    "device_transfers",
    "lifted_waits",
    "password_resets",
    "chat_lines",
    "rooms",
    "places",
    "ratings",
    "reports",
)
"""Tables that erasure deletes from or changes."""
MAX_REWRITTEN_BYTES: Final = 64 * 1024 * 1024
"""Size of a table with its indexes up to which it is rewritten: well under a second."""


async def erase_account(db: AsyncSession, account_id: str) -> tuple[str, ...]:
    """Erases the person; returns all names they had. Raises LookupError.

    Name, password, logins, ratings, reports and chat lines go; places and standings stay, under
    DELETED_NAME. Take the person out of loaded rooms before (Lobby.remove), or those write the name
    again. Tell the tables afterwards (Lobby.forget), which remember what was said.
    """
    made = select(accounts.AccountRow.created_at).where(accounts.AccountRow.id == account_id)
    since = (await db.scalar(made)) or datetime.now(UTC)
    names = await accounts.anonymize(db, account_id)
    await db.execute(delete(SessionRow).where(SessionRow.account_id == account_id))
    await db.execute(delete(RatingRow).where(RatingRow.account_id == account_id))
    await db.execute(
        update(PlaceRow).where(PlaceRow.account_id == account_id).values(name=DELETED_NAME)
    )
    await password_resets.revoke(db, account_id)
    await lifted_waits.erase(db, account_id)
    await reports.erase(db, account_id, names)
    await rooms.erase_names(db, account_id, names, since)
    return names


async def vacuum_erased(database: Database, already_vacuumed: int | None = None) -> int:
    """Removes deleted and overwritten rows from the tables' files. Raises StoreAway.

    A plain VACUUM leaves the bytes in place. If the number of erased people is no longer
    `already_vacuumed`, tables up to MAX_REWRITTEN_BYTES are rewritten, each locked meanwhile.
    Returns the number of erased people.
    """
    connection = await database.connect()
    try:
        async with raising_store_away():
            await connection.execute(
                "SELECT set_config(name, '0', false) FROM pg_settings"
                " WHERE name IN ('statement_timeout', 'transaction_timeout')"
            )
            await connection.execute(
                "SET lock_timeout = '2s'"
            )  # whoever waits for a table keeps all others waiting
            gone: int = await connection.fetchval(
                "SELECT count(*) FROM accounts WHERE kind = 'gone'"
            )
            sizes = await connection.fetch(
                "SELECT name, pg_total_relation_size(name::regclass) AS bytes"
                " FROM unnest($1::text[]) AS name",
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
