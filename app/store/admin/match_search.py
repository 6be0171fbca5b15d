"""The administrators' search for matches: by player, code, game, time, state and report."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, func, select, union
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin.report_rows import ReportRow
from app.store.database.base import (
    MAX_COUNTED,
    PAGE_SIZE,
    Page,
    bounded_count,
    bounded_number,
    like_search,
    offset,
)
from app.store.database.storable_text import is_unstorable
from app.store.matches import summaries
from app.store.matches.rows import MatchRow, PlaceRow
from app.store.matches.summaries import MatchSummary
from app.store.people.rows import AccountRow


async def search(
    db: AsyncSession,
    player: str | None = None,
    code: str | None = None,
    game: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    state: str | None = None,
    won: bool = False,
    reported: bool = False,
    page: int = 1,
) -> Page[MatchSummary]:
    """Matches that meet all conditions, newest first; empty text is no condition.

    `player`: part of a name, or an account's id; `since` <= started < `until`; `won`: the player
    finished first; `reported`: there is a report about it.
    """
    if any(is_unstorable(value) for value in (player, code, game, state) if value):
        return Page((), page, 0)
    wanted: list[ColumnElement[bool]] = []
    if code and code.strip():
        wanted.append(MatchRow.code.in_({code.strip(), code.strip().upper(), code.strip().lower()}))
    if game:
        wanted.append(MatchRow.game == game)
    if since is not None:
        wanted.append(MatchRow.started_at >= since)
    if until is not None:
        wanted.append(MatchRow.started_at < until)
    if state:
        # as a literal: a plan for any state would not know the index of stopped matches
        wanted.append(MatchRow.state == bindparam(None, state, literal_execute=True))
    if reported:
        wanted.append(MatchRow.id.in_(select(ReportRow.match_id)))
    skip = offset(min(page, MAX_COUNTED // PAGE_SIZE))
    if player and player.strip():
        wanted.append(_with_player(player.strip(), won))
        total, ids = await _count_and_page(db, wanted, skip)
        return Page(await summaries.read(db, [MatchRow.id.in_(ids)], 0, PAGE_SIZE), page, total)
    total = await bounded_count(db, select(MatchRow.id).where(*wanted))
    return Page(await summaries.read(db, wanted, skip, PAGE_SIZE), page, total)


async def _count_and_page(
    db: AsyncSession, wanted: Sequence[ColumnElement[bool]], skip: int
) -> tuple[int, list[str]]:
    """The number of matches, at most MAX_COUNTED, and the ids of one page.

    One statement, for conditions that would cost as much again in a second one.
    """
    hits = select(MatchRow.id, MatchRow.started_at).where(*wanted).cte("hits")
    ids = (
        select(hits.c.id)
        .order_by(hits.c.started_at.desc(), hits.c.id.desc())
        .offset(skip)
        .limit(PAGE_SIZE)
    )
    number = bounded_number(select(hits.c.id))
    total, page = (await db.execute(select(number, func.array(ids.scalar_subquery())))).one()
    return total, page


def _with_player(part: str, won: bool) -> ColumnElement[bool]:
    """Matches of a player with `part` in a name of then or now, or as id; `won`: came first."""
    like = like_search(part)
    place = (
        select(PlaceRow.match_id).where(PlaceRow.finish == 1) if won else select(PlaceRow.match_id)
    )
    at_the_time = place.where(PlaceRow.name.ilike(like, escape="\\"))
    now = place.join(AccountRow).where(AccountRow.name.ilike(like, escape="\\"))
    by_id = place.where(PlaceRow.account_id == part)
    return MatchRow.id.in_(select(union(at_the_time, now, by_id).cte().prefix_with("MATERIALIZED")))
