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
SELECT accounts.id, accounts.name, accounts.portrait, matches.game, matches.started_at
FROM met JOIN accounts ON accounts.id = met.account_id JOIN matches ON matches.id = match_id
WHERE accounts.kind = 'member' AND (suspension_reason IS NULL OR suspended_until <= now())
AND NOT EXISTS (
    SELECT FROM mutes WHERE mutes.account_id = $1 AND other_id = accounts.id AND blocked
)
AND NOT EXISTS (
    SELECT FROM mutes WHERE mutes.account_id = accounts.id AND other_id = $1 AND blocked
)
ORDER BY match_id DESC, accounts.id LIMIT {MOST}
"""  # noqa: S608  constants of ours
"""Ids of matches grow with time, so the index of places has the last ones at its end."""


async def people(connection: Connection, account_id: str) -> list[PlayedWith]:
    """The last MOST of them."""
    return [PlayedWith(*row) for row in await connection.fetch(_SELECT, account_id)]
