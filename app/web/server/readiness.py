"""Readiness: the reason why no visitors should be sent to this process now."""

from typing import Final

from sqlalchemy import text

from app.store.database.base import Base
from app.store.database.connections import DATABASE_ERRORS
from app.store.database.pools import Database

MISSING_TABLES: Final = text(
    "SELECT count(*) FROM unnest(cast(:names AS text[])) AS name WHERE to_regclass(name) IS NULL"
)


class Readiness:
    """The state of the process and its database. Set `closing` when the shutdown begins."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._durable = False
        self.closing = False

    async def why_not(self) -> str | None:
        """A reason for operators, or None if visitors are welcome."""
        if self.closing:
            return "the server is closing"
        if self._db.disk.full:
            return "the disk is full, so the tables are read-only until there is room"
        try:
            async with self._db.sessions.begin() as db:
                names = list(Base.metadata.tables)
                missing = await db.scalar(MISSING_TABLES, {"names": names})
            if not self._durable:
                self._durable = (await self._db.durability()).durable
        except DATABASE_ERRORS:
            return "the database does not answer"
        if missing:
            return "the database is not migrated"
        if not self._durable:
            return (
                "the database may lose what it says it has written: "
                "see its fsync and full_page_writes"
            )
        return None
