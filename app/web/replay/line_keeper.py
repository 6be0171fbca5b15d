"""The keeper of event lines: what running matches said stays readable under later rules.

The rules of a later release may be unable to replay a match that runs now. So its lines are said by
today's rules, in the process that makes records, and kept. A move pays nothing for it.

| a match at an open table | its lines |
|---|---|
| has entries that were not told | are said and kept in the next round, and as the server closes |
| has none | stay as they are |
| ends by today's rules | are deleted within hours: they can be said again |
| is stopped by other rules | stay for good |
| cannot be told, or the process of records ends | stay as they are; the next round tries again |
"""

from collections.abc import Iterable
from typing import Final

import structlog
from sqlalchemy import func, select

from app.store.database.pools import Database
from app.store.matches import event_lines, records
from app.store.matches.rows import PlaceRow
from app.table.lobby.lobby import Lobby
from app.table.match.live_match import LiveMatch
from app.table.model.room import MatchId
from app.text.error_chain import error_chain
from app.web.replay.marks import mark_of
from app.web.replay.record_jobs import RecordJob
from app.web.replay.record_service import JobFailed, RecordService

ROUND_EVERY: Final = 180.0
"""Seconds; a table stays open for longer after its last move."""

log = structlog.get_logger(__name__)


class LineKeeper:
    """One for each server."""

    def __init__(self, db: Database, lobby: Lobby, service: RecordService) -> None:
        self._db, self._lobby, self._service = db, lobby, service
        self._kept: dict[MatchId, int] = {}
        """The number of entries that were told, of running matches at open tables."""

    async def work(self) -> None:
        """One round. Raises DATABASE_ERRORS, and HTTPException if the process of records ends."""
        await self.keep(self._lobby.running_matches())

    async def keep(self, running: Iterable[LiveMatch]) -> None:
        """Keeps the lines of these matches."""
        known, self._kept = self._kept, {}
        for live in running:
            told = known.get(live.match, 0)
            if told < live.ply:
                told = await self._keep(live) or told
            self._kept[live.match] = told

    async def _keep(self, live: LiveMatch) -> int | None:
        """The number of entries that are told now; None if the match cannot be told."""
        async with self._db.sessions.begin() as db:
            record = await records.stored(db, live.match)
            seats = await db.scalar(select(func.count()).where(PlaceRow.match_id == live.match))
        assert record is not None, "a running match is stored"
        job = RecordJob(
            kind="transcript",
            match=record.match,
            game=record.game,
            rules_version=record.rules_version,
            setup=record.setup,
            names=tuple(map(mark_of, range(seats or 0))),
            open=True,
        )
        try:
            lines = b"".join(await self._service.make(job, record.lines))
        except JobFailed as error:
            log.error("event lines not kept", match=live.match, error=error_chain(error))
            return None
        async with self._db.sessions.begin() as db:
            await event_lines.keep(db, live.match, record.entries, lines.strip(b"\n"))
        return record.entries
