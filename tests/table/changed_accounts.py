"""Accounts that get another name or end, as the server tells the tables of a TableServer."""

from collections.abc import Sequence

from app.table.lobby.account_changes import AccountChanges
from app.table.model.records import AccountChange, Fate, TableNote
from app.table.model.room import Person, PersonId, RoomId
from app.table.ports import StoreAway
from app.table.room import membership
from tests.table.table_server import TableServer


class FakeNotes:
    """Notes in memory."""

    def __init__(self, change: AccountChange, *rooms: RoomId) -> None:
        self.notes = [TableNote(number, room, change) for number, room in enumerate(rooms, 1)]
        self.away, self.asked = False, 0

    async def of_person(self, person: PersonId) -> Sequence[TableNote]:
        self._ask()
        return [note for note in self.notes if note.change.person.id == person]

    async def after(self, number: int, most: int) -> Sequence[TableNote]:
        self._ask()
        return [note for note in self.notes if note.number > number][:most]

    async def done(self, note: TableNote) -> None:
        self._ask()
        self.notes.remove(note)

    def _ask(self) -> None:
        self.asked += 1
        if self.away:
            raise StoreAway


async def rename(
    server: TableServer, person: PersonId, name: str, registered: bool = True
) -> AccountChanges:
    return await _change(server, AccountChange(Person(person, name, registered), Fate.NAMED))


async def suspend(server: TableServer, person: PersonId) -> AccountChanges:
    nameless = Person(person, "", registered=False)
    return await _change(server, AccountChange(nameless, Fate.SUSPENDED))


async def erase(server: TableServer, person: PersonId) -> AccountChanges:
    nameless = Person(person, "", registered=False)
    return await _change(server, AccountChange(nameless, Fate.ERASED))


async def _change(server: TableServer, change: AccountChange) -> AccountChanges:
    """Told to the tables here at once, and once to those that are left; another round may follow.

    The store notes a change for every room that is to follow.
    """
    person = change.person.id
    rooms = [
        room.id
        for room in server.store.rooms.values()
        if membership.names_person(room, person) and room.id not in server.store.unreadable
    ]
    changes = AccountChanges(FakeNotes(change, *rooms), server.lobby.accounts)
    await changes.carry_out(change)
    await changes.work()
    return changes
