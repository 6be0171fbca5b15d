"""Totals of each person in each game, kept as deals and matches end, for the leaderboard.

They follow from standings and places alone: `find_mismatches` lists where they do not.
"""

from typing import Final

from sqlalchemy import BigInteger, ForeignKey, Index, bindparam, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, MatchUuid, String
from app.store.database.connections import Connection

ORDER_COLUMNS: Final = ("salary", "won", "best", "deals")
"""Columns that people are ordered by."""


class TotalsRow(Base):
    """The totals of one account in one game, without voided matches."""

    __tablename__ = "totals"
    __table_args__ = tuple(Index(f"ix_totals_{column}", "game", column) for column in ORDER_COLUMNS)

    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[String] = mapped_column(primary_key=True)
    deals: Mapped[int] = mapped_column(server_default=text("0"))
    best: Mapped[int] = mapped_column(server_default=text("0"))
    """Deals finished first."""
    last: Mapped[int] = mapped_column(server_default=text("0"))
    salary: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    """Play points."""
    matches: Mapped[int] = mapped_column(server_default=text("0"))
    """Finished ones with a place in their outcome."""
    won: Mapped[int] = mapped_column(server_default=text("0"))


ADD_DEALS: Final = """
INSERT INTO totals (account_id, game, deals, best, last, salary)
SELECT account_id, game, count(*), count(*) FILTER (WHERE rank = 1),
    count(*) FILTER (WHERE rank = ranked_seats AND ranked_seats > 1), sum(points)
FROM stood WHERE account_id IS NOT NULL GROUP BY account_id, game ORDER BY account_id
ON CONFLICT (account_id, game) DO UPDATE SET
    deals = totals.deals + excluded.deals, best = totals.best + excluded.best,
    last = totals.last + excluded.last, salary = totals.salary + excluded.salary
"""
"""Adds the standings in `stood`, in the order of accounts, which avoids deadlocks."""

ADD_MATCH: Final = """
INSERT INTO totals (account_id, game, matches, won)
SELECT account_id, game, 1, (min(finish) = 1)::int FROM placed
WHERE account_id IS NOT NULL AND finish IS NOT NULL GROUP BY account_id, game ORDER BY account_id
ON CONFLICT (account_id, game) DO UPDATE SET
    matches = totals.matches + excluded.matches, won = totals.won + excluded.won
"""
"""Adds the places in `placed`, those of one match that is over."""

_OF_MATCH: Final = """
SELECT matches.game, accounts.account_id, deals, best, last, salary, finish
FROM matches CROSS JOIN LATERAL (
    SELECT account_id, min(finish) AS finish FROM places
    WHERE match_id = matches.id AND account_id IS NOT NULL GROUP BY account_id
) AS accounts CROSS JOIN LATERAL (
    SELECT count(*) AS deals, count(*) FILTER (WHERE rank = 1) AS best,
        count(*) FILTER (WHERE rank = ranked_seats AND ranked_seats > 1) AS last,
        coalesce(sum(points), 0) AS salary
    FROM standings WHERE match_id = matches.id AND standings.account_id = accounts.account_id
) AS earned WHERE matches.id = :match
"""

_COUNT: Final = f"""
UPDATE totals SET
    deals = totals.deals + :sign * part.deals, best = totals.best + :sign * part.best,
    last = totals.last + :sign * part.last, salary = totals.salary + :sign * part.salary,
    matches = totals.matches + CASE WHEN finish IS NULL THEN 0 ELSE :sign END,
    won = totals.won + CASE WHEN finish = 1 THEN :sign ELSE 0 END
FROM ({_OF_MATCH}) AS part WHERE totals.account_id = part.account_id AND totals.game = part.game
"""  # noqa: S608  constants of ours

_LOCK: Final = f"""
SELECT 1 FROM totals JOIN ({_OF_MATCH}) AS part USING (account_id, game)
ORDER BY totals.account_id FOR NO KEY UPDATE OF totals
"""  # noqa: S608  constants of ours

RECOUNT: Final = """
SELECT account_id, game, sum(deals)::int AS deals, sum(best)::int AS best, sum(last)::int AS last,
    sum(salary)::bigint AS salary, sum(matches)::int AS matches, sum(won)::int AS won
FROM (
    SELECT account_id, standings.game, count(*) AS deals, count(*) FILTER (WHERE rank = 1) AS best,
        count(*) FILTER (WHERE rank = ranked_seats AND ranked_seats > 1) AS last,
        sum(points) AS salary, 0 AS matches, 0 AS won
    FROM standings JOIN matches ON matches.id = match_id
    WHERE state <> 'voided' AND account_id IS NOT NULL GROUP BY account_id, standings.game
    UNION ALL
    SELECT account_id, game, 0, 0, 0, 0, count(DISTINCT match_id),
        count(DISTINCT match_id) FILTER (WHERE finish = 1)
    FROM places JOIN matches ON matches.id = match_id
    WHERE state = 'finished' AND finish IS NOT NULL AND account_id IS NOT NULL
    GROUP BY account_id, game
) AS parts GROUP BY account_id, game
"""
"""All sums, counted afresh."""

_FIND_MISMATCHES: Final = f"""
SELECT account_id, game FROM ({RECOUNT}) AS counted FULL JOIN totals USING (account_id, game)
WHERE (coalesce(counted.deals, 0), coalesce(counted.best, 0), coalesce(counted.last, 0),
       coalesce(counted.salary, 0), coalesce(counted.matches, 0), coalesce(counted.won, 0))
    IS DISTINCT FROM (coalesce(totals.deals, 0), coalesce(totals.best, 0),
       coalesce(totals.last, 0), coalesce(totals.salary, 0),
       coalesce(totals.matches, 0), coalesce(totals.won, 0))
ORDER BY account_id, game
"""  # noqa: S608  constants of ours


async def count_match(db: AsyncSession, match_id: str, counts: bool) -> None:
    """Adds a match that counts again, or subtracts one that no longer counts.

    Call it last in a transaction: tables wait for its locks.
    """
    match = bindparam("match", match_id, MatchUuid())
    await db.execute(text(_LOCK).bindparams(match))
    await db.execute(text(_COUNT).bindparams(match), {"sign": 1 if counts else -1})


async def uncount_match(connection: Connection, match_id: str) -> None:
    """`count_match(…, counts=False)` on a table's connection, in its transaction."""
    await connection.execute(_LOCK.replace(":match", "$1"), match_id)
    await connection.execute(_COUNT.replace(":match", "$1").replace(":sign", "(-1)"), match_id)


async def find_mismatches(db: AsyncSession) -> list[tuple[str, str]]:
    """Account and game of all wrong totals. Reads everything: for operators and tests."""
    return [(account, game) for account, game in await db.execute(text(_FIND_MISMATCHES))]
