"""Ownership of rooms: the last claim wins, and a former owner's writes are refused."""

import asyncio
from contextlib import suppress

import msgspec
import pytest

from app.rules.game import Seat
from app.rules.replay import Played, Shuffled
from app.store.database import connections
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.rooms.room_store import PostgresRoomStore
from app.store.rooms.rows import write_room
from app.table.model.chat import ChatEntry, LineCode, server_line
from app.table.model.records import FIRST_EPOCH
from app.table.model.room import Room, RoomId
from app.table.ports import Fenced, StoreAway
from tests.store.conftest import SECRET, Guest, Play, a_room, gathering
from tests.store.toy_game import SHOW, TOY, Show

pytestmark = pytest.mark.usefixtures("own_connections")


async def test_each_owner_of_a_room_has_a_newer_epoch(
    rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    assert await rooms.claim_room(room.id) == (room, FIRST_EPOCH + 1)
    assert await rooms.claim_room(room.id) == (room, FIRST_EPOCH + 2)
    assert await rooms.claim_room(RoomId(new_id())) is None


async def test_a_room_saved_by_a_former_owner_is_refused(
    rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    taken = await rooms.claim_room(room.id)
    assert taken is not None
    with pytest.raises(Fenced):
        await rooms.save(msgspec.structs.replace(room, listed=True))
    assert await rooms.load(room.id) == room
    await rooms.save(msgspec.structs.replace(room, paused=True), taken[1])
    with pytest.raises(Fenced):
        await rooms.save(room, taken[1] + 1)


async def test_a_line_of_chat_by_a_former_owner_is_refused(
    rooms: PostgresRoomStore, guest: Guest
) -> None:
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    line = ChatEntry(0, server_line(LineCode.RESUMED))
    await rooms.add_chat_lines(room.id, (line,))
    taken = await rooms.claim_room(room.id)
    assert taken is not None
    with pytest.raises(Fenced):
        await rooms.add_chat_lines(room.id, (line,))
    await rooms.add_chat_lines(room.id, (line,), taken[1])
    assert len(await rooms.chat_lines(room.id, 10)) == 2


async def test_a_match_cannot_begin_or_stop_in_a_room_of_somebody_else(
    log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    await rooms.claim_room(playing.room.id)
    with pytest.raises(Fenced):
        await log.begin(playing.room, TOY, playing.setup, playing.places, SECRET)
    with pytest.raises(Fenced):
        await log.stop(playing.match, playing.epoch, gathering(playing.room), "host")
    assert [room.id for room in await rooms.rooms_with_matches()] == [playing.room.id], (
        "nothing of it was written"
    )


async def test_a_line_that_changes_a_room_of_somebody_else_is_not_written_at_all(
    log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    """Nor does it sink the lines of other tables that share its commit."""
    playing, other = (
        await play(await guest("Ada"), await guest("Bob"), of=1),
        await play(await guest("Cem"), bots=1),
    )
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW)
    await rooms.claim_room(playing.room.id)
    last = playing.append(Played(Seat(1), "show:1", Show()), room=gathering(playing.room))
    results = await asyncio.gather(last, other.append(Shuffled((0, 1))), return_exceptions=True)
    assert [type(result).__name__ for result in results] == ["Fenced", "NoneType"]
    assert len((await log.claim(playing.match, TOY)).entries) == 2
    assert len((await log.claim(other.match, TOY)).entries) == 1


async def test_taking_a_room_waits_for_what_is_being_written_to_it(
    database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    """The former owner's last write is under way when another claims and reads the room."""
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    changed = msgspec.structs.replace(room, listed=True)
    async with database.transaction() as slow:
        await write_room(slow, changed, FIRST_EPOCH)
        taking = asyncio.create_task(rooms.claim_room(room.id))
        await _waiting(database, 1)
        assert not taking.done()
    assert await taking == (changed, FIRST_EPOCH + 1)


async def test_a_server_that_stalls_before_a_prepared_statement_keeps_its_locks_for_seconds_only(
    monkeypatch: pytest.MonkeyPatch, database: Database, rooms: PostgresRoomStore, guest: Guest
) -> None:
    """PostgreSQL counts such a process as busy: only the transaction's own limit ends it."""
    monkeypatch.setitem(connections.TABLE_SESSION_SETTINGS, "transaction_timeout", "1s")
    room = a_room(await guest("Ada"))
    await rooms.save(room)
    still = await database.connect()
    try:
        await still.execute("BEGIN")
        await write_room(still, msgspec.structs.replace(room, listed=True), FIRST_EPOCH)
        await still.prepare("SELECT 'what it would have asked next'")
        async with asyncio.timeout(60):
            assert await taken_after_refusals(rooms, room.id) == (room, FIRST_EPOCH + 1), (
                "what was open was rolled back"
            )
    finally:
        still.terminate()


async def taken_after_refusals(rooms: PostgresRoomStore, room: RoomId) -> tuple[Room, int] | None:
    while True:
        with suppress(StoreAway):
            return await rooms.claim_room(room)


async def _waiting(database: Database, many: int) -> None:
    """Waits until this many statements wait for a lock."""
    connection = await database.connect()
    try:
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while await connection.fetchval(waiting) < many:
            await asyncio.sleep(0.01)
    finally:
        await connection.close()
