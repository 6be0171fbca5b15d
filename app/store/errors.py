"""The errors of the database that mean "no answer now"."""

from typing import Final

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from app.table.ports import StoreAway

DATABASE_ERRORS: Final = (
    StoreAway,
    SQLAlchemyError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
)
"""Everything that a call of the database raises when it gives no answer."""
