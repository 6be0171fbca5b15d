"""The public tables of all processes of one database: each says its own, and reads the others'."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from app.store.database.pools import Database
from app.store.database.server_lock import LIVES
from app.store.rooms.rows import read_room
from app.table.model.errors import UnreadableRoom
from app.table.model.room import Room, RoomId

_SAY: Final = """
UPDATE processes SET listed = $2::jsonb WHERE number = $1 AND listed IS DISTINCT FROM $2::jsonb
"""
_READ: Final = f"""
SELECT (one ->> 1)::int AS turn, state, state_version
FROM processes CROSS JOIN jsonb_array_elements(processes.listed) AS one
JOIN rooms ON rooms.id = one ->> 0
WHERE number <> $1 AND rooms.listed AND {LIVES.format(number="number")}
"""  # noqa: S608  a constant of ours

Turns = Sequence[tuple[RoomId, int]]
"""Rooms, each with the number of tables of its network that come before it."""


class SharedList:
    """Every method may raise StoreAway."""

    def __init__(self, database: Database, process: int) -> None:
        self._database, self._process = database, process

    async def say(self, mine: Turns) -> None:
        """Tells the others which tables this process lists."""
        async with self._database.table_connection() as connection:
            await connection.execute(_SAY, self._process, msgspec.json.encode(mine).decode())

    async def others(self) -> list[tuple[int, Room]]:
        """The tables that the other living processes list, each with its turn there."""
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(_READ, self._process)
        found = []
        for row in rows:
            with suppress(UnreadableRoom):
                found.append((row["turn"], read_room(row["state"], row["state_version"])))
        return found
