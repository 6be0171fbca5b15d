"""Notes for tables are written with the account, and say what it is now."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.pools import Database
from app.store.database.server_lock import PROCESSES
from app.store.people import accounts, table_notes
from app.store.people.table_notes import PostgresTableNotes
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from app.table.model.records import Fate, TableNote
from app.table.model.room import PersonId
from tests.store.conftest import Guest, a_room


async def test_each_room_that_knows_the_account_is_noted_in_the_transaction_of_the_change(
    database: Database, guest: Guest, rooms: PostgresRoomStore
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first, second, others = a_room(ada, bob), a_room(bob, ada), a_room(bob)
    for room in (first, second, others):
        await rooms.save(room)
    store, person = PostgresTableNotes(database), PersonId(ada.id)

    async def noted() -> list[TableNote]:
        return [*await store.of_person(person)]

    async with database.sessions() as db:
        await accounts.rename(db, ada.id, "Adele")
        await db.rollback()
    assert await noted() == [], "neither without the other"
    async with database.sessions.begin() as db:
        await accounts.rename(db, ada.id, "Adele")
    early = await noted()
    assert {note.room for note in early} == {first.id, second.id}
    assert {(note.change.person.name, note.change.fate) for note in early} == {
        ("Adele", Fate.NAMED)
    }
    async with database.sessions.begin() as db:
        await accounts.suspend(db, ada.id, None, "a reason")
    for note in early:
        await store.done(note)
    assert [note.change.fate for note in await noted()] == [Fate.SUSPENDED] * 2, (
        "who did the first has not done the second"
    )
    async with database.sessions.begin() as db:
        await accounts.lift_suspension(db, ada.id)
    assert [note.change.fate for note in await noted()] == [Fate.NAMED] * 2
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, ada.id, [first.id])
    assert [note.change.fate for note in await store.after(0, 10)] == [Fate.ERASED] * 2
    kept, rewritten = await rooms.load(first.id), await rooms.load(second.id)
    assert kept is not None
    assert rewritten is not None
    assert "Ada" in [one.name for one in kept.people], "its table takes it out"
    assert "Ada" not in [one.name for one in rewritten.people]
    for note in await noted():
        await store.done(note)
    assert await noted() == []


async def test_a_note_is_late_by_the_first_change_that_was_not_taken_over(
    database: Database, db: AsyncSession, guest: Guest, rooms: PostgresRoomStore
) -> None:
    ada = await guest("Ada")
    room = a_room(ada)
    await rooms.save(room)
    for name in ("Adele", "Adela"):
        async with database.sessions.begin() as changing:
            await accounts.rename(changing, ada.id, name)
    now = datetime.now(UTC)
    assert await table_notes.late(db, now - timedelta(days=1), 10) == []
    [late] = await table_notes.late(db, now + timedelta(seconds=5), 10)
    assert (late.account, late.name, late.code) == (ada.id, "Adela", room.code)
    assert late.noted_at < now


async def test_a_late_note_names_the_process_that_has_the_table_while_it_lives(
    database: Database, db: AsyncSession, guest: Guest, rooms: PostgresRoomStore
) -> None:
    ada = await guest("Ada")
    await rooms.save(a_room(ada))
    async with database.sessions.begin() as changing:
        await accounts.rename(changing, ada.id, "Adele")
    later = datetime.now(UTC) + timedelta(seconds=5)

    async def process() -> str:
        [late] = await table_notes.late(db, later, 10)
        await db.rollback()
        return late.process

    assert await process() == "", "nobody has it"
    async with database.table_connection() as connection:
        await connection.execute(
            "INSERT INTO processes (number, name, address, build) VALUES (77, 'busy', '', '')"
        )
        await connection.execute("UPDATE rooms SET owner = 77")
        assert await process() == "", "it has ended"
        await connection.execute("SELECT pg_advisory_lock($1, 77)", PROCESSES)
        assert await process() == "busy"
        await connection.execute("SELECT pg_advisory_unlock($1, 77)", PROCESSES)
