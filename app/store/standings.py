"""What deals have earned people: ranks and salaries (play points, never money), summed up for profiles and the table of honour."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import ForeignKey, Index, Select, Text, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.rules.game import AnyGame, Seat, Standing
from app.rules.replay import replay
from app.store.accounts import AccountRow
from app.store.base import Base, Id, Moment, Words
from app.store.match_rows import MatchRow, MatchState, PlaceRow
from app.store.ratings import Rating, RatingRow, ratings_of
from app.store.text import is_id
from app.table.ports import Record

LEDGER: Final = 50
HONOURED: Final = 100
ORDERS: Final = ("salary", "rating", "won", "best", "deals")
"""What the table of honour can be sorted by."""


class StandingRow(Base):
    """What one seat earned in one finished deal. A trigger refuses to change or remove it."""

    __tablename__ = "standings"
    __table_args__ = (Index("ix_standings_account_id", "account_id", "game", "at"),)

    match_id: Mapped[Id] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str | None] = mapped_column(Text, ForeignKey("accounts.id"))
    """Who held the seat then; None: a bot."""
    game: Mapped[Words]
    rank: Mapped[int]
    sat: Mapped[int]
    """How many the deal ranked."""
    points: Mapped[int]
    at: Mapped[Moment]


class Ranks(msgspec.Struct, frozen=True):
    """How often somebody finished a deal where. With three at the table the one between is middle."""

    best: int = 0
    second: int = 0
    middle: int = 0
    second_to_last: int = 0
    last: int = 0


class RankCount(msgspec.Struct, frozen=True):
    """How often somebody finished as `rank` among `sat`."""

    rank: int
    sat: int
    times: int


class Streaks(msgspec.Struct, frozen=True):
    """Runs of deals one after the other, in the order in which they ended."""

    first: int = 0
    """The longest run of finishing first."""
    first_now: int = 0
    """The run that goes on."""
    last: int = 0
    last_now: int = 0


class LedgerLine(msgspec.Struct, frozen=True):
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
    rank_counts: tuple[RankCount, ...]
    salary: int
    """Play points of a lifetime."""
    ledger: tuple[LedgerLine, ...]
    """The last 50 deals, newest first."""
    streaks: Streaks
    rating: Rating | None
    """None until a match with another person has ended."""


class HonourRow(msgspec.Struct, frozen=True):
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
    counts = MatchRow.state != MatchState.VOIDED
    rows = await db.execute(
        select(StandingRow)
        .join(MatchRow, and_(MatchRow.id == StandingRow.match_id, counts))
        .where(StandingRow.account_id == account_id)
        .order_by(StandingRow.at, StandingRow.match_id, StandingRow.deal, StandingRow.seat)
    )
    deals: dict[str, list[LedgerLine]] = {}
    for row in rows.scalars():
        line = LedgerLine(row.match_id, row.deal, row.rank, row.sat, row.points, row.at)
        deals.setdefault(row.game, []).append(line)
    ended = {game: (matches, won) for game, matches, won in (await db.execute(_matches_of(account_id)))}
    ratings = await ratings_of(db, account_id)
    games = sorted(deals.keys() | ended.keys(), key=lambda game: (-len(deals.get(game, ())), game))
    return tuple(_summed(game, deals.get(game, []), *ended.get(game, (0, 0)), ratings.get(game)) for game in games)


async def honour(db: AsyncSession, game: str, by: str = "salary") -> tuple[HonourRow, ...]:
    """The first 100 people of a game; `by` one of ORDERS, anything else is as "salary". Those who deleted their account are not shown."""
    deals = (
        select(
            StandingRow.account_id.label("account_id"),
            func.count().label("deals"),
            func.count().filter(StandingRow.rank == 1).label("best"),
            func.count().filter(and_(StandingRow.rank == StandingRow.sat, StandingRow.sat > 1)).label("last"),
            func.sum(StandingRow.points).label("salary"),
        )
        .join(MatchRow, MatchRow.id == StandingRow.match_id)
        .where(StandingRow.game == game, StandingRow.account_id.is_not(None), MatchRow.state != MatchState.VOIDED)
        .group_by(StandingRow.account_id)
        .subquery()
    )
    matches = (
        select(
            PlaceRow.account_id.label("account_id"),
            func.count(PlaceRow.match_id.distinct()).label("matches"),
            func.count(case((PlaceRow.finish == 1, PlaceRow.match_id)).distinct()).label("won"),
        )
        .join(MatchRow, MatchRow.id == PlaceRow.match_id)
        .where(MatchRow.game == game, MatchRow.state == MatchState.FINISHED, PlaceRow.finish.is_not(None), PlaceRow.account_id.is_not(None))
        .group_by(PlaceRow.account_id)
        .subquery()
    )
    orders = {
        "salary": deals.c.salary,
        "rating": RatingRow.mu - 3 * RatingRow.sigma,
        "won": func.coalesce(matches.c.won, 0),
        "best": deals.c.best,
        "deals": deals.c.deals,
    }
    found = await db.execute(
        select(
            AccountRow.id, AccountRow.name, AccountRow.kind, func.coalesce(matches.c.matches, 0), func.coalesce(matches.c.won, 0),
            deals.c.deals, deals.c.best, deals.c.last, deals.c.salary, RatingRow.mu, RatingRow.sigma, RatingRow.matches,
        )
        .join(deals, deals.c.account_id == AccountRow.id)
        .outerjoin(matches, matches.c.account_id == AccountRow.id)
        .outerjoin(RatingRow, and_(RatingRow.account_id == AccountRow.id, RatingRow.game == game))
        .where(AccountRow.kind != "gone")
        .order_by(orders.get(by, orders["salary"]).desc().nulls_last(), deals.c.salary.desc(), AccountRow.created, AccountRow.id)
        .limit(HONOURED)
    )  # fmt: skip
    return tuple(
        HonourRow(
            account, name, kind == "member", played, won, number, best, last, salary, None if mu is None else Rating(mu, sigma, rated)
        )
        for account, name, kind, played, won, number, best, last, salary, mu, sigma, rated in found
    )


async def stored(db: AsyncSession, match_id: str) -> tuple[Standing, ...]:
    """What the finished deals of a match earned, as it stands in the database: by deal, then rank."""
    rows = await db.scalars(
        select(StandingRow).where(StandingRow.match_id == match_id).order_by(StandingRow.deal, StandingRow.rank, StandingRow.seat)
    )
    return tuple(Standing(row.deal, Seat(row.seat), row.rank, row.points) for row in rows)


def recomputed(game: AnyGame, record: Record) -> tuple[Standing, ...]:
    """The same, worked out from the record's setup and entries alone. Where the two differ, the entries are right."""
    earned: dict[tuple[int, int], Standing] = {}
    for state in replay(game, record.setup, (written.entry for written in record.written)):
        for standing in game.standings(state.public):
            earned.setdefault((standing.deal, standing.seat), standing)
    return tuple(sorted(earned.values(), key=lambda standing: (standing.deal, standing.rank, standing.seat)))


