"""Profiles: the record of one account in every game, worked out from totals and standings."""

import re
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, and_, case, func, literal_column, or_, select, true
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.storable_text import is_id
from app.store.matches.rows import MatchRow, MatchState, StandingRow
from app.store.results.plackett_luce import Rating
from app.store.results.ratings import RatingRow, to_rating
from app.store.results.totals import TotalsRow

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


_LETTERS: Final = {
    "best": "b",
    "second": "s",
    "middle": "m",
    "second_to_last": "t",
    "last": "l",
}
"""The letter of each position in Ranks, one for each deal of a person."""


def _letter(position: str) -> ColumnElement[str]:
    return literal_column(f"'{_LETTERS[position]}'")


_POSITION: Final = case(
    (StandingRow.rank == 1, _letter("best")),
    (StandingRow.rank >= StandingRow.ranked_seats, _letter("last")),
    (StandingRow.ranked_seats == 3, _letter("middle")),
    (StandingRow.rank == 2, _letter("second")),
    (StandingRow.rank == StandingRow.ranked_seats - 1, _letter("second_to_last")),
    else_=_letter("middle"),
)
"""The letter of a standing's position. Of five: best, second, middle, second to last, last."""


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
    letters = func.string_agg(_POSITION, aggregate_order_by(literal_column("''"), *order))
    finishes = await db.execute(
        select(StandingRow.game, letters)
        .where(StandingRow.account_id == account_id, counted)
        .group_by(StandingRow.game)
    )
    finished: dict[str, str] = dict(finishes.all())
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
    recent_deals: dict[str, list[RecentDeal]] = {}
    for game, *line in await db.execute(
        select(TotalsRow.game, newest)
        .join(newest, true())
        .where(TotalsRow.account_id == account_id)
        .order_by(newest.c.ended_at.desc())
    ):
        recent_deals.setdefault(game, []).append(RecentDeal(*line))
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
            sum_,
            finished.get(sum_.game, ""),
            tuple(recent_deals.get(sum_.game, ())),
            to_rating(rating),
        )
        for sum_, rating in sums
    )


def _game_record(
    sums: TotalsRow,
    finishes: str,
    recent_deals: tuple[RecentDeal, ...],
    rating: Rating | None,
) -> GameRecord:
    """`finishes`: the letters of positions, in the order in which the deals ended."""
    return GameRecord(
        game=sums.game,
        matches=sums.matches,
        won=sums.won,
        deals=sums.deals,
        ranks=Ranks(**{name: finishes.count(letter) for name, letter in _LETTERS.items()}),
        salary=sums.salary,
        recent_deals=recent_deals,
        streaks=Streaks(
            *_streaks(finishes, _LETTERS["best"]), *_streaks(finishes, _LETTERS["last"])
        ),
        rating=rating,
    )


def _streaks(finishes: str, letter: str) -> tuple[int, int]:
    """The longest run of a letter, and the one at the end.
    >>> _streaks("bbblb", "b")
    (3, 1)
    """
    longest = max(map(len, re.findall(f"{letter}+", finishes)), default=0)
    return longest, len(finishes) - len(finishes.rstrip(letter))
