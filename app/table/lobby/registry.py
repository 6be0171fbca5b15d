"""The open tables of this server, and the crash boundary: a crash ends one table only.

Each line that a table's task logs tells room, game, match and ply, and so does what it calls.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, Final
from weakref import ref

import structlog

from app.table.actor.messages import Drain
from app.table.actor.table import Table
from app.table.lobby.dormant import DormantReader, DormantRooms
from app.table.lobby.quarantine import Quarantine
from app.table.model.errors import Busy, CannotSave, Leaving, RoomGone, TableError
from app.table.model.room import PersonId, Room, RoomId, Stage
from app.table.ports import Fenced, StoreAway, TableServices

_PLACE: ContextVar[Callable[[], Mapping[str, object]] | None] = ContextVar("place", default=None)

BlockedCommands = frozenset[tuple[PersonId | None, str]]
RETURNS_PER_SECOND: Final = 300
"""Clients per second that come back after a restart."""
FIRST_RETURN: Final = 500
"""Milliseconds until the first one comes back."""

log = structlog.get_logger(__name__)


def speak_from(place: Callable[[], Mapping[str, object]]) -> None:
    """Every line of this task, and of tasks that it starts, tells what `place` returns then."""
    _PLACE.set(place)


def add_place(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A processor of structlog. What the line says itself is stronger."""
    place = _PLACE.get()
    if place is not None:
        for name, value in place().items():
            event.setdefault(name, value)
    return event


class TableRegistry(Mapping[RoomId, Table]):
    """By room. A table opens once, however many ask for it at the same time."""

    def __init__(
        self,
        make: Callable[[Room, BlockedCommands], Table],
        services: TableServices,
        dormant: DormantRooms,
        quarantine: Quarantine,
    ) -> None:
        """`make`: a table for that room, not loaded yet, which refuses the blocked commands."""
        self._make, self._rooms, self._games = make, services.rooms, services.games
        self._dormant, self._quarantine = dormant, quarantine
        self._tables: dict[RoomId, Table] = {}
        self._opening: dict[RoomId, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.dormant_reader = DormantReader(dormant, services, self)
        self.draining = False
        """True once the server closes."""
        self.giving = False
        """True once tables go to other processes, so none opens here."""

    def __getitem__(self, room: RoomId) -> Table:
        return self._tables[room]

    def __iter__(self) -> Iterator[RoomId]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def check_open(self) -> None:
        """Raises Busy."""
        if self.draining:
            raise Busy("The server is restarting. Try again in a moment.")

    async def room(self, room: RoomId) -> Room:
        """The room, with its table open or not. Raises RoomGone, CannotSave."""
        table = self._tables.get(room)
        if table is not None:
            return table.room
        try:
            found = await self._rooms.load(room)
        except StoreAway:
            raise store_away() from None
        if found is None or found.game not in self._games:
            raise RoomGone("There is no such table.")
        return found

    async def open(self, room: RoomId) -> Table:
        """The table of that room, opened if necessary.

        Raises RoomGone, SetAside, CannotSave, Busy, Leaving.
        """
        self.check_open()
        table = self._tables.get(room)
        if table is not None:
            return table
        if self.giving and room not in self._opening:
            raise Leaving("The table is moving to another server. Try again in a moment.")
        if room not in self._opening:
            self._opening[room] = asyncio.create_task(self._open(room))
            self._opening[room].add_done_callback(partial(self._opened, room))
        return await asyncio.shield(self._opening[room])  # kept by no frame: it holds its error

    async def if_open(self, room: RoomId) -> Table | None:
        """The table of that room, once it has opened if it is about to; None: it is closed."""
        if (opening := self._opening.get(room)) is not None:
            with suppress(TableError):
                return await asyncio.shield(opening)
        return self._tables.get(room)

    def _opened(self, room: RoomId, task: asyncio.Task[Table]) -> None:
        del self._opening[room]
        if not task.cancelled():
            task.exception()  # whoever asked has it; nobody need have waited

    async def _open(self, room: RoomId) -> Table:
        self._quarantine.check(room)
        table = self._make(await self.room(room), self._quarantine.blocked_commands(room))
        speak_from(partial(_place_of, ref(table)))
        try:
            await table.load()
        except StoreAway:
            raise store_away() from None
        except Fenced:
            raise Leaving("The table is moving to another server. Try again in a moment.") from None
        except TableError:
            raise
        except (
            Exception
        ) as error:  # the crash boundary: one table that cannot be read is that table's alone
            self._quarantine.record_crash(room, error, None)
            raise Busy("This table could not be opened. Try again in a moment.") from None
        self._tables[room] = table
        self._dormant.remove(room)
        task = asyncio.create_task(self._run(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return table

    async def _run(self, table: Table) -> None:
        room, is_certain = table.room.id, False
        try:
            await table.run()
            is_certain = table.outage.retry_at is None
        except Fenced:
            log.warning("table moved")
        except Exception as error:  # the crash boundary
            self._quarantine.record_crash(room, error, table.handling)
        finally:
            if self._tables.get(room) is table:
                del self._tables[room]
            table.end((FIRST_RETURN, FIRST_RETURN + 1000 * len(table.people) // RETURNS_PER_SECOND))
        if not self.draining:
            self._keep_dormant(table.room, is_certain)
            if is_certain:
                with suppress(StoreAway):  # then it is opened here again, as long as we live
                    await self._rooms.release_room(room, table.state.epoch)

    def _keep_dormant(self, room: Room, is_certain: bool) -> None:
        """Keeps the room of a table that has ended in sight while its match runs.

        `is_certain`: it is as the store has it. Where a table crashed, was fenced off or could
        not reach the store, the store is asked.
        """
        if not is_certain:
            self.dormant_reader.read_again(room.id)
        elif room.stage is Stage.PLAYING:
            self._dormant.put(room)

    async def stop_taking(self) -> None:
        """Opens no more tables; returns when those that were being opened are there."""
        self.giving = True
        await asyncio.gather(*self._opening.values(), return_exceptions=True)

    async def drain(self) -> None:
        """Closes every table once it has finished what it took; clients are told when to return."""
        self.draining = True
        await self.dormant_reader.close()
        if self._opening:
            await asyncio.gather(*self._opening.values(), return_exceptions=True)
        self.let_go()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def let_go(self) -> None:
        """Ends every table that is open now; clients are told when to return."""
        clients = sum(len(table.people) for table in self._tables.values())
        spread = (FIRST_RETURN, FIRST_RETURN + 1000 * clients // RETURNS_PER_SECOND)
        for table in self._tables.values():
            table.mailbox.close()
            table.mailbox.post(Drain(spread))


def _place_of(opened: "ref[Table]") -> dict[str, object]:
    """The place of a table now, for its lines in the log; none once the table is gone.

    What a table's task opens, such as a connection to the database, inherits this for its life.
    """
    table = opened()
    if table is None:
        return {}
    room, live = table.room, table.state.live
    place: dict[str, object] = {"room": room.id, "game": room.game}
    return place if live is None else place | {"match": live.match, "ply": live.ply}


def store_away() -> CannotSave:
    return CannotSave("We can’t reach the database. Trying again.")
