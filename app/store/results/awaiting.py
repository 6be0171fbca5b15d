"""The news of a home page: invitations and slow matches of one person, in one read."""

from datetime import datetime
from typing import Final

import msgspec

from app.store.database.connections import Connection
from app.store.people.invitations import ALL_SHOWN, Invitation
from app.store.rooms.rows import read_room
from app.table.model.errors import UnreadableRoom
from app.table.model.room import Room

_AWAITING: Final = f"""
SELECT room_id, name, game, sent_at AS at, NULL::jsonb AS state, NULL::int AS state_version
FROM ({ALL_SHOWN}) AS invited
UNION ALL
(SELECT room_id, NULL, game, due, rooms.state, state_version
FROM slow_seats JOIN rooms ON rooms.id = room_id
WHERE account_id = $1 ORDER BY due, room_id)
"""  # noqa: S608  a constant of ours


_ROOMS: Final = """
SELECT room_id FROM slow_seats WHERE account_id = $1 AND due IS NOT NULL ORDER BY due, room_id
"""


class SlowTable(msgspec.Struct, frozen=True):
    """One slow match of a person."""

    room: Room
    due: datetime | None
    """The end of the person's time, as everybody sees it; None: the match waits for others."""


class Awaiting(msgspec.Struct, frozen=True):
    invited: tuple[Invitation, ...] = ()
    """The newest first."""
    slow: tuple[SlowTable, ...] = ()
    """Those that wait for the person first, the soonest due before others."""


async def awaiting(connection: Connection, account_id: str) -> Awaiting:
    """Invitations are shown to members alone. Rooms that cannot be read are left out."""
    invited, slow = list[Invitation](), list[SlowTable]()
    for row in await connection.fetch(_AWAITING, account_id):
        if row["state"] is None:
            invited.append(Invitation(row["room_id"], row["name"], row["game"], row["at"]))
            continue
        try:
            slow.append(SlowTable(read_room(row["state"], row["state_version"]), row["at"]))
        except UnreadableRoom:
            continue
    return Awaiting(tuple(invited), tuple(slow))


async def rooms_of(connection: Connection, account_id: str) -> list[str]:
    """The slow matches that wait for the person, the soonest due first."""
    return [row["room_id"] for row in await connection.fetch(_ROOMS, account_id)]
