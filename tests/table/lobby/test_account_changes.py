"""Changes of accounts at many tables: one that cannot follow now follows when it can."""

import pytest

from app.table.lobby.account_changes import AccountChanges
from app.table.model.errors import CannotSave, RoomGone
from app.table.model.records import AccountChange, Fate
from app.table.model.room import Person, RoomId
from app.table.ports import StoreAway
from tests.table.changed_accounts import FakeNotes
from tests.table.fakes import person_id
from tests.table.table_server import TableServer, table_server

ANNA = AccountChange(Person(person_id("Ann"), "Anna", registered=True), Fate.NAMED)


async def two_tables(server: TableServer) -> list[RoomId]:
    rooms = []
    for _ in range(2):
        await server.match("Ann", "Bob")
        rooms.append(server.id)
    return rooms


def names(server: TableServer, room: RoomId) -> list[str]:
    table = server.lobby._tables.get(room)
    assert table is not None
    return [person.name for person in table.room.people]


async def test_a_table_that_cannot_follow_ends_nothing_for_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table_server() as server:
        first, second = await two_tables(server)
        notes = FakeNotes(ANNA, first, second)
        changes = AccountChanges(notes, server.lobby.accounts)
        follow = server.lobby.accounts.follow

        async def stubborn(room: RoomId, change: AccountChange) -> None:
            if room == first:
                raise CannotSave("Not now.")
            await follow(room, change)

        with monkeypatch.context() as patch:
            patch.setattr(server.lobby.accounts, "follow", stubborn)
            assert await changes.carry_out(ANNA) == 1
        assert names(server, second) == ["Anna", "Bob"]
        assert [note.room for note in notes.notes] == [first]
        await changes.work()
        assert names(server, first) == ["Anna", "Bob"]
        assert notes.notes == []


async def test_while_the_notes_cannot_be_read_the_answer_counts_every_table_here() -> None:
    async with table_server() as server:
        rooms = await two_tables(server)
        notes = FakeNotes(ANNA, *rooms)
        changes = AccountChanges(notes, server.lobby.accounts)
        notes.away = True
        assert await changes.carry_out(ANNA) == 2
        with pytest.raises(StoreAway):
            await changes.work()
        notes.away = False
        await changes.work()
        assert [names(server, room)[0] for room in rooms] == ["Anna", "Anna"]


async def test_a_round_opens_a_closed_table_and_ends_the_note_of_a_room_that_is_gone() -> None:
    async with table_server() as server:
        (room, _), gone = await two_tables(server), RoomId("gone")
        await server.restart()
        assert server.lobby.table_count == 0
        notes = FakeNotes(ANNA, gone, room)
        with pytest.raises(RoomGone):
            await server.lobby.accounts.follow(gone, ANNA)
        await AccountChanges(notes, server.lobby.accounts).work()
        assert notes.notes == []
        assert names(server, room) == ["Anna", "Bob"]


async def test_a_suspended_person_gives_up_every_seat_and_an_erased_one_the_name_too() -> None:
    async with table_server() as server:
        rooms = await two_tables(server)
        for fate in (Fate.SUSPENDED, Fate.ERASED):
            change = AccountChange(Person(person_id("Ann"), "", registered=False), fate)
            changes = AccountChanges(FakeNotes(change, *rooms), server.lobby.accounts)
            assert await changes.carry_out(change) == 0
            assert [names(server, room) for room in rooms] == [["Bob"], ["Bob"]]
        for room in rooms:
            table = server.lobby._tables[room]
            assert "Ann" not in [seat.name for seat in table.room.seats]


async def test_without_notes_a_round_asks_the_store_for_nothing() -> None:
    async with table_server() as server:
        notes = FakeNotes(ANNA)
        changes = AccountChanges(notes, server.lobby.accounts)
        for _ in range(5):
            await changes.work()
        assert notes.asked == 1, "after the start alone"
        assert await changes.carry_out(ANNA) == 0
        await changes.work()
        assert notes.asked == 3
