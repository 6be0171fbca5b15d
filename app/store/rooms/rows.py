"""The rows of rooms, each whole as JSON with the columns to find it by, and of their chat."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import asyncpg
import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Row,
    Text,
    delete,
    func,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, MatchUuid, String, Timestamp
from app.store.database.connections import Connection
from app.store.database.server_lock import LIVES
from app.store.database.storable_text import to_json_text
from app.store.rooms import slow_rooms
from app.store.rooms.slow_rooms import write_slow
from app.table.model.chat import LineCode, Named, ServerLine
from app.table.model.errors import UnreadableRoom
from app.table.model.room import SLOW, PersonId, Room, Stage
from app.table.ports import CodeTaken, Fenced
from app.table.room.membership import without_name
from app.text.sanitize import NOBODY

STATE_VERSION: Final = 1
"""The version of a room's JSON. Raise it when an earlier server could not read it, with a
migration: so a newer process waits until the earlier ones have ended.
"""
_CODES: Final = frozenset(map(str, LineCode))
QUIET_DAYS: Final = 30
"""A room without a match that nobody has touched for this long lends its code to a new one."""


class RoomRow(Base):
    """A room: its state, and the columns by which it is found."""

    __tablename__ = "rooms"
    __table_args__ = (
        CheckConstraint("char_length(id) = 22", name="id_has_22_characters"),
        CheckConstraint("stage IN ('gathering', 'playing')", name="stage"),
        CheckConstraint("epoch >= 1 AND state_version >= 1", name="versions"),
        Index("uq_rooms_code_of_live", "code", unique=True, postgresql_where=text("live")),
        Index("ix_rooms_owner", "owner", postgresql_where=text("owner IS NOT NULL")),
        Index("ix_rooms_people", "people", postgresql_using="gin"),
    )

    id: Mapped[Id] = mapped_column(primary_key=True)
    code: Mapped[String]
    live: Mapped[bool] = mapped_column(Boolean, server_default=text("true"))
    """True while the code leads to this room; a code belongs to one live room at a time."""
    secret: Mapped[String] = mapped_column(unique=True)
    game: Mapped[String]
    listed: Mapped[bool]
    stage: Mapped[String]
    match_id: Mapped[str | None] = mapped_column(MatchUuid(), index=True)
    """The present or last match. No foreign key: a room is written before its match."""
    people: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Everybody whose id or name is somewhere in `room`."""
    state: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The Room; see app/table/model/room.py."""
    state_version: Mapped[int]
    """The STATE_VERSION under which `state` was written."""
    epoch: Mapped[int] = mapped_column(server_default=text("1"))
    """Each opening of the room raises it; a room saved under an older one is refused."""
    owner: Mapped[int | None]
    """The number of the process that opened it last; see app/store/database/processes.py."""
    created_at: Mapped[Timestamp]
    updated_at: Mapped[Timestamp] = mapped_column(server_default=func.now())


class ChatRow(Base):
    """A line of a room's chat, said by a person or by the server."""

    __tablename__ = "chat_lines"
    __table_args__ = (
        CheckConstraint(
            "num_nulls(account_id, name, text) = 0"
            " AND num_nonnulls(code, about, arguments) = 0"
            " OR num_nonnulls(account_id, name, text) = 0"
            " AND num_nulls(code, about, arguments) = 0",
            name="person_or_code",
        ),
        Index("ix_chat_lines_room_id_number", "room_id", "number"),
        Index("ix_chat_lines_about", "about", postgresql_using="gin"),
    )

    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    room_id: Mapped[Id] = mapped_column(ForeignKey("rooms.id"))
    account_id: Mapped[String | None] = mapped_column(index=True)
    """None: the server speaks. No foreign key: a line is never refused for who says it."""
    name: Mapped[String | None]
    """The speaker's when it was said, for a report; tables show that of today."""
    text: Mapped[String | None]
    said_at: Mapped[Timestamp]
    removed_at: Mapped[Timestamp | None]
    """The time at which a moderator took it out of the chat; its words stay for reports alone."""
    about: Mapped[list[str] | None] = mapped_column(ARRAY(Text))
    """The people with whom a line of the server is erased."""
    code: Mapped[String | None]
    """The kind of a line of the server; see app/table/model/chat.py."""
    arguments: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """The people, as ids, and bots that a line of the server names, and its value."""


_WRITE: Final = """
INSERT INTO rooms (id, code, secret, game, listed, stage, match_id, people, state, state_version,
    created_at, epoch)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text[], $9::jsonb, $10, $11, $12)
ON CONFLICT (id) DO UPDATE SET
    live = rooms.live OR rooms.code <> excluded.code,
    code = excluded.code, secret = excluded.secret,
    game = excluded.game, listed = excluded.listed, stage = excluded.stage,
    match_id = excluded.match_id, people = excluded.people, state = excluded.state,
    state_version = excluded.state_version, updated_at = now()
WHERE rooms.epoch = excluded.epoch RETURNING id
"""
"""The fence is part of the statement: under another epoch no row is written or returned."""

CLAIM: Final = f"""
UPDATE rooms SET epoch = epoch + 1, owner = $3 WHERE id = $1 AND state_version <= $2
AND (owner IS NULL OR owner = $3 OR NOT {LIVES.format(number="owner")})
RETURNING id, state, state_version, epoch
"""  # noqa: S608  a constant of ours
"""Takes a room whose owner has ended; of two that try at once, one finds the other as its owner."""

_REWRITE: Final = """
UPDATE rooms SET state = new.state, epoch = epoch + 1
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS new (id text, state jsonb)
WHERE rooms.id = new.id
"""
REWRITTEN_AT_ONCE: Final = 100
"""Rooms that an erasure reads and writes at a time."""

