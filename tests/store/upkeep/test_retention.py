"""Retention: what the daily job removes, and what it must not. See docs/data.md."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.store.admin import audit, audit_chain
from app.store.admin.audit import Action, AuditRow
from app.store.admin.report_rows import Kind
from app.store.admin.reports import file
from app.store.database.pools import Database
from app.store.people import accounts, sessions
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import regular_jobs
from app.store.upkeep.regular_jobs import DailyJob
from app.store.upkeep.retention import Retention
from app.table.model.chat import ChatEntry, Spoken
from app.table.model.notation import to_milliseconds
from app.table.model.room import PersonId, Room
from tests.store.conftest import Guest, Play, a_room, gathering
from tests.table.fakes import FakeClock

NOW = datetime.now(UTC)
Removed = dict[str, int]


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular_jobs, "PAUSE", 0.0)


@pytest.fixture
def remove_after(database: Database) -> Callable[..., Any]:
    """Runs the daily job this many days from now; returns the rows it removed by kind."""

    async def run(days: float, **kept: Any) -> Removed:
        clock = FakeClock()
        clock.now = lambda: NOW + timedelta(days=days)  # type: ignore[method-assign]
        removed = await DailyJob(database, Retention(**kept), clock).run()
        return {kind: number for kind, number in removed.items() if number}

    return run


async def test_a_guest_who_never_played_and_has_no_login_is_removed_after_thirty_days(
    guest: Guest, remove_after: Any, database: Database
) -> None:
    await guest("Nell")
    ada = await guest("Ada")
    async with database.sessions.begin() as db:
        await sessions.open_session(db, ada.id)
    assert await remove_after(29) == {}
    assert await remove_after(31) == {"guests": 1}
    async with database.sessions() as db:
        assert await accounts.by_id(db, ada.id) == ada


async def test_a_guest_who_left_any_trace_stays(
    guest: Guest, play: Play, rooms: PostgresRoomStore, remove_after: Any, database: Database
) -> None:
    names = ("Player", "Talker", "Reporter", "Accused", "Member", "Suspended", "Sitting")
    player, talker, reporter, accused, member, shut, sitting = [await guest(name) for name in names]
    await play(player, bots=1, deals=[(0, 1)])
    room = a_room(sitting)
    await rooms.save(room)
    await rooms.add_chat_lines(room.id, (said(talker.id, NOW),))
    async with database.sessions.begin() as db:
        await file(
            db, reporter.id, Kind.PEOPLE, room.id, None, None, "rude", "", accused_id=accused.id
        )
        await accounts.register(db, member.id, "Member", "hash")
        await accounts.suspend(db, shut.id, None, "rude")
    assert await remove_after(80) == {}


async def test_a_room_without_a_match_goes_with_its_chat_after_ninety_days(
    guest: Guest, rooms: PostgresRoomStore, remove_after: Any
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    await rooms.add_chat_lines(room.id, (said(room.host, NOW),))
    assert await remove_after(89) == {}
    assert (await remove_after(91))["rooms"] == 1
    assert await rooms.load(room.id) is None
    assert await rooms.chat_lines(room.id, 10) == []


async def test_a_room_in_which_a_match_was_played_stays(
    guest: Guest, play: Play, rooms: PostgresRoomStore, remove_after: Any
) -> None:
    playing = await play(await guest("Ada"), bots=1, deals=[(0, 1)])
    await rooms.save(gathering(playing.room))
    assert await remove_after(10_000) == {}
    assert await rooms.load(playing.room.id) == gathering(playing.room)


async def test_a_room_keeps_its_last_lines_of_chat(
    guest: Guest, play: Play, rooms: PostgresRoomStore, remove_after: Any
) -> None:
    room = (await play(await guest("Ada"), bots=1, deals=[(0, 1)])).room
    await talk(rooms, room, 12, NOW)
    assert await remove_after(1, chat_lines=5) == {"chat_lines": 7}
    kept = await rooms.chat_lines(room.id, 100)
    assert [entry.said.text for entry in kept if isinstance(entry.said, Spoken)] == [
        f"line {number}" for number in range(7, 12)
    ]
    assert await remove_after(1, chat_lines=5) == {}


async def test_chat_goes_after_a_year(
    guest: Guest, play: Play, rooms: PostgresRoomStore, remove_after: Any
) -> None:
    room = (await play(await guest("Ada"), bots=1, deals=[(0, 1)])).room
    await talk(rooms, room, 3, NOW - timedelta(days=300))
    await talk(rooms, room, 2, NOW)
    assert await remove_after(60) == {}
    assert await remove_after(70) == {"chat_lines": 3}


async def test_chat_around_an_open_report_stays_until_the_report_is_answered(
    guest: Guest, play: Play, rooms: PostgresRoomStore, remove_after: Any, database: Database
) -> None:
    ada = await guest("Ada")
    room = (await play(ada, bots=1, deals=[(0, 1)])).room
    await talk(rooms, room, 3, NOW - timedelta(hours=3))
    await talk(rooms, room, 4, NOW)
    async with database.sessions.begin() as db:
        number = await file(db, ada.id, Kind.PEOPLE, room.id, None, None, "rude", "")
    assert await remove_after(1000) == {"chat_lines": 3}
    async with database.transaction() as connection:
        await connection.execute(
            "UPDATE reports SET closed_at = now(), closed_by = account_id, answer = 'seen'"
            " WHERE number = $1",
            number,
        )
    assert await remove_after(1000) == {"chat_lines": 4, "reports": 1}


async def test_an_open_report_stays_for_ever(
    guest: Guest, play: Play, remove_after: Any, database: Database
) -> None:
    ada = await guest("Ada")
    playing = await play(ada, bots=1, deals=[(0, 1)])
    async with database.sessions.begin() as db:
        await file(db, ada.id, Kind.FAULT, playing.room.id, playing.match, None, "stuck", "")
    assert await remove_after(10_000) == {}


async def test_the_audit_log_still_verifies_after_its_oldest_lines_were_removed(
    guest: Guest, remove_after: Any, database: Database
) -> None:
    ruth = await guest("Ruth")
    async with database.sessions.begin() as db:
        await sessions.open_session(db, ruth.id)
        for number in range(5):
            await audit.record(db, ruth.id, Action.LOOK, f"match:{number}", "asked")
    async with database.sessions.begin() as db:
        before = await audit_chain.verify(db)
    assert await remove_after(3 * 365) == {}
    assert await remove_after(3 * 365, audit_years=2) == {"audit_lines": 4}, "but never the last"
    async with database.sessions.begin() as db:
        await audit.record(db, ruth.id, Action.LOOK, "match:later", "asked")
        after = await audit_chain.verify(db)
    assert (before.lines, after.lines, after.fault) == (5, 2, None)


async def test_a_line_that_is_cut_off_by_hand_is_still_noticed(
    guest: Guest, remove_after: Any, database: Database
) -> None:
    ruth = await guest("Ruth")
    async with database.sessions.begin() as db:
        await sessions.open_session(db, ruth.id)
        for number in range(3):
            await audit.record(db, ruth.id, Action.LOOK, f"match:{number}", "asked")
    async with database.transaction() as connection:
        await connection.execute("ALTER TABLE audit_log DISABLE TRIGGER only_added_to")
        await connection.execute(
            "DELETE FROM audit_log WHERE number = (SELECT min(number) FROM audit_log)"
        )
        await connection.execute("ALTER TABLE audit_log ENABLE TRIGGER only_added_to")
    async with database.sessions.begin() as db:
        assert (await audit_chain.verify(db)).fault is not None
        assert len((await db.scalars(AuditRow.__table__.select())).all()) == 2


async def test_a_run_is_recorded_and_due_again_a_day_later(database: Database) -> None:
    clock = FakeClock()
    job = DailyJob(database, Retention(), clock)
    assert await job._is_due()
    await job.run()
    assert job.last_success == clock.now()
    fresh = DailyJob(database, Retention(), clock)
    assert not await fresh._is_due(), "a restart does not repeat it"
    await clock.pass_by(23 * 3600)
    assert await fresh._is_due()


async def test_ten_thousand_guests_are_removed_in_short_steps(
    database: Database, remove_after: Any
) -> None:
    async with database.transaction() as connection:
        await connection.execute(
            "INSERT INTO accounts (id, name, skeleton, kind)"
            " SELECT lpad(n::text, 22, '0'), 'Guest', 'guest', 'guest'"
            " FROM generate_series(1, 10000) AS n"
        )
    assert await remove_after(40) == {"guests": 10_000}


async def talk(rooms: PostgresRoomStore, room: Room, lines: int, at: datetime) -> None:
    for number in range(lines):
        await rooms.add_chat_lines(room.id, (said(room.host, at, f"line {number}"),))
        await asyncio.sleep(0)


def said(account_id: str, at: datetime, text: str = "hello") -> ChatEntry:
    return ChatEntry(to_milliseconds(at), Spoken(PersonId(account_id), "Somebody", text))
