"""Readiness: the reason why no visitors should be sent here now, and the drain before the end."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import structlog
from sqlalchemy import text
from starlette.exceptions import HTTPException

from app.store.database.base import Base
from app.store.database.connections import DATABASE_ERRORS
from app.store.database.pools import Database
from app.table.lobby.lobby import Lobby
from app.table.match.live_match import LiveMatch
from app.table.ports import Clock, StoreAway
from app.web.server.socket_quota import SocketQuota

MISSING_TABLES: Final = text(
    "SELECT count(*) FROM unnest(cast(:names AS text[])) AS name WHERE to_regclass(name) IS NULL"
)
GOODBYE_SECONDS: Final = 2.0
"""The time that the last messages to the tables may take to leave."""
LINES_SECONDS: Final = 2.0
"""The time in which lines that were not kept yet are kept; their process may have to start."""

log = structlog.get_logger(__name__)


class Readiness:
    """The state of the process and its database. Set `closing` when the shutdown begins."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._durable = False
        self.closing = False
        self.is_giving: Callable[[], bool] = lambda: False
        """True while this process gives its tables to others."""

    async def why_not(self) -> str | None:
        """A reason for operators, or None if visitors are welcome."""
        if self.closing:
            return "the server is closing"
        if self.is_giving():
            return "the server gives its tables to the others"
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


class Drain:
    """Closes the tables once, however often it is called."""

    def __init__(
        self,
        lobby: Lobby,
        keep_lines: Callable[[list[LiveMatch]], Awaitable[None]],
        quota: SocketQuota,
        readiness: Readiness,
        clock: Clock,
        give_rooms_back: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`give_rooms_back`: to other processes, which open them at once."""
        self._lobby, self._keep_lines = lobby, keep_lines
        self._give_rooms_back = give_rooms_back
        self._quota = quota
        self._readiness = readiness
        self._clock = clock

    async def __call__(self) -> None:
        """Call it while the connections are open; returns when they have closed, or soon."""
        if self._readiness.closing:
            return
        self._readiness.closing = True
        began, connections = self._clock.monotonic(), self._quota.open
        running = self._lobby.running_matches()
        await self._lobby.drain()
        if self._give_rooms_back is not None:
            with suppress(StoreAway):
                await self._give_rooms_back()
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while self._quota.open:  # noqa: ASYNC110  each leaves by itself, and this happens once
                    await asyncio.sleep(0.02)
        log.info(
            "drained",
            seconds=round(self._clock.monotonic() - began, 2),
            connections=connections,
            left=self._quota.open,
        )
        with suppress(TimeoutError, HTTPException, *DATABASE_ERRORS):
            async with asyncio.timeout(LINES_SECONDS):
                await self._keep_lines(running)