_FREE_CODE: Final = f"""
UPDATE rooms SET live = false
WHERE code = $1 AND id <> $2 AND live AND stage = '{Stage.GATHERING}'
AND updated_at < now() - interval '{QUIET_DAYS} days'
"""  # noqa: S608  two constants of ours


async def write_room(connection: Connection, room: Room, epoch: int) -> None:
    """Writes the room whole, in one statement; with a slow clock, in a transaction.

    Raises UnstorableText, and Fenced, CodeTaken and TooMuch, which abort a transaction around it.
    """
    row = (
        room.id, room.code, room.secret, room.game, room.listed, str(room.stage), room.match,
        people_in(room),
        to_json_text(room, "The room"), STATE_VERSION, room.created, epoch,
    )  # fmt: skip
    try:
        written = await connection.fetchval(_WRITE, *row)
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name == "uq_rooms_code_of_live":
            raise CodeTaken(room.code) from None
        raise
    if written is None:
        raise Fenced(f"room {room.id} is not ours under epoch {epoch}")
    if room.clock in SLOW:
        await write_slow(connection, room)


async def free_code(connection: Connection, room: Room) -> bool:
    """Takes the room's code from a room that was quiet for QUIET_DAYS; whether there was one."""
    return (await connection.execute(_FREE_CODE, room.code, room.id)) != "UPDATE 0"


def people_in(room: Room) -> list[str]:
    """The ids of all whom the room's value names anywhere."""
    people = (*room.people, *room.banned, *(knock.person for knock in room.knocks))
    seated = (one for seat in room.seats for one in (seat.person, seat.previous) if one is not None)
    return sorted(
        {
            room.host,
            room.first_host,
            *room.joining,
            *room.resume_wanted,
            *room.kicked,
            *seated,
            *(person.id for person in people),
        }
    )


def read_room(value: dict[str, Any] | str, version: int = STATE_VERSION) -> Room:
    """The Room from its row's JSON, which was written under that version.

    Raises UnreadableRoom.
    """
    if version > STATE_VERSION:
        raise UnreadableRoom
    try:
        if isinstance(value, str):
            return msgspec.json.decode(value, type=Room)
        return msgspec.convert(value, type=Room)
    except (msgspec.ValidationError, msgspec.DecodeError):
        raise UnreadableRoom from None


def read_server_line(
    code: str, about: Sequence[str], arguments: Mapping[str, Any], names: Mapping[str, str]
) -> ServerLine | None:
    """The line of the server with those columns; `names` are its people's, by id.

    None: a line of a kind that this version does not know.
    """
    if code not in _CODES:
        return None
    named = tuple(
        Named(None, one["bot"])
        if "bot" in one
        else Named(PersonId(one["person"]), names.get(one["person"], NOBODY))
        for one in arguments["named"]
    )
    unnamed = sorted(set(about).difference(one.person for one in named))
    return ServerLine(LineCode(code), named, arguments["value"], tuple(map(PersonId, unnamed)))


async def end_match(db: AsyncSession, match_id: str) -> None:
    """Returns a room that is not loaded to gathering after its match was voided.

    A loaded one is the lobby's to change.
    """
    row = await db.scalar(
        select(RoomRow)
        .where(RoomRow.match_id == match_id, RoomRow.stage == Stage.PLAYING)
        .with_for_update(key_share=True)
    )
    if row is not None:
        room = msgspec.structs.replace(
            read_room(row.state), stage=Stage.GATHERING, paused=False, resume_wanted=(), slow=None
        )
        await slow_rooms.forget_match(db, row.id)
        row.state, row.stage = msgspec.to_builtins(room), str(room.stage)
        await db.flush()


async def erase_person(db: AsyncSession, account_id: str, but: Collection[str] = ()) -> None:
    """Deletes all lines by and about the person, and takes the name out of the rooms.

    The rooms of `but` keep it. A table that holds another room with the name is fenced off, so that
    it cannot write the name again.
    """
    for concerned in (ChatRow.account_id == account_id, ChatRow.about.contains([account_id])):
        await db.execute(
            delete(ChatRow).where(concerned).execution_options(synchronize_session=False)
        )
    last = ""
    while batch := await _rooms_with(db, account_id, last):
        rows = []
        for id_, state, version in batch:
            nameless = _state_without_name(state, version, PersonId(account_id))
            if nameless != state and id_ not in but:
                rows.append({"id": id_, "state": nameless})
            last = id_
        await db.execute(text(_REWRITE), {"rows": to_json_text(rows, "The room")})


async def _rooms_with(
    db: AsyncSession, account_id: str, after: str
) -> Sequence[Row[str, dict[str, Any], int]]:
    """The next rooms that keep the person's id, by their own ids, locked."""
    found = (
        select(RoomRow.id, RoomRow.state, RoomRow.state_version)
        .where(RoomRow.people.contains([account_id]), RoomRow.id > after)
        .order_by(RoomRow.id)
        .limit(REWRITTEN_AT_ONCE)
    )
    return (await db.execute(found.with_for_update(key_share=True))).all()


def _state_without_name(state: dict[str, Any], version: int, person: PersonId) -> Any:
    """The room's JSON without the person's name. A room that is not ours to read keeps the rest."""
    try:
        room = read_room(state, version)
    except UnreadableRoom:
        return _json_without_name(state, person)
    nameless = without_name(room, person)
    return state if nameless == room else msgspec.to_builtins(nameless)


def _json_without_name(value: Any, person: PersonId) -> Any:
    """The JSON with another name wherever a name stands beside the person's id."""
    if isinstance(value, list):
        return [_json_without_name(inner, person) for inner in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _json_without_name(one, person) for key, one in value.items()}
    return {**inner, "name": NOBODY} if "name" in inner and person in inner.values() else inner
