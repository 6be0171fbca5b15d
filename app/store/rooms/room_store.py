"""The store of rooms and their chat: ports.RoomStore on PostgreSQL."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

import asyncpg
import msgspec
import structlog

from app.store.database.pools import Database
from app.store.database.server_lock import LIVES
from app.store.database.storable_text import is_id
from app.store.rooms import slow_rooms
from app.store.rooms.chat_lines import write_chat_lines
from app.store.rooms.rows import (
    CLAIM,
    STATE_VERSION,
    free_code,
    read_room,
    read_server_line,
    write_room,
)
from app.table.model.chat import ChatEntry, Spoken
from app.table.model.errors import UnreadableRoom
from app.table.model.notation import read_match_id, to_milliseconds
from app.table.model.records import FIRST_EPOCH, UnreadableRoomRow
from app.table.model.room import SLOW, MatchId, PersonId, Room, RoomId
from app.table.ports import MAX_RUNNING_ROOMS, CodeTaken, Fenced

_SELECT_CHAT_LINES: Final = """
SELECT account_id, name, text, said_at, removed_at, code, about, arguments, (
    SELECT json_object_agg(accounts.id, accounts.name) FROM accounts
    WHERE accounts.id = ANY (array_append(about, account_id))
) AS names
FROM chat_lines WHERE room_id = $1 ORDER BY number DESC LIMIT $2
"""
"""People have the names of their accounts."""

_RUNNING_ROOMS: Final = """
SELECT rooms.id, rooms.state, state_version
FROM rooms JOIN matches ON matches.id = rooms.match_id
WHERE matches.state = 'running'
"""
_NOT_SLOW: Final = "AND NOT EXISTS (SELECT FROM slow_rooms WHERE room_id = rooms.id)"
_LATEST_RUNNING_ROOMS: Final = f"""
{_RUNNING_ROOMS} {_NOT_SLOW} ORDER BY rooms.updated_at DESC, rooms.id LIMIT $1
"""
_RUNNING_ROOMS_OF: Final = f"""
{_RUNNING_ROOMS} AND people @> ARRAY[$2::text] ORDER BY rooms.updated_at DESC, rooms.id LIMIT $1
"""
_ROOMS_ELSEWHERE: Final = f"""
SELECT rooms.id, rooms.state, state_version FROM rooms
WHERE people @> ARRAY[$2::text] AND owner IN (
    SELECT number FROM processes WHERE number <> $3 AND {LIVES.format(number="processes.number")}
) ORDER BY rooms.updated_at DESC, rooms.id LIMIT $1
"""  # noqa: S608  a constant of ours
_RELEASE: Final = "UPDATE rooms SET owner = NULL WHERE id = $1 AND epoch = $2 AND owner = $3"

MAX_UNREADABLE: Final = 100
"""Unreadable rooms that are remembered."""

log = structlog.get_logger(__name__)


class PostgresRoomStore:
    """Implements ports.RoomStore on one event loop. All methods may raise StoreAway."""

    def __init__(
        self, database: Database, process: int | None = None, shares: bool = False
    ) -> None:
        """`process`: the number of the one that opens rooms here; see processes.py.

        `shares`: others open rooms of this database too.
        """
        self._database = database
        self._process, self._shares = process, shares
        self._unreadable: set[RoomId] = set()
        """Rooms that could not be read since the start."""

    async def save(
        self, room: Room, epoch: int = FIRST_EPOCH, said: Sequence[ChatEntry] = ()
    ) -> None:
        """Raises Fenced, CodeTaken, and UnstorableText for a text that cannot be written."""
        try:
            await self._save(room, epoch, said)
        except CodeTaken:
            async with self._database.table_connection() as connection:
                if not await free_code(connection, room):
                    raise
            await self._save(room, epoch, said)

    async def _save(self, room: Room, epoch: int, said: Sequence[ChatEntry]) -> None:
        if not said and room.clock not in SLOW:
            async with self._database.table_connection() as connection:
                await write_room(connection, room, epoch)
            return
        async with self._database.transaction() as connection:
            await write_room(connection, room, epoch)
            await write_chat_lines(connection, room.id, epoch, said)

    async def claim_room(self, room: RoomId) -> tuple[Room, int] | None:
        """Claims the room. Waits for writes under way; none sent before arrives after it."""
        if not is_id(room):
            return None
        async with self._database.table_connection() as connection:
            row = await connection.fetchrow(CLAIM, room, STATE_VERSION, self._process)
        if row is None:
            if await self.load(room) is not None:  # it says so if a newer version has saved it
                raise Fenced(f"room {room} belongs to another process that lives")
            return None
        return self._read(row), row["epoch"]

    async def release_room(self, room: RoomId, epoch: int) -> None:
        if self._shares:
            async with self._database.table_connection() as connection:
                await connection.execute(_RELEASE, room, epoch, self._process)

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
            row = await connection.fetchrow(
                "SELECT id, state, state_version FROM rooms WHERE id = $1", room
            )
        return None if row is None else self._read(row)

    async def by_secret(self, secret: str) -> RoomId | None:
        return await self._find("SELECT id FROM rooms WHERE secret = $1", secret)

    async def by_code(self, code: str) -> RoomId | None:
        return await self._find("SELECT id FROM rooms WHERE code = $1 AND live", code)

    async def rooms_with_matches(self, limit: int = MAX_RUNNING_ROOMS) -> list[Room]:
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(_LATEST_RUNNING_ROOMS, limit)
        return self._readable(rows)

    async def live_rooms_of(self, person: PersonId) -> list[Room]:
        if not is_id(person):
            return []
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(_RUNNING_ROOMS_OF, MAX_RUNNING_ROOMS, person)
            if self._shares:
                rows += await connection.fetch(
                    _ROOMS_ELSEWHERE, MAX_RUNNING_ROOMS, person, self._process
                )
        return self._readable({row["id"]: row for row in rows}.values())

    async def rooms_to_wake(
        self, now: datetime, most: int, but: Collection[RoomId] = ()
    ) -> list[RoomId]:
        async with self._database.table_connection() as connection:
            return await slow_rooms.rooms_to_wake(connection, now, most, but, self._process)

    async def room_of_running_match(self, match: MatchId) -> RoomId | None:
        known = read_match_id(match)
        if known is None:
            return None
        async with self._database.table_connection() as connection:
            found: str | None = await connection.fetchval(
                "SELECT rooms.id FROM rooms JOIN matches ON matches.id = rooms.match_id"
                " WHERE matches.id = $1 AND matches.state = 'running'",
                known,
            )
        return None if found is None else RoomId(found)

    async def unreadable_rooms(self) -> list[UnreadableRoomRow]:
        if not self._unreadable:
            return []
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(
                "SELECT id, code, game, state_version, updated_at FROM rooms"
                " WHERE id = ANY($1::text[]) ORDER BY updated_at DESC, id",
                [*self._unreadable],
            )
        return [UnreadableRoomRow(*row) for row in rows]

    def _read(self, row: asyncpg.Record) -> Room:
        """Raises UnreadableRoom, and says so in the log once for each room."""
        room = RoomId(row["id"])
        try:
            found = read_room(row["state"], row["state_version"])
        except UnreadableRoom:
            if room not in self._unreadable:
                log.error("room cannot be read", room=room, state_version=row["state_version"])
            if len(self._unreadable) < MAX_UNREADABLE:
                self._unreadable.add(room)
            raise
        self._unreadable.discard(room)
        return found

    def _readable(self, rows: Iterable[asyncpg.Record]) -> list[Room]:
        found = []
        for row in rows:
            with suppress(UnreadableRoom):
                found.append(self._read(row))
        return found

    async def chat_lines(self, room: RoomId, limit: int) -> list[ChatEntry]:
        """The last `limit` lines, oldest first."""
        if not is_id(room):
            return []
        async with self._database.table_connection() as connection:
            rows = await connection.fetch(_SELECT_CHAT_LINES, room, limit)
        entries = (_read_chat_entry(row) for row in reversed(rows))
        return [entry for entry in entries if entry is not None]

    async def add_chat_lines(
        self, room: RoomId, entries: Sequence[ChatEntry], epoch: int = FIRST_EPOCH
    ) -> None:
        """Raises Fenced, UnstorableText for control characters."""
        async with self._database.table_connection() as connection:
            await write_chat_lines(connection, room, epoch, entries)

    async def _find(self, query: str, value: str) -> RoomId | None:
        if not is_id(value):
            return None
        async with self._database.table_connection() as connection:
            found: str | None = await connection.fetchval(query, value)
        return None if found is None else RoomId(found)


def _read_chat_entry(row: asyncpg.Record) -> ChatEntry | None:
    """None: a line of a kind that this version does not know."""
    at = to_milliseconds(row["said_at"])
    names = msgspec.json.decode(row["names"] or "{}")
    if row["account_id"] is not None:
        removed = row["removed_at"] is not None
        words, name = "" if removed else row["text"], names.get(row["account_id"], row["name"])
        return ChatEntry(at, Spoken(PersonId(row["account_id"]), name, words, removed))
    arguments = msgspec.json.decode(row["arguments"])
    line = read_server_line(row["code"], row["about"], arguments, names)
    return None if line is None else ChatEntry(at, line)
