"""Running matches that were begun by other rules than today's, and cannot go on."""

from collections.abc import Mapping

import asyncpg

from app.ops.database import connect
from app.rules.game import AnyGame

_RUNNING = """
SELECT game, count(*)::int AS matches
FROM matches JOIN unnest($1::text[], $2::int[]) AS today (slug, version) ON game = slug
WHERE state = 'running' AND rules_version <> version GROUP BY game ORDER BY game
"""


async def warning(connection: asyncpg.Connection, games: Mapping[str, AnyGame]) -> str | None:
    """A sentence if the rules of running matches have changed. Changes nothing."""
    if await connection.fetchval("SELECT to_regclass('public.matches')") is None:
        return None
    versions = [game.rules_version for game in games.values()]
    found = await connection.fetch(_RUNNING, list(games), versions)
    if not found:
        return None
    total = sum(row["matches"] for row in found)
    each = ", ".join(f"{row['matches']:,} of {games[row['game']].title}" for row in found)
    return (
        f"{total:,} running {'match was' if total == 1 else 'matches were'} begun by other rules "
        f"({each}). This release stops each when somebody comes to its table; finished hands "
        "count. To let them finish, run the release before until `doctor` of this one finds none."
    )


async def warning_of(url: str, games: Mapping[str, AnyGame]) -> str | None:
    """`warning` of the database with this address. Raises Unreachable."""
    connection = await connect(url)
    try:
        return await warning(connection, games)
    finally:
        await connection.close()
