"""What deals have earned people: ranks and salaries (play points, never money), summed up for profiles and the table of honour."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import ForeignKey, Index, Text, and_, func, or_, select, true
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.rules.game import AnyGame, Seat, Standing
from app.rules.replay import replay
from app.store.accounts import AccountRow
from app.store.base import Base, Id, String, Timestamp
from app.store.match_rows import MatchRow, MatchState
from app.store.ratings import Rating, RatingRow, rating_of
from app.store.storable_text import is_id
from app.store.totals import TotalsRow
from app.table.ports import MatchRecord

RECENT_DEALS: Final = 50
LEADERBOARD_SIZE: Final = 100
LEADERBOARD_ORDERS: Final = ("salary", "rating", "won", "best", "deals")
"""What the table of honour can be sorted by."""


class StandingRow(Base):
    """What one seat earned in one finished deal. A trigger refuses to change or remove it."""

    __tablename__ = "standings"
    __table_args__ = (
        # all that a profile asks, in the order of deals, without a look at the table
        Index(
            "ix_standings_account_id",
            "account_id",
            "game",
            "at",
            "match_id",
            "deal",
            "seat",
            postgresql_include=["rank", "sat", "points"],
        ),
    )

    match_id: Mapped[Id] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str | None] = mapped_column(Text, ForeignKey("accounts.id"))
    """Who held the seat then; None: a bot."""
    game: Mapped[String]
    rank: Mapped[int]
    sat: Mapped[int]
    """How many the deal ranked."""
    points: Mapped[int]
    at: Mapped[Timestamp]


class Ranks(msgspec.Struct, frozen=True):
    """How often somebody finished a deal where. With three at the table the one between is middle."""

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


async def profile(db: AsyncSession, account_id: str) -> tuple[GameRecord, ...]:
    """The person's record in every game played so far, most deals first; empty for nobody."""
    if not is_id(account_id):
        return ()
    order = (StandingRow.at, StandingRow.match_id, StandingRow.deal, StandingRow.seat)
    counted = StandingRow.match_id.not_in(
        select(MatchRow.id).where(MatchRow.state == MatchState.VOIDED)
    )
    finishes = (
        select(
            StandingRow.game,
            func.array_agg(aggregate_order_by(StandingRow.rank, *order)),
            func.array_agg(aggregate_order_by(StandingRow.sat, *order)),
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
        StandingRow.sat,
        StandingRow.points,
        StandingRow.at,
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
        .order_by(newest.c.at.desc())
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
            sum_, finished.get(sum_.game, []), tuple(ledger.get(sum_.game, ())), _rating(rating)
        )
        for sum_, rating in sums
    )


async def leaderboard(
    db: AsyncSession, game: str, by: str = "salary"
) -> tuple[LeaderboardEntry, ...]:
    """The first 100 people of a game; `by` one of ORDERS, anything else is as "salary". By rating only those who have one.
    Those who deleted their account are not shown."""
    orders = {
        "salary": TotalsRow.salary, "rating": RatingRow.ordinal, "won": TotalsRow.won, "best": TotalsRow.best,
        "deals": TotalsRow.deals,
    }  # fmt: skip
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
            AccountRow.created,
            AccountRow.id,
        )
        .limit(LEADERBOARD_SIZE)
    )
    return tuple(
        LeaderboardEntry(
            row.account_id, name, kind == "member", row.matches, row.won, row.deals, row.best, row.last, row.salary,
            _rating(rating),
        )
        for row, rating, name, kind in found
    )  # fmt: skip


async def stored(db: AsyncSession, match_id: str) -> tuple[Standing, ...]:
    """What the finished deals of a match earned, as it stands in the database: by deal, then rank."""
    rows = await db.scalars(
        select(StandingRow)
        .where(StandingRow.match_id == match_id)
        .order_by(StandingRow.deal, StandingRow.rank, StandingRow.seat)
    )
    return tuple(Standing(row.deal, Seat(row.seat), row.rank, row.points) for row in rows)


def recomputed(game: AnyGame, record: MatchRecord) -> tuple[Standing, ...]:
    """The same, worked out from the record's setup and entries alone. Where the two differ, the entries are right."""
    earned: dict[tuple[int, int], Standing] = {}
    for state in replay(game, record.setup, (written.entry for written in record.entries)):
        for standing in game.standings(state.public):
            earned.setdefault((standing.deal, standing.seat), standing)
    return tuple(
        sorted(earned.values(), key=lambda standing: (standing.deal, standing.rank, standing.seat))
    )


def _rating(row: RatingRow | None) -> Rating | None:
    return None if row is None else rating_of(row)


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
