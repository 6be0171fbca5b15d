"""Standings: the rank and points of each seat in each finished deal, as stored and as replayed."""

from sqlalchemy import ForeignKey, Index, Text, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.rules.game import AnyGame, Seat, Standing
from app.rules.replay import replay
from app.store.base import Base, Id, String, Timestamp
from app.table.ports import MatchRecord


class StandingRow(Base):
    """The result of one seat in one finished deal. A trigger refuses to change or remove it."""

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
    """The account that held the seat then; None: a bot."""
    game: Mapped[String]
    rank: Mapped[int]
    sat: Mapped[int]
    """The number of seats that the deal ranked."""
    points: Mapped[int]
    at: Mapped[Timestamp]


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
