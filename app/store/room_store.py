"""The store of rooms and their chat: ports.RoomStore on PostgreSQL."""

from datetime import UTC, datetime, timedelta
from typing import Final

import asyncpg

from app.store.database import Database
from app.store.rooms import free_code, read_room, write_room
from app.store.storable_text import is_id, require_storable
from app.table.model.chat import ChatEntry
from app.table.model.room import PersonId, Room, RoomId
from app.table.model.server_messages import ChatLine
from app.table.model.timestamps import to_milliseconds
from app.table.ports import FIRST_EPOCH, CodeTaken, Fenced

_INSERT_CHAT_LINE: Final = """
INSERT INTO chat_lines (room_id, account_id, name, text, said_at, about)
SELECT rooms.id, $2, $3, $4, $5, $6::text[] FROM rooms
WHERE rooms.id = $1 AND rooms.epoch = $7 FOR SHARE
RETURNING number
"""

MAX_AWAKE: Final = 2_000

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class PostgresRoomStore:
    """Implements ports.RoomStore on one event loop. All methods may raise StoreAway."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, room: Room, epoch: int = FIRST_EPOCH) -> None:
        """Raises Fenced, CodeTaken, and UnstorableText for a text that cannot be written."""
        try:
            async with self._database.table_connection() as connection:
                await write_room(connection, room, epoch)
        except CodeTaken:
            async with self._database.table_connection() as connection:
                if not await free_code(connection, room):
                    raise
                await write_room(connection, room, epoch)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        """Claims the room. Waits for writes under way; none sent before arrives after it."""
        if not is_id(room):
            return None
        async with self._database.table_connection() as connection:
            row = await connection.fetchrow(
                "UPDATE rooms SET epoch = epoch + 1 WHERE id = $1 RETURNING state, epoch", room
            )
        return None if row is None else (read_room(row["state"]), row["epoch"])

    async def owner_epoch(self, room: RoomId) -> int | None:
        async with self._database.table_connection() as connection:
            found: int | None = await connection.fetchval(
                "SELECT epoch FROM rooms WHERE id = $1", room
            )
        return found

    async def load(self, room: RoomId) -> Room | None:
        if not is_id(room):
            return None
        async with self._database.table_connection() as connection:
            value = await connection.fetchval("SELECT rooms.state FROM rooms WHERE id = $1", room)
        return None if value is None else read_room(value)

    async def by_secret(self, secret: str) -> RoomId | None:
        return await self._find("SELECT id FROM rooms WHERE secret = $1", secret)

    async def by_code(self, code: str) -> RoomId | None:
        return await self._find("SELECT id FROM rooms WHERE code = $1 AND live", code)

    async def rooms_with_matches(self) -> list[Room]:
        """Rooms with a match that goes on, latest used first, at most MOST_AWAKE."""
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(
                "SELECT rooms.state FROM rooms JOIN matches ON matches.id = rooms.match_id"
                " WHERE matches.state = 'running' ORDER BY rooms.updated_at DESC, rooms.id LIMIT $1",
                MAX_AWAKE,
            )
        return [read_room(row["state"]) for row in rows]

    async def chat_lines(self, room: RoomId, limit: int) -> list[ChatEntry]:
        """The last `limit` lines, oldest first."""
        if not is_id(room):
            return []
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(
                "SELECT account_id, name, text, said_at, about FROM chat_lines WHERE room_id = $1"
                " ORDER BY number DESC LIMIT $2",
                room,
                limit,
            )
        return [_read_chat_entry(row) for row in reversed(rows)]

    async def add_chat_line(self, room: RoomId, entry: ChatEntry, epoch: int = FIRST_EPOCH) -> None:
        """Raises Fenced, UnstorableText for control characters."""
        line, about = entry.line, entry.about
        at = _EPOCH + timedelta(milliseconds=line.at)
        words = (require_storable(line.name, "The name"), require_storable(line.text, "The text"))
        row = (room, line.person, *words, at, None if about is None else list(about), epoch)
        async with self._database.table_connection() as connection:
            number = await connection.fetchval(_INSERT_CHAT_LINE, *row)
        if number is None:
            raise Fenced(f"room {room} is not ours under epoch {epoch}")

    async def _find(self, query: str, value: str) -> RoomId | None:
        if not is_id(value):
            return None
        async with self._database.table_connection() as connection:
            found: str | None = await connection.fetchval(query, value)
        return None if found is None else RoomId(found)


def _read_chat_entry(row: asyncpg.Record) -> ChatEntry:
    person, about = row["account_id"], row["about"]
    line = ChatLine(
        None if person is None else PersonId(person),
        row["name"],
        row["text"],
        to_milliseconds(row["said_at"]),
    )
    return ChatEntry(line, None if about is None else tuple(map(PersonId, about)))
