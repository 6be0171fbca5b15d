"""The tables of all processes of one database: each says which it lists, and reads the others'."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from app.store.database.pools import Database
from app.store.database.processes import Told
from app.store.database.server_lock import LIVES
from app.store.rooms.rows import read_room
from app.table.model.errors import UnreadableRoom
from app.table.model.room import Room, RoomId

_SAY: Final = """
UPDATE processes SET listed = $2::jsonb, told = $3::jsonb
WHERE number = $1 AND (listed, told) IS DISTINCT FROM ($2::jsonb, $3::jsonb)
"""
_READ: Final = f"""
SELECT (one ->> 1)::int AS turn, state, state_version
FROM processes CROSS JOIN jsonb_array_elements(processes.listed) AS one
JOIN rooms ON rooms.id = one ->> 0
WHERE number <> $1 AND rooms.listed AND {LIVES.format(number="number")}
"""  # noqa: S608  a constant of ours

_OPEN: Final = f"""
WITH living AS MATERIALIZED (
    SELECT number, name FROM processes WHERE number <> $1 AND {LIVES.format(number="number")}
)
SELECT name, state, state_version FROM living JOIN rooms ON owner = number
WHERE starts_with(code, $2)
"""  # noqa: S608  a constant of ours

Turns = Sequence[tuple[RoomId, int]]
"""Rooms, each with the number of tables of its network that come before it."""


class SharedList:
    """Every method may raise StoreAway."""

    def __init__(self, database: Database, process: int) -> None:
        self._database, self._process = database, process

    async def say(self, mine: Turns, told: Told) -> None:
        """Tells the others which tables this process lists, and administrators how it is."""
        listed, shown = msgspec.json.encode(mine).decode(), msgspec.json.encode(told).decode()
        async with self._database.table_connection() as connection:
            await connection.execute(_SAY, self._process, listed, shown)

    async def others(self) -> list[tuple[int, Room]]:
        """The tables that the other living processes list, each with its turn there."""
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(_READ, self._process)
        found = []
        for row in rows:
            with suppress(UnreadableRoom):
                found.append((row["turn"], read_room(row["state"], row["state_version"])))
        return found

    async def open_elsewhere(self, code: str) -> list[tuple[str, Room]]:
        """The rooms of other processes whose codes begin so, each with its process's name."""
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(_OPEN, self._process, code)
        found = []
        for row in rows:
            with suppress(UnreadableRoom):
                found.append((row["name"], read_room(row["state"], row["state_version"])))
        return found
