"""The matches that began lately, by hour, day and game, as the overview of administrators has them.

They are counted in the index of matches by game and time: no row is read, and none is kept for it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from app.store.database.connections import Connection

_BEGUN: Final = """
SELECT bucket, game, (
    SELECT count(*) FROM matches
    WHERE matches.game = asked.game AND started_at >= bucket AND started_at < bucket + $4::interval
) AS begun
FROM generate_series($2::timestamptz, $3::timestamptz, $4::interval) AS bucket,
unnest($1::text[]) AS asked (game) ORDER BY bucket
"""


class Begun(msgspec.Struct, frozen=True):
    """The matches that began in one hour or day."""

    since: datetime
    by_game: dict[str, int]
    """By slug; zeros too."""

    @property
    def total(self) -> int:
        return sum(self.by_game.values())


async def begun(
    connection: Connection, games: Sequence[str], now: datetime, step: timedelta, number: int
) -> list[Begun]:
    """The last `number` stretches of that length, oldest first; the last one ends now."""
    first = now - step * number
    rows = await connection.fetch(_BEGUN, list(games), first, first + step * (number - 1), step)
    found: dict[datetime, dict[str, int]] = {}
    for row in rows:
        found.setdefault(row["bucket"], {})[row["game"]] = row["begun"]
    return [Begun(since, by_game) for since, by_game in found.items()]
