"""The administration of tables: what administrators see, and do to matches."""

from contextlib import suppress
from typing import Any

from app.table.actor.messages import Stop
from app.table.actor.table import Table
from app.table.lobby.dormant import DormantRooms
from app.table.lobby.live_tables import Elsewhere, LiveTables, list_live_tables
from app.table.lobby.quarantine import Quarantine
from app.table.lobby.registry import TableRegistry
from app.table.lobby.running_view import build_running_view
from app.table.lobby.table_list import MAX_LISTED
from app.table.model.errors import RoomGone, TableError
from app.table.model.room import MatchId, Stage
from app.table.ports import AdminStop, RoomStore, StoreAway


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
        elsewhere: Elsewhere = Elsewhere(),  # noqa: B008  a frozen value
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
