"""Erasure of a person: the account, its traces in other tables, and the bytes left in files."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import cases, notes, reports
from app.store.database import news
from app.store.database.connections import raising_store_away
from app.store.database.pools import Database
from app.store.matches.rows import PlaceRow
from app.store.people import (
    accounts,
    invitations,
    lifted_waits,
    mutes,
    password_resets,
    recovery_codes,
    sessions,
)
from app.store.people.names import DELETED_NAME
from app.store.results import ratings
from app.store.results.ratings import RatingRow
from app.store.rooms import clubs, slow_rooms
from app.store.rooms import rows as room_rows

VACUUMED_TABLES: Final = (
    "accounts",
    "cases",
    "clubs",
    "club_members",
    "sessions",
    "device_transfers",
    "invitations",
    "lifted_waits",
    "mutes",
    "notes",
    "table_notes",
    "password_resets",
    "push_subscriptions",
    "recovery_codes",
    "screens",
    "slow_seats",
    "chat_lines",
    "rooms",
    "places",
    "ratings",
    "reports",
)
"""Tables that erasure deletes from or changes."""
MAX_REWRITTEN_BYTES: Final = 64 * 1024 * 1024
"""Size of a table with its indexes up to which it is rewritten: well under a second."""


async def erase_account(
    db: AsyncSession, account_id: str, open_rooms: Collection[str] = ()
) -> list[str]:
    """Erases the person by the account's id; returns the logins that ended. Raises LookupError.

    Name, password, logins, ratings, reports, notes, mutes, invitations and chat lines go; places
    and standings stay, under DELETED_NAME. All of it is one transaction, the caller's. The
    `open_rooms` keep the name until their tables take it out, by notes that are in the transaction
    too (AccountChanges.carry_out).
    A table of another room that still shows the name is fenced off, and its clients come back.
    """
    await ratings.keep_from_counting(db)  # or a match that ends now writes the rating again
    await accounts.anonymize(db, account_id)
    closed = await sessions.close_all(db, account_id)
    await db.execute(delete(RatingRow).where(RatingRow.account_id == account_id))
    await db.execute(
        update(PlaceRow).where(PlaceRow.account_id == account_id).values(name=DELETED_NAME)
    )
    await password_resets.revoke(db, account_id)
    await recovery_codes.erase(db, account_id)
    await lifted_waits.erase(db, account_id)
    await mutes.erase(db, account_id)
    await invitations.erase(db, account_id)
    await reports.erase(db, account_id)
    await notes.erase(db, account_id)
    await cases.erase(db, account_id)
    await clubs.erase(db, account_id)
    await slow_rooms.erase_person(db, account_id)
    await room_rows.erase_person(db, account_id, open_rooms)
    await news.tell_all_living(db, account_id)
    return closed


async def vacuum_erased(database: Database, already_vacuumed: int | None = None) -> int:
    """Removes deleted and overwritten rows from the tables' files. Raises StoreAway.

    A plain VACUUM leaves the bytes in place. If the number of erased people is no longer
    `already_vacuumed`, tables up to MAX_REWRITTEN_BYTES are rewritten, each locked meanwhile.
    Returns the number of erased people.
    """
    connection = await database.connect()
    try:
        with raising_store_away():
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