def _matches_of(account_id: str) -> Select[str, int, int]:
    """By game: finished matches with a place in the outcome, and how many of them were won."""
    return (
        select(
            MatchRow.game,
            func.count(PlaceRow.match_id.distinct()),
            func.count(case((PlaceRow.finish == 1, PlaceRow.match_id)).distinct()),
        )
        .join(MatchRow, MatchRow.id == PlaceRow.match_id)
        .where(PlaceRow.account_id == account_id, PlaceRow.finish.is_not(None), MatchRow.state == MatchState.FINISHED)
        .group_by(MatchRow.game)
    )


def _summed(game: str, lines: list[LedgerLine], matches: int, won: int, rating: Rating | None) -> GameRecord:
    """`lines` in the order in which the deals ended."""
    times: dict[tuple[int, int], int] = {}
    for line in lines:
        times[line.rank, line.sat] = times.get((line.rank, line.sat), 0) + 1
    named = dict.fromkeys(Ranks.__struct_fields__, 0)
    for (rank, sat), number in times.items():
        named[position(rank, sat)] += number
    first, first_now = _run(lines, lambda line: line.rank == 1)
    last, last_now = _run(lines, lambda line: position(line.rank, line.sat) == "last")
    return GameRecord(
        game=game,
        matches=matches,
        won=won,
        deals=len(lines),
        ranks=Ranks(**named),
        rank_counts=tuple(RankCount(rank, sat, number) for (rank, sat), number in sorted(times.items())),
        salary=sum(line.points for line in lines),
        ledger=tuple(reversed(lines[-LEDGER:])),
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


def _run(lines: list[LedgerLine], counts: Callable[[LedgerLine], bool]) -> tuple[int, int]:
    """The longest run of lines that count, and the one at the end."""
    longest = now = 0
    for line in lines:
        now = now + 1 if counts(line) else 0
        longest = max(longest, now)
    return longest, now
