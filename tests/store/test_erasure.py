"""Erasure of a person: by the account's id, in one transaction, without a search in text."""

import msgspec
import pytest

from app.store import accounts, erasure, reports
from app.store.account_names import DELETED_NAME
from app.store.database import Database
from app.store.reports import Kind
from app.store.room_store import PostgresRoomStore
from app.table.ports import Fenced
from tests.store.conftest import Guest, Play, a_room

pytestmark = pytest.mark.anyio


async def test_a_table_that_opened_before_an_erasure_cannot_write_the_old_name_back(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    room = a_room(ada, bob)
    await rooms.save(room)
    opened = await rooms.claim_room(room.id)
    assert opened is not None
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, bob.id)
    with pytest.raises(Fenced):
        await rooms.save(msgspec.structs.replace(opened[0], paused=True), opened[1])
    left = await rooms.load(room.id)
    assert left is not None
    assert [one.name for one in left.people] == ["Ada", DELETED_NAME]
    assert [seat.name for seat in left.seats] == ["Ada", DELETED_NAME]


async def test_a_room_that_shows_no_name_of_the_erased_person_keeps_its_table(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    """A host whose name the table has taken out already stays in the room as an id."""
    ada, bob = await guest("Ada"), await guest("Bob")
    room = msgspec.structs.replace(a_room(ada), first_host=bob.id)
    await rooms.save(room)
    opened = await rooms.claim_room(room.id)
    assert opened is not None
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, bob.id)
    await rooms.save(msgspec.structs.replace(room, paused=True), opened[1])


async def test_the_words_of_others_stay_as_they_wrote_them(
    database: Database, guest: Guest, play: Play
) -> None:
    """No text is searched: a person called "the" would take words out of everybody's reports."""
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing = await play(ada, bob, deals=[(1, 0)])
    async with database.sessions.begin() as db:
        await reports.file(
            db, ada.id, Kind.PEOPLE, playing.room.id, playing.match, None, "Bob is rude.", "Bob"
        )
        number = (await reports.list_page(db)).items[0].number
        await accounts.make_admin(db, (await accounts.register(db, keeper.id, "Keeper", "hash")).id)
        await reports.close(db, number, keeper.id, "Bob was told.")
        await erasure.erase_account(db, bob.id)
        (report,) = (await reports.list_page(db, closed=True)).items
    assert (report.said, report.noted, report.answer) == ("Bob is rude.", "Bob", "Bob was told.")
