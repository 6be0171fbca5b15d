"""The administration of tables: what administrators see, and do to matches.

They see people and states of live tables, and what everybody sees of a match; nothing of a hand.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import json

from app.rules.codec import to_json
from app.table.actor.messages import Stop
from app.table.actor.table import Table
from app.table.lobby.dormant import DormantRooms
from app.table.lobby.quarantine import Quarantine
from app.table.lobby.registry import TableRegistry
from app.table.lobby.table_list import MAX_LISTED
from app.table.match.live_match import LiveMatch
from app.table.model.errors import RoomGone, TableError
from app.table.model.records import AdminStop
from app.table.model.room import MatchId, Person, PersonId, Room, RoomId, Stage
from app.table.ports import RoomStore, StoreAway
from app.table.room import seating


class TableStage(StrEnum):
    GATHERING = "gathering"
    PLAYING = "playing"
    PAUSED = "paused"


class PersonAtTable(msgspec.Struct, frozen=True):
    id: PersonId
    name: str
    """The name in the room."""


class LiveTable(msgspec.Struct, frozen=True):
    """One table. It holds nothing that depends on the log of a running match."""

    room: RoomId
    code: str
    game: str
    """Slug."""
    stage: TableStage
    people: tuple[PersonAtTable, ...]
    """The people who have a seat, or get one at the next deal."""
    bots: int
    """Bots on a seat, or with one at the next deal."""
    created_at: datetime
    """The time at which the room was made."""
    opened_at: datetime | None
    """The time at which this server opened the table; None: it is not open."""
    match: MatchId | None
    """The running match."""
    quarantined_until: datetime | None
    """None: healthy."""
    process: str = ""
    """The name of the other process that has the table."""

    def has_person(self, person: str) -> bool:
        return any(one.id == person for one in self.people)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The tables of other processes."""

    rooms: Mapping[RoomId, tuple[str, Room]] = field(default_factory=dict)
    """Each with the name of its process."""
    quarantined: Mapping[RoomId, datetime] = field(default_factory=dict)
    """The ends of their quarantines."""


class LiveTables(msgspec.Struct, frozen=True):
    """A part of the list of live tables."""

    tables: tuple[LiveTable, ...]
    total: int
    """Tables in the whole list."""


def list_live_tables(
    tables: Mapping[RoomId, Table],
    closed: Iterable[Room],
    quarantine: Quarantine,
    code: str,
    skip: int,
    most: int,
    elsewhere: Elsewhere,
) -> LiveTables:
    """The tables whose codes begin with `code`: quarantined ones first, then the fullest.

    `closed`: rooms whose tables may be listed although they are not open.
    """
    rooms = {id_: room for id_, (_, room) in elsewhere.rooms.items()}
    rooms |= {room.id: room for room in closed} | {id_: one.room for id_, one in tables.items()}
    quarantined = quarantine.rooms | elsewhere.quarantined.keys()
    found = sorted(
        (room for room in rooms.values() if room.code.startswith(code)),
        key=lambda room: (room.id not in quarantined, -len(room.seats), room.created, room.id),
    )
    shown = []
    for room in found[skip : skip + most]:
        until = quarantine.end(room.id) or elsewhere.quarantined.get(room.id)
        table = live_table(room, tables.get(room.id), until)
        process = elsewhere.rooms[room.id][0] if room.id in elsewhere.rooms else ""
        shown.append(msgspec.structs.replace(table, process=process))
    return LiveTables(tuple(shown), len(found))


def live_table(room: Room, table: Table | None, quarantined_until: datetime | None) -> LiveTable:
    is_playing = room.stage is Stage.PLAYING
    return LiveTable(
        room=room.id,
        code=room.code,
        game=room.game,
        stage=_stage(room),
        people=tuple(PersonAtTable(one.id, one.name) for one in _people(room)),
        bots=sum(seat.person is None for seat in room.seats) + len(room.joining_bots),
        created_at=room.created,
        opened_at=None if table is None else table.opened_at,
        match=room.match if is_playing else None,
        quarantined_until=quarantined_until,
    )


def _stage(room: Room) -> TableStage:
    if room.stage is Stage.GATHERING:
        return TableStage.GATHERING
    return TableStage.PAUSED if room.paused else TableStage.PLAYING


def _people(room: Room) -> Iterator[Person]:
    for seat in room.seats:
        if seat.person is not None:
            yield Person(seat.person, seat.name, registered=False)
    for id_ in room.joining:
        member = seating.find_member(room, id_)
        if member is not None:
            yield member


def build_running_view(room: Room, match: MatchId, live: LiveMatch) -> dict[str, Any]:
    return {
        "room": room.id,
        "match": match,
        "game": live.game.slug,
        "names": list(live.names),
        "view": to_json(live.view(None)),
        "prompt_text": live.game.say_wait(live.state.public, live.names),
        "events": [
            {"event": json.decode(told.event), "text": told.text}
            for told in live.event_log.since(0, None)
        ],
        "paused": room.paused,
    }


class TableAdmin:
    """Of the tables of one lobby."""

    def __init__(
        self,
        tables: TableRegistry,
        dormant: DormantRooms,
        quarantine: Quarantine,
        rooms: RoomStore,
    ) -> None:
        self._tables, self._dormant = tables, dormant
        self._quarantine, self._rooms = quarantine, rooms

    async def live_tables(
        self,
        code: str = "",
        skip: int = 0,
        most: int = MAX_LISTED,
        elsewhere: Elsewhere = Elsewhere(),
    ) -> LiveTables:
        """Open, dormant and quarantined tables whose codes begin with `code`. Raises CannotSave."""
        closed = [*self._dormant]
        for room in sorted(self._quarantine.rooms - self._tables.keys())[:MAX_LISTED]:
            with suppress(RoomGone):
                closed.append(await self._tables.room(room))
        return list_live_tables(self._tables, closed, self._quarantine, code, skip, most, elsewhere)

    async def running_view(self, match: MatchId) -> dict[str, Any] | None:
        """The public view of a running match, for administrators; None if it does not run here."""
        table = await self._table_playing(match)
        live = None if table is None else table.state.running
        if table is None or live is None:
            return None
        return build_running_view(table.room, match, live)

    async def stop_match(self, match: MatchId, order: AdminStop) -> bool:
        """Stops a running match, and voids it if the order says so; the table reads the reason.

        False if it does not run here.
        """
        table = await self._table_playing(match)
        return table is not None and await table.ask(Stop(match, order))

    async def _table_playing(self, match: MatchId) -> Table | None:
        """The table that plays the match, opened if necessary; None if the match does not run."""
        room = next(
            (table.room.id for table in self._tables.values() if _plays(table, match)), None
        )
        with suppress(TableError, StoreAway):
            room = room or self._dormant.room_of_match(match)
            room = room or await self._rooms.room_of_running_match(match)
            if room is not None and _plays(table := await self._tables.open(room), match):
                return table
        return None


def _plays(table: Table, match: MatchId) -> bool:
    return table.room.match == match and table.room.stage is Stage.PLAYING
