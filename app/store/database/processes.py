"""The processes that serve one database: who lives, who owns a room, and where it is reached.

A process lives exactly while it holds the lock of its number (server_lock.py): PostgreSQL says so,
and no clock is compared. A row without its lock is that of a process that has ended.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import asyncpg
import msgspec
from sqlalchemy import false, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, String, Timestamp
from app.store.database.pools import Database
from app.store.database.server_lock import LIVES
from app.table.lobby.lessons import process_of_lesson
from app.table.ports import Fenced


class ProcessRow(Base):
    """A process that serves the database."""

    __tablename__ = "processes"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[String]
    """The word for it in addresses."""
    address: Mapped[String]
    """The host and port at which its siblings reach it."""
    build: Mapped[String]
    listed: Mapped[list[Any]] = mapped_column(JSONB, server_default=text("'[]'::jsonb"))
    """Ids of the public tables that it lists, each with its turn; see shared_list.py."""
    started_at: Mapped[Timestamp] = mapped_column(server_default=func.now())
    draining: Mapped[bool] = mapped_column(server_default=false())
    """It gives its tables to the others, and ends."""
    told: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'::jsonb"))
    """The Told of it, which administrators read at every process."""


class Sibling(msgspec.Struct, frozen=True):
    """Another process that lives."""

    number: int
    name: str
    address: str
    build: str


class Heirs(NamedTuple):
    """The siblings that take over the tables of a process that drains.

    They go to the one that started last, if it is younger: so in an upgrade in which one process
    after the other is replaced, each table moves once. The youngest process gives to all others.
    """

    siblings: tuple[Sibling, ...]
    are_younger: bool


class ToldCrash(msgspec.Struct, frozen=True):
    """A crash of a table: where it was and of which kind, and nothing of what was played."""

    room: str
    at: datetime
    error: str
    where: str


class Told(msgspec.Struct, frozen=True):
    """The state of a process in its own words, at most a second old."""

    tables: int = 0
    """Open ones."""
    people: int = 0
    """Those who are connected to an open table, however often."""
    sockets: int = 0
    leads: bool = False
    quarantined: dict[str, datetime] = {}
    """Rooms whose tables crashed repeatedly, each with the end of its quarantine."""
    crashes: tuple[ToldCrash, ...] = ()
    """Newest first."""


class LivingProcess(msgspec.Struct, frozen=True):
    """A process that lives, as administrators read of it."""

    name: str
    build: str
    started_at: datetime
    draining: bool
    is_this: bool
    told: Told


_REGISTER: Final = """
INSERT INTO processes (number, name, address, build) VALUES ($1, $2, $3, $4)
ON CONFLICT (number) DO NOTHING
"""
_REMOVE_ENDED: Final = f"DELETE FROM processes WHERE NOT {LIVES.format(number='processes.number')}"  # noqa: S608  ours
_OTHERS: Final = f"""
SELECT number, name, address, build FROM processes
WHERE number <> $1 AND {LIVES.format(number="processes.number")} ORDER BY started_at DESC, number
"""  # noqa: S608  a constant of ours
_OWNER: Final = f"""
SELECT processes.number, name, address, build FROM rooms JOIN processes ON processes.number = owner
WHERE rooms.{{key}} = $2 AND owner <> $1 AND {LIVES.format(number="owner")}
"""  # noqa: S608  constants of ours
_BY_NUMBER: Final = f"""
SELECT number, name, address, build FROM processes
WHERE number = $2 AND number <> $1 AND {LIVES.format(number="processes.number")}
"""  # noqa: S608  a constant of ours
_ROOMS_OF_OTHERS: Final = f"""
SELECT id FROM rooms WHERE people @> ARRAY[$2::text] AND owner <> $1
AND {LIVES.format(number="owner")}
"""  # noqa: S608  a constant of ours
_LIVING: Final = f"""
SELECT name, build, started_at, draining, number = $1 AS is_this, told FROM processes
WHERE {LIVES.format(number="processes.number")} ORDER BY name, started_at
"""  # noqa: S608  a constant of ours
_IS_NOTED: Final = f"""
SELECT EXISTS (
    SELECT FROM table_notes JOIN rooms ON rooms.id = room_id
    WHERE account_id = $2 AND owner <> $1 AND {LIVES.format(number="owner")}
)
"""  # noqa: S608  a constant of ours
_HEIRS: Final = f"""
SELECT number, name, address, build, processes.started_at > own.started_at AS is_younger
FROM processes, (SELECT started_at FROM processes WHERE number = $1) AS own
WHERE number <> $1 AND NOT draining AND {LIVES.format(number="number")}
ORDER BY processes.started_at DESC, number
"""  # noqa: S608  a constant of ours
_GIVE_REST_BACK: Final = "UPDATE rooms SET owner = NULL WHERE owner = $1 AND id <> ALL ($2::text[])"
_GIVE: Final = """
UPDATE rooms SET owner = $3 WHERE id = $2 AND owner = $1 AND epoch = $4 RETURNING id
"""
_OWN: Final = "SELECT FROM rooms WHERE rooms.{key} = $2 AND owner = $1"
_OWNER_BY: Final = {key: _OWNER.format(key=key) for key in ("id", "secret", "match_id")}
_OWN_BY: Final = {key: _OWN.format(key=key) for key in _OWNER_BY}


class Processes:
    """The processes as one of them sees them. Every method may raise StoreAway."""

    def __init__(self, database: Database, number: int) -> None:
        self._database = database
        self.number = number
        """This process's own."""
        self.name = ""
        """Its word in addresses, once it is registered."""

    async def register(self, name: str, address: str, build: str) -> None:
        """Writes this process's row, and removes those of processes that have ended."""
        self.name = name
        async with self._database.table_connection() as connection:
            await connection.execute(_REMOVE_ENDED)
            await connection.execute(_REGISTER, self.number, name, address, build)

    async def others(self) -> list[Sibling]:
        """The one that started last first."""
        return [_sibling(row) for row in await self._fetch(_OTHERS)]

    async def owner(self, column: str, value: str) -> Sibling | None:
        """The other process that owns a room and lives; None if it may be opened here.

        `column` of the room's row: "id", "secret" or "match_id". A lesson's id says it itself.
        """
        number = process_of_lesson(value) if column == "id" else None
        asked = (_OWNER_BY[column], value) if number is None else (_BY_NUMBER, number)
        rows = await self._fetch(*asked)
        return _sibling(rows[0]) if rows else None

    async def owner_or_heir(self, column: str, value: str) -> Sibling | None:
        """The same for a process that drains: one that opens what nobody has."""
        owner = await self.owner(column, value)
        if owner is not None or await self._fetch(_OWN_BY[column], value):
            return owner
        return next(iter((await self.heirs()).siblings), None)

    async def is_draining(self) -> bool:
        """True once this process's row says so, whoever wrote it."""
        rows = await self._fetch("SELECT draining FROM processes WHERE number = $1")
        return any(row["draining"] for row in rows)

    async def begin_draining(self) -> None:
        """The others give this process nothing from now on."""
        await self._fetch("UPDATE processes SET draining = true WHERE number = $1")

    async def heirs(self) -> Heirs:
        """The processes that may be given tables."""
        rows = await self._fetch(_HEIRS)
        younger = [row for row in rows if row["is_younger"]]
        return Heirs(tuple(map(_sibling, younger[:1] or rows)), bool(younger))

    async def give_room(self, heir: Sibling, room: str, epoch: int) -> None:
        """Makes the sibling the owner; it opens the room as the first visitor comes.

        Raises Fenced where the room under that epoch is not ours any more.
        """
        if not await self._fetch(_GIVE, room, heir.number, epoch):
            raise Fenced(f"room {room} had another owner after epoch {epoch}")

    async def keep_only(self, rooms: Sequence[str]) -> None:
        """Lets others open all of this process's rooms but these."""
        await self._fetch(_GIVE_REST_BACK, rooms)

    async def give_rooms_back(self) -> None:
        """Lets others open this process's rooms at once, while it still lives for a moment."""
        async with self._database.table_connection() as connection:
            await connection.execute("UPDATE rooms SET owner = NULL WHERE owner = $1", self.number)

    async def rooms_of_others(self, person: str) -> list[str]:
        """The rooms that name the person and that another process owns, which lives."""
        return [row["id"] for row in await self._fetch(_ROOMS_OF_OTHERS, person)]

    async def living(self) -> list[LivingProcess]:
        """All that live, this one too, by name."""
        return [
            LivingProcess(
                row["name"],
                row["build"],
                row["started_at"],
                row["draining"],
                row["is_this"],
                msgspec.json.decode(row["told"], type=Told),
            )
            for row in await self._fetch(_LIVING)
        ]

    async def is_noted_elsewhere(self, person: str) -> bool:
        """True while a table of another process has yet to take over a change of the person."""
        return bool((await self._fetch(_IS_NOTED, person))[0]["exists"])

    async def _fetch(self, query: str, *values: Any) -> list[asyncpg.Record]:
        async with self._database.table_connection() as connection:
            return await connection.fetch(query, self.number, *values)


def _sibling(row: asyncpg.Record) -> Sibling:
    return Sibling(row["number"], row["name"], row["address"], row["build"])
