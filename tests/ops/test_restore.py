"""A restore needs the database alone, and fences every owner from before it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from app.ops.backup import backup, restore
from app.ops.lock_keeper import LockKeeper
from app.rules.game import Seat
from app.rules.replay import Setup, Shuffled
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.rooms.room_store import PostgresRoomStore
from app.table.model.chat import ChatEntry, LineCode, server_line
from app.table.model.records import FIRST_EPOCH, LogLine, Place
from app.table.ports import Fenced
from tests.conftest import NewDatabase, NewServer, run
from tests.database import column, connected, execute
from tests.ops.called_command import called
from tests.store.conftest import START, a_room
from tests.store.toy_game import TOY


def test_a_restore_under_a_live_server_is_refused(
    new_database: NewDatabase, new_server: NewServer, tmp_path: Path
) -> None:
    url, file = new_database(), tmp_path / "saved.dump"
    backup(url, file)
    with new_server(DATABASE_URL=url) as server:
        run(execute(url, "CREATE TABLE diary (day int)"))
        refused = called("restore", str(file), "--yes", DATABASE_URL=url)
        assert refused.returncode == 1
        assert refused.stderr.startswith("A server is running on this database: pecking-order")
        assert f"process {server.pid} on" in refused.stderr
        assert "Nothing was changed." in refused.stderr
        assert run(column(url, "SELECT day FROM diary")) == []
        server.stop()
        done = called("restore", str(file), "--yes", DATABASE_URL=url)
        assert done.returncode == 0, done.stderr
        assert run(column(url, "SELECT 1 FROM pg_tables WHERE tablename = 'diary'")) == []


@pytest.fixture
async def stores(
    new_database: NewDatabase,
) -> AsyncIterator[Callable[[str], tuple[PostgresRoomStore, PostgresMoveLog]]]:
    """Opens rooms and log of a database; closes them at the end."""
    opened: list[tuple[Database, PostgresMoveLog]] = []

    def open_stores(url: str) -> tuple[PostgresRoomStore, PostgresMoveLog]:
        database = Database(url)
        opened.append((database, PostgresMoveLog(database)))
        return PostgresRoomStore(database), opened[-1][1]

    yield open_stores
    for database, log in opened:
        await log.close()
        await database.close()


@pytest.mark.parametrize("claims", [0, 1, 3])
async def test_the_owner_from_before_a_restore_is_fenced(
    claims: int,
    new_database: NewDatabase,
    tmp_path: Path,
    stores: Callable[[str], tuple[PostgresRoomStore, PostgresMoveLog]],
) -> None:
    """However often its table was claimed since the backup, it writes no line, room or word."""
    url, file = new_database(), tmp_path / "saved.dump"
    rooms, log = stores(url)
    room = a_room(bots=2, match=new_id())
    assert room.match is not None
    places = [Place(Seat(seat.number), None, seat.bot, seat.name) for seat in room.seats]
    epoch, room_epoch = (
        await log.begin(room, TOY, Setup(2, TOY.options()), places, bytes(32)),
        FIRST_EPOCH,
    )
    await asyncio.to_thread(backup, url, file)
    for _ in range(claims):
        epoch = (await log.claim(room.match, TOY)).epoch
        claimed = await rooms.claim_room(room.id)
        assert claimed is not None
        room_epoch = claimed[1]
    await asyncio.to_thread(restore, url, file)

    old_rooms, old_log = stores(url)
    word = ChatEntry(0, server_line(LineCode.RESUMED))
    with pytest.raises(Fenced):
        await old_log.append(LogLine(room.match, epoch, 0, START, Shuffled((0, 1)), hash=bytes(32)))
    with pytest.raises(Fenced):
        await old_rooms.save(room, room_epoch)
    with pytest.raises(Fenced):
        await old_rooms.add_chat_lines(room.id, (word,), room_epoch)
    new = await old_log.claim(room.match, TOY)
    await old_log.append(LogLine(room.match, new.epoch, 0, START, Shuffled((0, 1)), hash=bytes(32)))


async def test_a_restore_counts_among_the_holders_of_the_lock(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    """A server that was cut off meanwhile must not take it for its own time."""
    url, file = new_database(), tmp_path / "saved.dump"
    with LockKeeper(url) as first:
        assert await asyncio.to_thread(first.wait)
    await asyncio.to_thread(backup, url, file)
    async with connected(url) as connection:
        before = await connection.fetchval("SELECT term FROM server_term")
        await asyncio.to_thread(restore, url, file)
        found = await connection.fetch("SELECT term FROM server_term")
        assert [row["term"] for row in found] == [before + 1]
