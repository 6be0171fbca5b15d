"""The lobby: what the web may ask about rooms, tables and the people in them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from app.table.actor.messages import (
    ChatChanged,
    Connect,
    Enter,
    HandOver,
    Knock,
    SessionEnded,
)
from app.table.actor.table import Table
from app.table.actor.wakeup import StallMonitor
from app.table.clients.client import Client, Mutes
from app.table.lobby.account_changes import TableAccounts
from app.table.lobby.dormant import DormantRooms, seated_people
from app.table.lobby.quarantine import Quarantine
from app.table.lobby.registry import BlockedCommands, TableRegistry, store_away
from app.table.lobby.room_creation import create_room, create_solo_room
from app.table.lobby.table_admin import TableAdmin
from app.table.lobby.table_list import TableList, Wish
from app.table.match.live_match import LiveMatch
from app.table.model.errors import Busy
from app.table.model.room import Person, PersonId, Room, RoomId
from app.table.ports import StoreAway, TableServices
from app.table.room import seating
from app.table.room.display_names import display_name
from app.table.room.visibility import RoomCard, build_room_card

__all__ = ["Lobby", "RoomCard", "Wish"]


class Lobby:
    """All tables of this process. Safe to call from any coroutine of its loop."""

    def __init__(
        self,
        services: TableServices,
        quarantine: Quarantine | None = None,
        beside: "Lobby | None" = None,
    ) -> None:
        """`beside`: another lobby, which closes with this one and hears of the same people."""
        self._beside = beside
        self._services, self._games, self._rooms = services, services.games, services.rooms
        self._dealer = services.dealer
        self.quarantine = quarantine or Quarantine(services.clock)
        """Crashed tables, for administrators."""
        self._dormant, stalls = DormantRooms(), StallMonitor(services.clock)

        def make(room: Room, blocked: BlockedCommands) -> Table:
            return Table(room, services, stalls, blocked)

        self._tables = TableRegistry(make, services, self._dormant, self.quarantine)
        self._list = TableList(self._tables, services)
        self.admin = TableAdmin(self._tables, self._dormant, self.quarantine, services.rooms)
        """The administrators' part: what they see and do."""
        others: TableAccounts | None = None if beside is None else beside.accounts
        self.accounts: TableAccounts = TableAccounts(self._tables, self._dormant, others)
        """Accounts that change, as these tables take it over."""

    # -- the server opens and closes

    async def open(self, alone: bool = True) -> None:
        """Finds the rooms with a running match, later if the store is away. Call once, at start.

        Their tables open as people come to them, so nobody waits for other tables. Not `alone`:
        other processes open tables too, so nothing is remembered of those that are not open here.
        """
        self._dormant.is_kept = alone
        if alone:
            await self._tables.dormant_reader.open()

    async def drain(self) -> None:
        """Closes all tables; clients are told to come back. Call once, at the end."""
        if self._beside is not None:
            await self._beside.drain()
        await self._tables.drain()

    def let_go(self) -> None:
        """Ends all tables: another process may own their rooms, and people find them there."""
        self._tables.let_go()

    async def stop_taking(self) -> None:
        """Opens no more tables, since other processes take them over."""
        await self._tables.stop_taking()

    async def give(
        self, room: RoomId, heir: str, give: Callable[[int], Awaitable[None]], now: bool
    ) -> bool:
        """Ends the table of the room here once `give` has made the heir its owner.

        False where it is not open, or, unless `now`, where this is no quiet moment. Raises
        TableError.
        """
        table = self._tables.get(room)
        return table is not None and await table.ask(HandOver(heir, give, now))

    @property
    def open_rooms(self) -> list[RoomId]:
        """The rooms whose tables are open here."""
        return [*self._tables]

    # -- rooms

    async def create(
        self, host: Person, game: str, options: dict[str, Any] | None = None, listed: bool = False
    ) -> RoomId:
        """A new room with its host seated. Raises Unknown, BadOptions, CannotSave."""
        self._tables.check_open()
        return await create_room(self._services, host, game, options or {}, listed)

    async def create_solo(self, host: Person, game: str) -> RoomId:
        """A new private room for one person and bots. Raises Unknown, CannotSave."""
        self._tables.check_open()
        return await create_solo_room(self._services, host, game)

    async def room_by_secret(self, secret: str) -> RoomId | None:
        """Raises CannotSave if the store does not answer; so do all methods below that ask it."""
        try:
            return await self._rooms.by_secret(secret)
        except StoreAway:
            raise store_away() from None

    async def room_by_code(self, code: str) -> RoomId | None:
        try:
            return await self._rooms.by_code(code.strip().upper())
        except StoreAway:
            raise store_away() from None

    async def card(self, room: RoomId) -> RoomCard:
        """Raises RoomGone."""
        return build_room_card(await self._tables.room(room), self._games)

    async def seated_at(self, room: RoomId) -> set[PersonId]:
        """The people who have a seat there, or get one at the next deal. Raises RoomGone."""
        return seated_people(await self._tables.room(room))

    def listed(self, wish: Wish = Wish()) -> list[RoomCard]:  # noqa: B008  a frozen value
        """The list of open tables that fit the wish; see app/table/lobby/table_list.py."""
        return self._list.cards(wish)

    def list_with(self, elsewhere: Sequence[tuple[int, Room]]) -> list[tuple[RoomId, int]]:
        """Lists those tables of other processes too; the tables listed here, each with its turn."""
        self._list.elsewhere = elsewhere
        return self._list.turns()

    def check_may_list(self, person: PersonId, network: str) -> None:
        """Raises TooMuch if lists would not show one more table of this person."""
        self._list.check_may_list(person, network)

    async def tables_of(self, person: PersonId) -> list[RoomCard]:
        """Rooms with an open table or a running match in which this person has a seat."""
        rooms = {room.id: room for room in self._dormant.with_seat_of(person)}
        rooms |= {table.room.id: table.room for table in self._tables.values()}
        if not self._dormant.is_complete:
            with suppress(StoreAway):
                stored = await self._rooms.live_rooms_of(person)
                rooms = {room.id: room for room in stored if room.game in self._games} | rooms
        return [
            build_room_card(room, self._games)
            for room in rooms.values()
            if person in seated_people(room)
        ]

    # -- into a room

    async def enter(self, room: RoomId, person: Person, sit: bool) -> bool:
        """Makes the person a member, by the invite link or in a listed room, and seats them.

        While a match runs they sit down at the next deal. False: they were kicked, so they have to
        knock. Raises RoomGone, Banned, CannotSave, RoomFull, Busy.
        """
        return await (await self._tables.open(room)).ask(Enter(person, sit))

    async def name_in_room(self, room: RoomId, person: Person) -> str:
        """The name that this person would have in the room. Raises RoomGone, CannotSave."""
        return display_name(await self._tables.room(room), person)

    async def knock(self, room: RoomId, person: Person) -> None:
        """Asks the seated people to let this person in.

        Raises RoomGone, Banned, TooMuch, CannotSave, Busy.
        """
        await (await self._tables.open(room)).ask(Knock(person))

    async def knock_state(self, room: RoomId, person: PersonId) -> str:
        """ "waiting", "in" or "out"."""
        found = await self._tables.room(room)
        if seating.find_member(found, person) is not None:
            return "in"
        return "waiting" if any(knock.person.id == person for knock in found.knocks) else "out"

    async def connect(
        self,
        room: RoomId,
        person: Person | None,
        session: str | None,
        network: str = "",
        mutes: Mutes | None = None,
        shown_by: PersonId | None = None,
    ) -> Client:
        """A new client. A stranger may only watch, and only a listed room that allows it.

        `session` names the login, or the screen, that the client depends on, `network` where it is.
        `mutes`: the person's, shared by all windows. `shown_by`: who lets a screen see the room.
        Raises RoomGone, NotMember, Banned, TooMuch, CannotSave, Busy.
        """
        table = await self._tables.open(room)
        request = Connect(person, session, network, mutes, shown_by)
        try:
            try:
                return await table.ask(request)
            except Busy:
                if self._tables.get(room) is table:
                    raise
            # another server had it: it is opened again here, where people come to it
            request = Connect(person, session, network, mutes, shown_by)
            return await (await self._tables.open(room)).ask(request)
        except asyncio.CancelledError:
            if (
                request.answer.done()
                and not request.answer.cancelled()
                and request.answer.exception() is None
            ):
                request.answer.result().close()  # it came too late for whoever asked
            raise
        finally:
            del request  # as in Table.ask

    async def wake(self, room: RoomId) -> None:
        """Opens the table of a room for what it does by itself. Raises TableError."""
        await self._tables.open(room)

    # -- people change

    def end_session(self, session: str) -> None:
        """Closes every client that depends on that login."""
        if self._beside is not None:
            self._beside.end_session(session)
        for table in self._tables.values():
            table.mailbox.post(SessionEnded(session))

    async def follow_chat(self, room: RoomId) -> None:
        """The room's table, if it is open here, shows its chat as the store has it now."""
        table = await self._tables.if_open(room)
        if table is not None:
            table.mailbox.post(ChatChanged())

    def has_visitors(self, room: RoomId) -> bool:
        """True if the room's table is open and somebody is connected to it."""
        table = self._tables.get(room)
        return table is not None and len(table.people) > 0

    def forget_room(self, room: RoomId) -> None:
        """Forgets a room whose table has ended, and which its store has no longer."""
        self._dormant.remove(room)

    # -- the operators

    @property
    def draining(self) -> bool:
        """True once the server closes."""
        return self._tables.draining

    @property
    def table_count(self) -> int:
        """The number of open tables."""
        return len(self._tables)

    @property
    def people_connected(self) -> frozenset[PersonId]:
        """Everybody who has an open table in a window, those in lessons too."""
        everybody = frozenset[PersonId]().union(
            *(table.people.connected for table in self._tables.values())
        )
        return everybody if self._beside is None else everybody | self._beside.people_connected

    def running_matches(self) -> list[LiveMatch]:
        """Those at open tables."""
        shown = (table.state.running for table in self._tables.values())
        return [live for live in shown if live is not None]
