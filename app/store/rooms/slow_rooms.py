"""Slow matches: when each has something to do by itself, and the people who play in it.

Both follow from the room, which keeps the deadlines themselves (app/table/model/room.py), and
are written with it. They are here to be found without reading rooms.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import ForeignKey
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql import text

from app.store.database.base import Base, Id, Timestamp
from app.store.database.connections import Connection
from app.store.database.server_lock import LIVES
from app.table.model.errors import TooMuch
from app.table.model.notation import from_milliseconds
from app.table.model.room import Room, RoomId
from app.table.room import slow

MOST_SLOW: Final = 30
"""Slow matches of one person at a time."""
YOU_HAVE_MOST: Final = (
    f"You play at {MOST_SLOW} slow tables, and that is the most. Finish one first."
)
ONE_HAS_MOST: Final = f"One of you already plays at {MOST_SLOW} slow tables, and that is the most."


class SlowRoomRow(Base):
    """A room with a slow match that runs."""

    __tablename__ = "slow_rooms"

    room_id: Mapped[Id] = mapped_column(
        ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True
    )
    wakes_at: Mapped[Timestamp | None] = mapped_column(index=True)
    """The time at which the table has something to do by itself; None: only people wake it."""


class SlowSeatRow(Base):
    """A person who plays in a slow match."""

    __tablename__ = "slow_seats"

    room_id: Mapped[Id] = mapped_column(
        ForeignKey("slow_rooms.room_id", ondelete="CASCADE"), primary_key=True
    )
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    due: Mapped[Timestamp | None]
    """The end of their time, as everybody sees it; None: the match waits for others."""


_WRITE: Final = """
WITH room AS (
    INSERT INTO slow_rooms (room_id, wakes_at) VALUES ($1, $2)
    ON CONFLICT (room_id) DO UPDATE SET wakes_at = excluded.wakes_at
), gone AS (
    DELETE FROM slow_seats WHERE room_id = $1 AND account_id <> ALL($3::text[])
)
INSERT INTO slow_seats (room_id, account_id, due)
SELECT $1, person, due FROM unnest($3::text[], $4::timestamptz[]) AS seat (person, due)
ON CONFLICT (room_id, account_id) DO UPDATE SET due = excluded.due
RETURNING account_id, xmax = 0 AS is_new
"""
_LOCK: Final = "SELECT FROM accounts WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE"
"""Two matches that begin at once for one person are counted one after the other."""
_MOST: Final = """
SELECT max(slow) FROM (
    SELECT count(*) AS slow FROM slow_seats WHERE account_id = ANY($1::text[]) GROUP BY account_id
) AS each
"""
_TO_WAKE: Final = f"""
SELECT slow_rooms.room_id FROM slow_rooms JOIN rooms ON rooms.id = room_id
WHERE wakes_at <= $1 AND room_id <> ALL($3::text[])
AND (owner IS NULL OR owner = $4 OR NOT {LIVES.format(number="owner")})
ORDER BY wakes_at LIMIT $2
"""  # noqa: S608  a constant of ours


async def write_slow(connection: Connection, room: Room) -> None:
    """Writes what follows from a room with a slow clock, in the transaction that writes the room.

    Raises TooMuch, which aborts it, where somebody would play at too many slow tables.
    """
    if room.slow is None:
        await connection.execute("DELETE FROM slow_rooms WHERE room_id = $1", room.id)
        return
    players, awaited = slow.players(room), slow.awaited_people(room)
    dues = [_instant(awaited.get(person)) for person in players]
    rows = await connection.fetch(_WRITE, room.id, _instant(room.slow.wakes), players, dues)
    new = [row["account_id"] for row in rows if row["is_new"]]
    if new:
        await connection.execute(_LOCK, new)
        if await connection.fetchval(_MOST, new) > MOST_SLOW:
            raise TooMuch(YOU_HAVE_MOST if len(new) == 1 else ONE_HAS_MOST)


async def rooms_to_wake(
    connection: Connection, now: datetime, most: int, but: Collection[RoomId], process: int | None
) -> list[RoomId]:
    """See ports.RoomStore. `process`: the number of the one that asks."""
    rows = await connection.fetch(_TO_WAKE, now, most, [*but], process)
    return [RoomId(row["room_id"]) for row in rows]


def _instant(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else from_milliseconds(milliseconds)


async def forget_match(db: AsyncSession, room: str) -> None:
    """The room's match does not run any more."""
    await db.execute(text("DELETE FROM slow_rooms WHERE room_id = :room"), {"room": room})


async def erase_person(db: AsyncSession, account_id: str) -> None:
    await db.execute(
        text("DELETE FROM slow_seats WHERE account_id = :person"), {"person": account_id}
    )
