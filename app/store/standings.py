"""Standings: the rank and points of each seat in each finished deal, as stored and as replayed."""

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.rules.game import AnyGame, Seat, Standing
from app.rules.replay import replay
from app.store.base import Base, MatchKey, String, Timestamp
from app.table.ports import MatchRecord


class StandingRow(Base):
    """The result of one seat in one finished deal. A trigger refuses to change or remove it."""

    __tablename__ = "standings"
    __table_args__ = (
        ForeignKeyConstraint(["match_id", "seat"], ["places.match_id", "places.seat"]),
        CheckConstraint("deal >= 1", name="deal"),
        CheckConstraint("rank BETWEEN 1 AND ranked_seats", name="rank_of_a_seat"),
        # all that a profile asks, in the order of deals, without a look at the table
        Index(
            "ix_standings_account_id",
            "account_id",
            "game",
            "ended_at",
            "match_id",
            "deal",
            "seat",
            postgresql_include=["rank", "ranked_seats", "points"],
        ),
    )

    match_id: Mapped[MatchKey] = mapped_column(primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str | None] = mapped_column(Text, ForeignKey("accounts.id"))
    """The account that held the seat then; None: a bot."""
    game: Mapped[String]
    rank: Mapped[int]
    ranked_seats: Mapped[int]
    """The number of seats that the deal ranked."""
    points: Mapped[int]
    ended_at: Mapped[Timestamp]


async def stored(db: AsyncSession, match_id: str) -> tuple[Standing, ...]:
    """The stored standings of a match's finished deals: by deal, then rank."""
    rows = await db.scalars(
        select(StandingRow)
        .where(StandingRow.match_id == match_id)
        .order_by(StandingRow.deal, StandingRow.rank, StandingRow.seat)
    )
    return tuple(Standing(row.deal, Seat(row.seat), row.rank, row.points) for row in rows)


def recomputed(game: AnyGame, record: MatchRecord) -> tuple[Standing, ...]:
    """The same, replayed from setup and entries. Where the two differ, the entries are right."""
    earned: dict[tuple[int, int], Standing] = {}
    for state in replay(game, record.setup, (written.entry for written in record.entries)):
        for standing in game.standings(state.public):
            earned.setdefault((standing.deal, standing.seat), standing)
    return tuple(
        sorted(earned.values(), key=lambda standing: (standing.deal, standing.rank, standing.seat))
    )
