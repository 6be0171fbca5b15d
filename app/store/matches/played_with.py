"""The people somebody has played with: members, by the last match with each, the newest first.

Left out are those who are suspended, whoever blocked whom, and guests, who have no lasting account.
Only the places of the last matches are read, so the question costs the same however much somebody
has played. Nothing keeps who asked.
"""

from datetime import datetime
from typing import Final

import msgspec

from app.store.database.connections import Connection

MOST: Final = 30
MATCHES: Final = 200
"""The last matches of the person, in which others are looked for."""


class PlayedWith(msgspec.Struct, frozen=True):
    """One of them, as they are now, and the last match with them."""

    id: str
    name: str
    portrait: str
    """See PORTRAIT in app/store/people/rows.py."""
    game: str
    """Slug."""
    played: datetime
    """The time at which that match began."""


_SELECT: Final = f"""
WITH mine AS MATERIALIZED (
    SELECT DISTINCT match_id FROM places WHERE account_id = $1
    ORDER BY match_id DESC LIMIT {MATCHES}
), met AS MATERIALIZED (
    SELECT DISTINCT ON (places.account_id) places.account_id, match_id
    FROM mine JOIN places USING (match_id) WHERE places.account_id <> $1
    ORDER BY places.account_id, match_id DESC
)
SELECT account.id, account.name, account.portrait, matches.game, matches.started_at
FROM (SELECT * FROM met ORDER BY match_id DESC, account_id) AS met
CROSS JOIN LATERAL (
    SELECT id, name, portrait FROM accounts WHERE id = met.account_id AND kind = 'member'
    AND (suspension_reason IS NULL OR suspended_until <= now())
    AND NOT EXISTS (
        SELECT FROM mutes WHERE mutes.account_id = $1 AND other_id = accounts.id AND blocked
    )
    AND NOT EXISTS (
        SELECT FROM mutes WHERE mutes.account_id = accounts.id AND other_id = $1 AND blocked
    )
    OFFSET 0
) AS account JOIN matches ON matches.id = met.match_id
ORDER BY met.match_id DESC, met.account_id LIMIT {MOST}
"""  # noqa: S608  constants of ours
"""Ids of matches grow with time, so the index of places has the last ones at its end. With OFFSET 0
accounts are looked up one by one until there are enough; a join might read all of them."""


async def people(connection: Connection, account_id: str) -> list[PlayedWith]:
    """The last MOST of them."""
    return [PlayedWith(*row) for row in await connection.fetch(_SELECT, account_id)]
