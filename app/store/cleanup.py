"""Removal of expired logins and links, and of what erased accounts left on disk."""

import asyncio
from typing import Final

import structlog

from app.store import device_transfers, password_resets, sessions
from app.store.database import Database
from app.store.erasure import vacuum_erased
from app.store.errors import DATABASE_ERRORS

INTERVAL: Final = 6 * 3600.0
"""Seconds."""

log = structlog.get_logger(__name__)


async def clean_up_regularly(database: Database) -> None:
    """Deletes now and every few hours, until cancelled. A database that is away is tried again."""
    already_vacuumed: int | None = None
    while True:
        try:
            async with database.sessions.begin() as db:
                await sessions.delete_expired(db)
                await device_transfers.delete_expired(db)
                await password_resets.delete_expired(db)
        except DATABASE_ERRORS as error:
            log.warning("not tidied", error=type(error).__name__)
        await asyncio.sleep(INTERVAL)
        try:
            already_vacuumed = await vacuum_erased(database, already_vacuumed)
        except DATABASE_ERRORS as error:
            log.warning("not swept up", error=type(error).__name__)
