"""Outages of the database: no move is reported that was not written, and none is lost."""

import asyncio
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from app.ops.migrations import migrate
from app.ops.postgres import Postgres, socket_url
from app.rules.game import Seat
from app.rules.replay import Played, Setup, Shuffled, replay
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.rooms.room_store import PostgresRoomStore
from app.table.ports import StoreAway
from tests.conftest import run
from tests.store.conftest import Playing, a_room
from tests.store.toy_game import SHOW, TOY, Options, Show

pytestmark = pytest.mark.anyio


class Mortal:
    """A server that its test may stop. Its address, a link to its socket folder, stays the same."""

    def __init__(self, folder: Path) -> None:
        self.server = Postgres(folder / f"mortal-{new_id()}")
        self.link = folder / f"socket-{new_id()}"
        self.url = socket_url(self.link)

    def start(self) -> None:
        self.server.start()
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(str(make_url(self.server.url).query["host"]))

    def kill(self) -> None:
        """As a power cut would."""
        self.server.process.send_signal(signal.SIGQUIT)
        self.server.process.wait(60)
        self.server.stop()


@pytest.fixture
def mortal(open_folder: Path) -> Iterator[Mortal]:
    mortal = Mortal(open_folder)
    mortal.start()
    run(migrate(mortal.url))
    yield mortal
    mortal.server.stop()


async def test_no_move_succeeds_while_the_database_is_down_and_play_goes_on_when_it_is_back(
    mortal: Mortal,
) -> None:
    database = Database(mortal.url)
    log, rooms = PostgresMoveLog(database), PostgresRoomStore(database)
    tables = []
    for _ in range(5):
        room = a_room(bots=2, match=new_id())
        playing = Playing(log, room, Setup(2, Options(3)))
        await playing.begin()
        await playing.deal((0, 1))
        tables.append(playing)
    assert (await database.durability()).durable

    mortal.kill()
    for _ in range(2):
        results = await asyncio.gather(
            *(playing.append(Shuffled((1, 0))) for playing in tables), return_exceptions=True
        )
        assert [type(result) for result in results] == [StoreAway] * 5
    for call in (
        log.claim(tables[0].match, TOY),
        rooms.load(tables[0].room.id),
        rooms.save(tables[0].room),
        database.durability(),
    ):
        with pytest.raises(StoreAway):
            await call
    assert log.counts.unknown == 10

    mortal.start()
    for playing in tables:
        record = await log.claim(playing.match, TOY)
        assert len(record.entries) == 3, "what was acknowledged is there, what was not is not"
        playing.epoch = record.epoch
    await asyncio.gather(*(playing.deal((1, 0)) for playing in tables))
    assert [len((await log.claim(playing.match, TOY)).entries) for playing in tables] == [6] * 5
    await log.close()
    await database.close()


class Wire:
    """A proxy that can be cut before the server hears something, or before we hear its answer."""

    def __init__(self, real: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wire-", dir="/tmp"))
        self.url = socket_url(self.folder).replace("/postgres?", f"/{make_url(real).database}?")
        self._real = Path(str(make_url(real).query["host"])) / ".s.PGSQL.5432"
        self.cut: str | None = None
        """"before" or "after": what happens to the next thing said."""

    async def __aenter__(self) -> "Wire":
        self._server = await asyncio.start_unix_server(self._serve, self.folder / ".s.PGSQL.5432")
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        shutil.rmtree(self.folder)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(self._real)
        await asyncio.gather(
            self._carry(reader, to_server, writer, "before"),
            self._carry(from_server, writer, to_server, "after"),
        )

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        other: asyncio.StreamWriter,
        when: str,
    ) -> None:
        while data := await reader.read(65536):
            if self.cut == when:
                self.cut = None
                break
            writer.write(data)
        writer.close()
        other.close()


@pytest.mark.parametrize(("when", "written"), [("before", False), ("after", True)])
async def test_an_answer_that_is_lost_leaves_the_fate_open_and_reading_again_tells_it(
    clean_database: str, when: str, written: bool
) -> None:
    async with Wire(clean_database) as wire:
        database = Database(wire.url)
        log = PostgresMoveLog(database)
        playing = Playing(log, a_room(bots=2, match=new_id()), Setup(2, Options(2)))
        await playing.begin()
        await playing.append(Shuffled((1, 0)))
        wire.cut = when
        with pytest.raises(StoreAway):
            await playing.append(SHOW, "lost")
        record = await log.claim(playing.match, TOY)
        assert ("lost" in [line.command for line in record.entries]) is written
        assert record.last_hash is not None
        playing.epoch, playing.ply, playing.last_hash = (
            record.epoch,
            len(record.entries),
            record.last_hash,
        )
        if not written:
            await playing.append(SHOW, "lost")
        await playing.log.append(playing.line(Played(Seat(1), "show:1", Show()), "next"))
        assert [line.command for line in (await log.claim(playing.match, TOY)).entries] == [
            None,
            "lost",
            "next",
        ]
        await log.close()
        await database.close()


async def test_lines_that_a_dying_server_had_in_hand_are_all_unknown_and_none_is_lost_or_doubled(
    mortal: Mortal,
) -> None:
    """The server is killed at random moments; each table then reads its last line's fate."""
    database = Database(mortal.url)
    log = PostgresMoveLog(database)
    tables = []
    for _ in range(8):
        playing = Playing(log, a_room(bots=2, match=new_id()), Setup(2, Options(10_000)))
        await playing.begin()
        tables.append(playing)

    well_under_way = asyncio.Event()

    async def for_ever(playing: Playing) -> None:
        while True:
            await playing.deal((0, 1))
            if log.counts.lines > 200:
                well_under_way.set()

    busy = [asyncio.create_task(for_ever(playing)) for playing in tables]
    await well_under_way.wait()
    await asyncio.to_thread(mortal.kill)
    assert [type(result) for result in await asyncio.gather(*busy, return_exceptions=True)] == [
        StoreAway
    ] * 8
    mortal.start()
    for playing in tables:
        record = await log.claim(playing.match, TOY)
        assert len(record.entries) in (playing.ply, playing.ply + 1)
        *_, state = replay(
            TOY, record.setup, (written.entry for written in record.entries[: playing.ply])
        )
        assert state == playing.state
    await log.close()
    await database.close()
