"""The lines of a room's chat, written in the transaction of what they tell."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from app.store.database.connections import Connection
from app.store.database.storable_text import require_storable, to_json_text
from app.table.model.chat import ChatEntry, ServerLine, Spoken
from app.table.model.room import RoomId
from app.table.ports import Fenced

_INSERT_CHAT_LINE: Final = """
INSERT INTO chat_lines (room_id, said_at, account_id, name, text, code, about, arguments)
SELECT rooms.id, $3, $4, $5, $6, $7, $8::text[], $9::jsonb FROM rooms
WHERE rooms.id = $1 AND rooms.epoch = $2 FOR SHARE
RETURNING number
"""

_REMOVE: Final = """
UPDATE chat_lines SET removed_at = CASE WHEN $2 THEN now() END
WHERE number = $1 AND account_id IS NOT NULL AND (removed_at IS NULL) = $2 RETURNING room_id
"""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def write_chat_lines(
    connection: Connection, room: RoomId, epoch: int, entries: Sequence[ChatEntry]
) -> None:
    """Raises Fenced, UnstorableText for control characters."""
    for entry in entries:
        at = _EPOCH + timedelta(milliseconds=entry.at)
        said = _columns_of(entry.said)
        if await connection.fetchval(_INSERT_CHAT_LINE, room, epoch, at, *said) is None:
            raise Fenced(f"room {room} is not ours under epoch {epoch}")


async def set_removed(connection: Connection, number: int, removed: bool) -> RoomId | None:
    """Takes a line of a person out of its chat, or puts it back; the room.

    None: there is no such line, or it is so already.
    """
    room: str | None = await connection.fetchval(_REMOVE, number, removed)
    return None if room is None else RoomId(room)


def _columns_of(said: Spoken | ServerLine) -> tuple[object, ...]:
    """The columns from account_id to arguments."""
    if isinstance(said, Spoken):
        name, words = require_storable(said.name, "The name"), require_storable(said.text)
        return (said.person, name, words, None, None, None)
    named = [
        {"bot": one.name} if one.person is None else {"person": one.person} for one in said.named
    ]
    arguments = to_json_text({"named": named, "value": said.value}, "The line")
    return (None, None, None, said.code, list(said.about), arguments)
