"""Erasure of a person: by the account's id, in one transaction, without a search in text."""

from collections.abc import Collection

import msgspec
import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import reports
from app.store.admin.report_rows import Kind, ReportRow
from app.store.database.pools import Database
from app.store.people import sessions
from app.store.people.names import DELETED_NAME
from app.store.rooms import rows as room_rows
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from app.table.model.chat import ChatEntry, LineCode, Spoken, server_line
from app.table.model.room import Knock, PersonId
from app.table.ports import Fenced, StoreAway
from tests.store.conftest import Guest, Play, a_room, person


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
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob, deals=[(1, 0)])
    about = (playing.room.id, playing.match, None)
    async with database.sessions.begin() as db:
        number = await reports.file(db, ada.id, Kind.FAULT, *about, "Bob is stuck.", "Bob")
        await reports.close(db, number, ada.id, "Bob was told.")
        await reports.file(db, bob.id, Kind.FAULT, *about, "I am Bob.", "")
        await erasure.erase_account(db, bob.id)
        (left,) = await db.scalars(select(ReportRow))
        assert (left.said, left.noted, left.answer) == ("Bob is stuck.", "Bob", "Bob was told.")


@pytest.mark.parametrize(("answered", "left"), [(True, 0), (False, 1)])
async def test_a_report_that_accuses_an_erased_person_goes_unless_it_waits_for_an_answer(
    database: Database, guest: Guest, play: Play, answered: bool, left: int
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    room = (await play(ada, bob, deals=[(1, 0)])).room.id
    async with database.sessions.begin() as db:
        number = await reports.file(
            db, ada.id, Kind.PEOPLE, room, None, None, "He is rude.", "", accused_id=bob.id
        )
        if answered:
            await reports.close(db, number, ada.id, "He was told.")
        await erasure.erase_account(db, bob.id)
        assert await db.scalar(select(func.count()).select_from(ReportRow)) == left


@pytest.mark.parametrize("version", [1, 99])
async def test_a_room_that_this_version_cannot_read_loses_the_name_and_nothing_else(
    database: Database, rooms: PostgresRoomStore, guest: Guest, version: int
) -> None:
    """After a rollback of a version; one such room must not keep anybody from being erased."""
    ada, bob = await guest("Ada"), await guest("Bob")
    room = msgspec.structs.replace(a_room(ada, bob), knocks=(Knock(person(bob)),))
    await rooms.save(room)
    async with database.transaction() as connection:
        await connection.execute(
            "UPDATE rooms SET state_version = $1, state = state || $2::jsonb",
            version,
            '{"stage": "new", "new": [1]}',
        )
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, bob.id)
    async with database.transaction() as connection:
        row = await connection.fetchrow("SELECT state, state_version, epoch FROM rooms")
    assert row is not None
    state = msgspec.json.decode(row["state"])
    assert "Bob" not in row["state"]
    assert [seat["name"] for seat in state["seats"]] == ["Ada", DELETED_NAME]
    assert (state["new"], row["state_version"], row["epoch"]) == ([1], version, 2)


async def test_a_failed_erasure_leaves_everything_as_it_was(
    database: Database, rooms: PostgresRoomStore, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logins, account, rooms and chat are one transaction; the last of its parts fails here."""
    bob = await guest("Bob")
    room = a_room(bob)
    await rooms.save(room)
    line = ChatEntry(0, server_line(LineCode.SITS_DOWN, person(bob)))
    await rooms.add_chat_lines(room.id, (line,))
    async with database.sessions.begin() as db:
        token = await sessions.open_session(db, bob.id, "a browser")
    whole = room_rows.erase_person

    async def fail(db: AsyncSession, account_id: str, but: Collection[str]) -> None:
        await whole(db, account_id, but)
        raise StoreAway

    monkeypatch.setattr(room_rows, "erase_person", fail)
    with pytest.raises(StoreAway):
        async with database.sessions.begin() as db:
            await erasure.erase_account(db, bob.id)
    assert await rooms.load(room.id) == room
    assert len(await rooms.chat_lines(room.id, 10)) == 1
    async with database.sessions() as db:
        assert await sessions.authenticate_orm(db, token) is not None


async def test_the_statistics_of_the_database_hold_no_name_and_no_word(
    database: Database, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    """They are samples of columns, which no deletion reaches."""
    people = [await guest(f"Canary {number}") for number in range(4)]
    playing = await play(*people)
    await rooms.save(playing.room)
    for number, one in enumerate(3 * people):
        said = ChatEntry(number, Spoken(PersonId(one.id), one.name, "the canary sings"))
        poked = ChatEntry(number, server_line(LineCode.POKES, person(one), person(people[0])))
        await rooms.add_chat_lines(playing.room.id, (said, poked))
    async with database.sessions.begin() as db:
        await db.execute(text("ANALYZE"))
        found = await db.execute(
            text(
                "SELECT tablename, attname FROM pg_stats WHERE schemaname = 'public' AND"
                " concat(most_common_vals, most_common_elems, histogram_bounds) ILIKE '%canary%'"
            )
        )
        assert found.all() == []
