"""Ratings of people, one for each game, and the inputs from which they follow.

plackett_luce.py says how they follow, and refolds.py works them out again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Computed, ForeignKey, Identity, Index, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, MatchKey, String, Timestamp
from app.store.database.connections import Connection
from app.store.results.plackett_luce import Ranking, Rating, accounts_in, rate_match

_LOCK: Final = 0x7261_7465
"""The advisory lock of a transaction that counts matches. A table never waits for it."""

_READ_PRESENT: Final = """
SELECT accounts.id, kind <> 'gone' AS exists, mu, sigma, matches,
    EXISTS (SELECT FROM rating_inputs WHERE game = $1 AND NOT counted) AS waiting
FROM accounts LEFT JOIN ratings ON account_id = accounts.id AND game = $1
WHERE accounts.id = ANY($2::text[])
"""

_ADD_INPUT: Final = """
INSERT INTO rating_inputs (match_id, game, ranking, before, counted)
VALUES ($1, $2, $3::jsonb, $4::jsonb, $4 IS NOT NULL)
"""

_RECOUNT: Final = "UPDATE rating_inputs SET counted = false WHERE match_id = :match"

_WRITE: Final = """
INSERT INTO ratings (game, account_id, mu, sigma, matches)
SELECT $1, rated.* FROM unnest($2::text[], $3::float8[], $4::float8[], $5::int[])
    AS rated (account_id, mu, sigma, matches)
WHERE EXISTS (SELECT FROM accounts WHERE id = rated.account_id AND kind <> 'gone')
ON CONFLICT (game, account_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    matches = excluded.matches, updated_at = now()
"""


class RatingRow(Base):
    """The rating of one account in one game."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_ordinal", "game", "ordinal"),)

    game: Mapped[String] = mapped_column(primary_key=True)
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    matches: Mapped[int]
    updated_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
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
    match_id: Mapped[MatchKey] = mapped_column(ForeignKey("matches.id"), unique=True)
    game: Mapped[String]
    ranking: Mapped[Ranking] = mapped_column(JSONB)
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """The ratings before this match, by account; see `encode_ratings`. None: never counted."""
    counted: Mapped[bool] = mapped_column(server_default=text("false"))
    """True if the ratings follow from it as it stands. False where the refold has work to do.

    Set to false by voiding a match and by letting it count again.
    """


async def record_ranking(
    connection: Connection, match_id: str, game: str, ranking: Ranking
) -> None:
    """Rates a match that has just ended, in the caller's transaction.

    Leaves it to the refold if that is at work, if matches wait to be counted, or if somebody in it
    is gone. Does nothing with fewer than two people, or where all are one team.
    """
    accounts = accounts_in(ranking)
    if sum(map(len, ranking)) < 2:
        return
    before = await _present_ratings(connection, game, accounts)
    await connection.execute(
        _ADD_INPUT,
        match_id,
        game,
        msgspec.json.encode(ranking).decode(),
        None if before is None else encode_ratings(before),
    )
    if before is not None:
        await write_ratings(connection, game, rate_match(before, ranking))


async def _present_ratings(
    connection: Connection, game: str, accounts: Sequence[str]
) -> dict[str, Rating] | None:
    """The ratings of these people, or None where they cannot be told now.

    Takes the lock, without waiting for it.
    """
    if not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _LOCK):
        return None
    rows = await connection.fetch(_READ_PRESENT, game, accounts)
    if any(row["waiting"] or not row["exists"] for row in rows):
        return None
    found = {
        row["id"]: Rating(row["mu"], row["sigma"], row["matches"])
        for row in rows
        if row["mu"] is not None
    }
    return {account: found.get(account, Rating()) for account in accounts}


async def wait_for_lock(connection: Connection) -> None:
    """Until the end of the transaction nobody else counts matches; those that end wait."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)


async def write_ratings(connection: Connection, game: str, ratings: Mapping[str, Rating]) -> None:
    """Under the lock. Leaves out people who are gone."""
    await connection.execute(
        _WRITE,
        game,
        list(ratings),
        [rating.mu for rating in ratings.values()],
        [rating.sigma for rating in ratings.values()],
        [rating.matches for rating in ratings.values()],
    )


async def recount_match(db: AsyncSession, match_id: str) -> None:
    """Tells the refold that the match counts no more, or counts again.

    Call it after the change of its state, in the same transaction.
    """
    await db.execute(text(_RECOUNT), {"match": match_id})


async def keep_from_counting(db: AsyncSession) -> None:
    """`wait_for_lock` for an ORM session."""
    await db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def encode_ratings(ratings: Mapping[str, Rating]) -> str:
    """As JSON: mu, sigma and matches, by account."""
    rows = {account: msgspec.structs.astuple(rating) for account, rating in ratings.items()}
    return msgspec.json.encode(rows).decode()


def to_rating(row: RatingRow | None) -> Rating | None:
    return None if row is None else Rating(row.mu, row.sigma, row.matches)
