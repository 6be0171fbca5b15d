"""The leaderboard of a game: the first people by play points, rating, or deals and matches won."""

from typing import Final

import msgspec
from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people.rows import AccountRow
from app.store.results.plackett_luce import Rating
from app.store.results.ratings import RatingRow, to_rating
from app.store.results.totals import TotalsRow

SIZE: Final = 100
ORDERS: Final = ("salary", "rating", "won", "best", "deals")
"""The orders that a leaderboard can have."""


class LeaderboardEntry(msgspec.Struct, frozen=True):
    account_id: str
    name: str
    registered: bool
    matches: int
    won: int
    deals: int
    best: int
    """Deals finished first."""
    last: int
    salary: int
    rating: Rating | None


async def top_accounts(
    db: AsyncSession, game: str, by: str = "salary"
) -> tuple[LeaderboardEntry, ...]:
    """The first 100 people of a game, in one of ORDERS (else "salary").

    Deleted accounts are left out, and by rating also people without one.
    """
    orders = {
        "salary": TotalsRow.salary,
        "rating": RatingRow.ordinal,
        "won": TotalsRow.won,
        "best": TotalsRow.best,
        "deals": TotalsRow.deals,
    }
    of_both = and_(RatingRow.account_id == TotalsRow.account_id, RatingRow.game == TotalsRow.game)
    found = await db.execute(
        select(TotalsRow, RatingRow, AccountRow.name, AccountRow.kind)
        .join(RatingRow, of_both, isouter=by != "rating")
        .join(AccountRow, AccountRow.id == TotalsRow.account_id)
        .where(
            (RatingRow if by == "rating" else TotalsRow).game == game,
            TotalsRow.deals > 0,
            AccountRow.kind != "gone",
        )
        .order_by(
            orders.get(by, TotalsRow.salary).desc(),
            TotalsRow.salary.desc(),
            AccountRow.created_at,
            AccountRow.id,
        )
        .limit(SIZE)
    )
    return tuple(
        LeaderboardEntry(
            row.account_id, name, kind == "member", row.matches, row.won, row.deals, row.best,
            row.last, row.salary,
            to_rating(rating),
        )
        for row, rating, name, kind in found
    )  # fmt: skip
