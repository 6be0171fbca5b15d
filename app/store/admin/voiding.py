"""Voiding of matches, and undoing it: whether a match counts for totals and ratings."""

from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.base import ConcurrentChange
from app.store.database.storable_text import require_storable
from app.store.matches import summaries
from app.store.matches.rows import MatchRow, MatchState
from app.store.matches.summaries import MatchSummary
from app.store.results import ratings, totals
from app.store.rooms.rows import end_match
from app.table.model.notation import read_match_id


async def void(db: AsyncSession, match_id: str, reason: str) -> MatchSummary:
    """Voids the match: nothing in it counts any more. Wake the RatingRefolder after the commit.

    Stop a running match at its table first (TableAdmin.stop_match); here its owner is only fenced.
    Raises LookupError, UnstorableText.
    """
    row = await _locked(db, match_id)
    was_running, counted = row.state == MatchState.RUNNING, row.state != MatchState.VOIDED
    if was_running:
        row.epoch, row.ended_at = row.epoch + 1, datetime.now(UTC)
    row.state, row.void_reason = MatchState.VOIDED, require_storable(reason, "The reason")
    if was_running:
        await end_match(db, match_id)
    return await _recount(db, row, -1 if counted else 0)


async def reinstate(db: AsyncSession, match_id: str) -> MatchSummary:
    """Undoes `void`: the match is finished or stopped again. Raises LookupError if not voided.

    Wake the RatingRefolder after the commit.
    """
    row = await _locked(db, match_id)
    if row.state != MatchState.VOIDED:
        raise ConcurrentChange(f"match {match_id} is not voided")
    row.state, row.void_reason = (
        MatchState.STOPPED if row.outcome is None else MatchState.FINISHED,
        None,
    )
    return await _recount(db, row, 1)


async def _locked(db: AsyncSession, match_id: str) -> MatchRow:
    match = read_match_id(match_id)
    row = (
        None
        if match is None
        else await db.get(MatchRow, match, with_for_update={"key_share": True})
    )
    if row is None:
        raise ConcurrentChange(f"there is no match {match_id!r}")
    return row


async def _recount(db: AsyncSession, row: MatchRow, sign: int) -> MatchSummary:
    """`sign`: 1, it counts from now on; -1, no more; 0, as before."""
    await db.flush()
    if row.outcome is not None:
        await ratings.recount_match(db, row.id)
    if sign:
        await totals.count_match(db, row.id, sign > 0)
    found = await summaries.of_match(db, row.id)
    assert found is not None
    return found
