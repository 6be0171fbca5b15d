"""The changes of accounts at many tables: done at once where possible, else as soon as it is.

A change is *noted* (written with the account, one note for each table), then *done* (taken over by
the table, and the note removed). Nothing else ends a note but the end of its room.

| a noted change meets | what follows |
|---|---|
| a table here that takes it | done, before the answer |
| a table that is busy or crashed, a store that is away, a process that ends | stays noted |
| a room whose table is not open | stays noted; the next rounds open the table |
| a room that another process runs | stays noted; that process does it in its next round |
| a later change of the same account | one note, of the account as it is then |
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from app.table.actor.messages import AccountErased, AccountRemoved, AccountRenamed
from app.table.lobby.dormant import DormantRooms
from app.table.lobby.registry import TableRegistry
from app.table.model.errors import RoomGone, TableError
from app.table.model.records import AccountChange, Fate, TableNote
from app.table.model.room import PersonId, RoomId
from app.table.ports import StoreAway
from app.table.room import membership

ROUND_EVERY: Final = 10.0
"""Seconds between two rounds over the notes that are left."""
SHARED_ROUND_EVERY: Final = 1.0
"""The same where other processes write notes for tables that run here."""
AT_ONCE: Final = 20
"""Notes of one round, so that the tables of a person with many are opened bit by bit."""
PATIENCE: Final = 5.0
"""Seconds that a person waits for all tables, or a round for one."""


class NoteStore(Protocol):
    """Every method may raise StoreAway."""

    async def of_person(self, person: PersonId) -> Sequence[TableNote]:
        """All notes about one person."""
        ...

    async def after(self, number: int, most: int) -> Sequence[TableNote]:
        """The next notes in the order of their numbers."""
        ...

    async def done(self, note: TableNote) -> None:
        """Removes the note, unless the account has changed again."""
        ...


class TableAccounts:
    """Accounts as the tables of one lobby know them."""

    def __init__(
        self, tables: TableRegistry, dormant: DormantRooms, beside: "TableAccounts | None" = None
    ) -> None:
        """`beside`: those of another lobby, which hears of the same people."""
        self._tables, self._dormant, self._beside = tables, dormant, beside

    def rooms_naming(self, change: AccountChange) -> list[RoomId]:
        """The rooms whose tables here, or cards on lists, show the person.

        With a new name, those whose chat or match has it; with any other fate, those that the
        person watches.
        """
        person = change.person.id
        rooms = dict.fromkeys(self._dormant.naming(person))
        for room, table in self._tables.items():
            named = change.fate is Fate.NAMED
            if membership.names_person(table.room, person) or (
                table.state.names(person) if named else table.people.has_person(person)
            ):
                rooms[room] = None
        return [*rooms]

    async def follow(self, room: RoomId, change: AccountChange) -> None:
        """One table, opened if necessary, takes the change over.

        A dormant table that cannot open is not listed until it can. Raises TableError.
        """
        person, erased = change.person, change.fate is Fate.ERASED
        try:
            table = await self._tables.open(room)
        except TableError:
            self._dormant.hide(room)
            raise
        if change.fate is Fate.NAMED:
            await table.ask(AccountRenamed(person))
        else:
            await table.ask(AccountRemoved(person.id, erased))
        if erased:
            table.mailbox.post(AccountErased(person.id))

    def forget(self, person: PersonId) -> None:
        """Removes an erased account from all that tables remember."""
        if self._beside is not None:
            self._beside.forget(person)
        for room in self._dormant.naming(person):
            self._dormant.remove(room)
            self._tables.dormant_reader.read_again(room)
        for table in [*self._tables.values()]:
            table.mailbox.post(AccountErased(person))


class AccountChanges:
    """One for each process."""

    def __init__(self, notes: NoteStore, accounts: TableAccounts, alone: bool = True) -> None:
        """Not `alone`: other processes write notes too, of which this one hears nothing."""
        self._notes, self._accounts, self._alone = notes, accounts, alone
        self._last = 0
        """The number of the last note that was tried."""
        self._may_be_left = True

    async def carry_out(self, change: AccountChange) -> int:
        """Call it after the commit. Returns how many of the tables here follow later."""
        self._may_be_left = True
        rooms = self._accounts.rooms_naming(change)
        left = 0
        try:
            notes = {note.room: note for note in await self._notes.of_person(change.person.id)}
        except StoreAway:
            notes, left = {}, len(rooms)
        end = asyncio.get_running_loop().time() + PATIENCE
        for room in () if left else rooms:
            try:
                async with asyncio.timeout_at(end):
                    await self._accounts.follow(room, change)
                    if room in notes:
                        await self._notes.done(notes[room])
            except (TableError, StoreAway, TimeoutError):
                left += 1
        if change.fate is Fate.ERASED:
            self._accounts.forget(change.person.id)
        return left

    async def work(self) -> None:
        """One round over the notes that are left. Raises StoreAway."""
        if not self._may_be_left:
            return
        notes = await self._notes.after(self._last, AT_ONCE)
        if not notes and self._last == 0:
            self._may_be_left = not self._alone
        self._last = 0
        for note in notes:
            await self._try(note)
        if len(notes) == AT_ONCE:
            self._last = notes[-1].number

    async def _try(self, note: TableNote) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._accounts.follow(note.room, note.change)
        except RoomGone:
            pass
        except (TableError, TimeoutError):
            return
        await self._notes.done(note)
