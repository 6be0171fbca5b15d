"""Profiles: the record of one account in every game, worked out from totals and standings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import and_, func, or_, select, true
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.match_rows import MatchRow, MatchState
from app.store.ratings import Rating, RatingRow, to_rating
from app.store.standings import StandingRow
from app.store.storable_text import is_id
from app.store.totals import TotalsRow

RECENT_DEALS: Final = 50


class Ranks(msgspec.Struct, frozen=True):
    """Counts of deals that somebody finished at each position; the middle of three is `middle`."""

    best: int = 0
    second: int = 0
    middle: int = 0
    second_to_last: int = 0
    last: int = 0


class Streaks(msgspec.Struct, frozen=True):
    """Runs of deals one after the other, in the order in which they ended."""

    first: int = 0
    """The longest run of finishing first."""
    first_now: int = 0
    """The run that goes on."""
    last: int = 0
    last_now: int = 0


class RecentDeal(msgspec.Struct, frozen=True):
    match_id: str
    deal: int
    rank: int
    sat: int
    points: int
    at: datetime


class GameRecord(msgspec.Struct, frozen=True):
    """Somebody's record in one game. Voided matches are not in it."""

    game: str
    matches: int
    """Finished matches with a place in their outcome."""
    won: int
    deals: int
    ranks: Ranks
    salary: int
    """Play points of a lifetime."""
    recent_deals: tuple[RecentDeal, ...]
    """The last 50 deals, newest first."""
    streaks: Streaks
    rating: Rating | None
    """None until a match with another person has ended."""


async def game_records(db: AsyncSession, account_id: str) -> tuple[GameRecord, ...]:
    """The person's record in every game played so far, most deals first; empty for nobody."""
    if not is_id(account_id):
        return ()
    order = (StandingRow.ended_at, StandingRow.match_id, StandingRow.deal, StandingRow.seat)
    counted = StandingRow.match_id.not_in(
        select(MatchRow.id).where(MatchRow.state == MatchState.VOIDED)
    )
    finishes = (
        select(
            StandingRow.game,
            func.array_agg(aggregate_order_by(StandingRow.rank, *order)),
            func.array_agg(aggregate_order_by(StandingRow.ranked_seats, *order)),
        )
        .where(StandingRow.account_id == account_id, counted)
        .group_by(StandingRow.game)
    )
    finished = {
        game: list(zip(ranks, sats, strict=True))
        for game, ranks, sats in await db.execute(finishes)
    }
    columns = (
        StandingRow.match_id,
        StandingRow.deal,
        StandingRow.rank,
        StandingRow.ranked_seats,
        StandingRow.points,
        StandingRow.ended_at,
    )
    newest = (
        select(*columns)
        .where(
            StandingRow.account_id == TotalsRow.account_id,
            StandingRow.game == TotalsRow.game,
            counted,
        )
        .order_by(*(column.desc() for column in order))
        .limit(RECENT_DEALS)
        .lateral()
    )
    ledger: dict[str, list[RecentDeal]] = {}
    for game, *line in await db.execute(
        select(TotalsRow.game, newest)
        .join(newest, true())
        .where(TotalsRow.account_id == account_id)
        .order_by(newest.c.ended_at.desc())
    ):
        ledger.setdefault(game, []).append(RecentDeal(*line))
    sums = await db.execute(
        select(TotalsRow, RatingRow)
        .outerjoin(
            RatingRow,
            and_(RatingRow.account_id == TotalsRow.account_id, RatingRow.game == TotalsRow.game),
        )
        .where(
            TotalsRow.account_id == account_id,
            or_(TotalsRow.deals > 0, TotalsRow.matches > 0),
        )
        .order_by(TotalsRow.deals.desc(), TotalsRow.game)
    )
    return tuple(
        _game_record(
            sum_, finished.get(sum_.game, []), tuple(ledger.get(sum_.game, ())), to_rating(rating)
        )
        for sum_, rating in sums
    )


def _game_record(
    sums: TotalsRow,
    finishes: Sequence[tuple[int, int]],
    ledger: tuple[RecentDeal, ...],
    rating: Rating | None,
) -> GameRecord:
    """`finishes`: rank and how many sat, in the order in which the deals ended."""
    times = Counter(finishes)
    named = dict.fromkeys(Ranks.__struct_fields__, 0)
    for (rank, sat), number in times.items():
        named[position(rank, sat)] += number
    first, first_now = _streaks(rank == 1 for rank, _ in finishes)
    last, last_now = _streaks(position(rank, sat) == "last" for rank, sat in finishes)
    return GameRecord(
        game=sums.game,
        matches=sums.matches,
        won=sums.won,
        deals=sums.deals,
        ranks=Ranks(**named),
        salary=sums.salary,
        recent_deals=ledger,
        streaks=Streaks(first, first_now, last, last_now),
        rating=rating,
    )


def position(rank: int, sat: int) -> str:
    """The name, in Ranks, of finishing as `rank` among `sat`.
    >>> [position(rank, 5) for rank in range(1, 6)]
    ['best', 'second', 'middle', 'second_to_last', 'last']
    >>> [position(rank, 3) for rank in range(1, 4)]
    ['best', 'middle', 'last']
    """
    if rank == 1:
        return "best"
    if rank >= sat:
        return "last"
    if sat == 3:
        return "middle"
    return "second" if rank == 2 else "second_to_last" if rank == sat - 1 else "middle"


def _streaks(counts: Iterable[bool]) -> tuple[int, int]:
    """The longest run of those that count, and the one at the end."""
    longest = now = 0
    for one in counts:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return longest, now
