"""Ratings of people, one for each game, and the inputs to recompute them.

Plackett-Luce after Weng and Lin, by openskill.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import (
    BigInteger,
    Computed,
    ForeignKey,
    Identity,
    Index,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.rules.game import Outcome
from app.store.base import Base, Id, String, Timestamp
from app.store.connections import Connection
from app.store.match_rows import MatchRow, MatchState

_MODEL: Final = PlackettLuce()

LOCK: Final = 0x7261_7465
"""Class of advisory locks: the ratings of one game are worked out in one place at a time."""


class RatingRow(Base):
    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_ordinal", "game", "ordinal"),)

    game: Mapped[String] = mapped_column(primary_key=True)
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    matches: Mapped[int]
    updated: Mapped[Timestamp] = mapped_column(server_default=func.now())
    ordinal: Mapped[float] = mapped_column(Computed("mu - 3 * sigma", persisted=True))
    """See Rating.ordinal."""


class RatingInputRow(Base):
    """The ranking of one match, from which ratings follow, in the order in which matches ended."""

    __tablename__ = "rating_inputs"
    __table_args__ = (
        Index("ix_rating_inputs_game_number", "game", "number"),
        Index("ix_rating_inputs_uncounted", "game", "number", postgresql_where=text("NOT counted")),
    )

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    match_id: Mapped[Id] = mapped_column(ForeignKey("matches.id"), unique=True)
    game: Mapped[String]
    ranking: Mapped[list[list[str]]] = mapped_column(JSONB)
    """Account ids; those tied share a group, the best group first."""
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """The ratings before this match, by account."""
    counted: Mapped[bool] = mapped_column(server_default=text("false"))
    """True if the ratings include it. A match that ends during a recomputation waits."""


class RatingRefoldRow(Base):
    """An order to recompute the ratings of one game from a match on."""

    __tablename__ = "rating_refolds"

    game: Mapped[String] = mapped_column(primary_key=True)
    first_number: Mapped[int] = mapped_column(BigInteger)
    """The number of the first rating input that is recomputed."""
    ordered_at: Mapped[Timestamp] = mapped_column(server_default=func.now())


class Rating(msgspec.Struct, frozen=True):
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0

    @property
    def ordinal(self) -> float:
        """The conservative estimate of strength that lists are sorted by; 0 for somebody new."""
        return self.mu - 3 * self.sigma


def rank_people(outcome: Outcome, people: Mapping[int, str]) -> list[list[str]]:
    """The outcome's ranking without bots, as account ids; `people` are account ids by seat.

    Somebody who holds two seats counts for the better one.
    """
    seen: set[str] = set()
    ranking: list[list[str]] = []
    for group in outcome.ranking:
        accounts = dict.fromkeys(
            people[seat] for seat in group if seat in people and people[seat] not in seen
        )
        seen.update(accounts)
        if accounts:
            ranking.append(list(accounts))
    return ranking


def rate_match(before: Mapping[str, Rating], ranking: Sequence[Sequence[str]]) -> dict[str, Rating]:
    """The ratings of those in `ranking` after that match; whoever is not in `before` is new."""
    accounts = [(account, place) for place, group in enumerate(ranking) for account in group]
    former = [before.get(account, Rating()) for account, _ in accounts]
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in former]
    after = _MODEL.rate(teams, ranks=[float(place) for _, place in accounts])
    return {
        account: Rating(team[0].mu, team[0].sigma, rating.matches + 1)
        for (account, _), rating, team in zip(accounts, former, after, strict=True)
    }


def rate_matches(
    before: Mapping[str, Rating], rankings: Iterable[Sequence[Sequence[str]]]
) -> dict[str, Rating]:
    """The ratings after these matches, one after the other."""
    after = dict(before)
    for ranking in rankings:
        after |= rate_match(after, ranking)
    return after


async def record_ranking(
    connection: Connection, match_id: str, game: str, ranking: list[list[str]]
) -> None:
    """Rates a match that has just ended, in the caller's transaction.

    Does nothing with fewer than two people.
    """
    if sum(map(len, ranking)) < 2:
        return
    await connection.execute(
        "INSERT INTO rating_inputs (match_id, game, ranking) VALUES ($1, $2, $3::jsonb)",
        match_id,
        game,
        msgspec.json.encode(ranking).decode(),
    )
    if not await connection.fetchval(
        "SELECT pg_try_advisory_xact_lock($1, hashtext($2))", LOCK, game
    ):
        return  # somebody works them out afresh; no table waits for that
    inputs = await connection.fetch(
        "UPDATE rating_inputs SET counted = true WHERE game = $1 AND NOT counted"
        " RETURNING number, ranking,"
        " (SELECT state = 'finished' FROM matches WHERE id = match_id) AS counts",
        game,
    )
    rankings = [
        msgspec.json.decode(row["ranking"])
        for row in sorted(inputs, key=lambda row: row["number"])
        if row["counts"]
    ]
    accounts = sorted({account for ranking in rankings for group in ranking for account in group})
    rows = await connection.fetch(
        "SELECT account_id, mu, sigma, matches FROM ratings"
        " WHERE game = $1 AND account_id = ANY($2::text[])",
        game,
        accounts,
    )
    after = rate_matches(
        {row["account_id"]: Rating(row["mu"], row["sigma"], row["matches"]) for row in rows},
        rankings,
    )
    await connection.executemany(
        "INSERT INTO ratings (game, account_id, mu, sigma, matches) VALUES ($1, $2, $3, $4, $5)"
        " ON CONFLICT (game, account_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
        " matches = excluded.matches, updated = now()",
        [
            (game, account, rating.mu, rating.sigma, rating.matches)
            for account, rating in after.items()
        ],
    )


async def recompute(db: AsyncSession, game: str) -> int:
    """Recomputes all ratings of a game from the matches that count; returns how many those are."""
    await db.execute(
        text("SELECT pg_advisory_xact_lock(:lock, hashtext(:game))"), {"lock": LOCK, "game": game}
    )
    # marked first: what ends from now on is not among those read next, and stays to be counted
    await db.execute(
        update(RatingInputRow)
        .where(RatingInputRow.game == game, ~RatingInputRow.counted)
        .values(counted=True)
    )
    inputs = (
        select(RatingInputRow.ranking)
        .join(MatchRow, MatchRow.id == RatingInputRow.match_id)
        .where(
            RatingInputRow.game == game,
            RatingInputRow.counted,
            MatchRow.state == MatchState.FINISHED,
        )
        .order_by(RatingInputRow.number)
    )
    rankings = (await db.scalars(inputs)).all()
    ratings = await asyncio.to_thread(
        rate_matches, {}, rankings
    )  # a long list takes seconds, and tables share our loop
    await db.execute(delete(RatingRow).where(RatingRow.game == game))
    if ratings:
        rows = [
            {
                "game": game,
                "account_id": account,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "matches": rating.matches,
            }
            for account, rating in ratings.items()
        ]
        await db.execute(insert(RatingRow), rows)
    return len(rankings)


def to_rating(row: RatingRow | None) -> Rating | None:
    return None if row is None else Rating(row.mu, row.sigma, row.matches)
