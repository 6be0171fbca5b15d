"""The log of matches: durable, fenced, written once, shared commits, honest while the database is away."""

import asyncio
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import msgspec
import pytest
from sqlalchemy import make_url

from app.ops.migrations import migrate
from app.ops.postgres import Postgres, socket_url
from app.rules.chain import Unlinked
from app.rules.game import Seat
from app.rules.replay import Expired, LastDeal, Played, Setup, Shuffled, replay
from app.store import engine
from app.store.base import new_id
from app.store.engine import Database
from app.store.move_log import PostgresMoveLog
from app.store.room_book import PostgresRoomBook
from app.store.text import OddText
from app.table.ports import Fenced, Place, StoreAway
from app.table.room import MatchId, PersonId, Stage
from tests.conftest import run
from tests.store.conftest import Guest, Play, Playing, a_room, gathering, linked
from tests.store.toy import TOY, Options, Show

pytestmark = pytest.mark.anyio

SHOW = Played(Seat(0), "show:1", Show())


async def test_what_was_appended_is_read_back_by_the_next_owner(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW, "first-move")
    record = await log.claim(playing.match, TOY)
    assert record.epoch == 2
    assert [written.entry for written in record.written] == [Shuffled((1, 0)), SHOW]
    assert [written.command for written in record.written] == [None, "first-move"]
    assert record.setup == Setup(2, Options(2))
    assert record.places == playing.places
    *_, state = replay(TOY, record.setup, (written.entry for written in record.written))
    assert state == playing.state


async def test_an_owner_under_an_older_epoch_is_fenced_off(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    old = await play(await guest("Ada"), await guest("Bob"))
    record = await log.claim(old.match, TOY)
    with pytest.raises(Fenced):
        await old.append(Shuffled((1, 0)))
    new = Playing(log, old.room, old.setup)
    new.epoch = record.epoch
    await new.append(Shuffled((0, 1)))
    assert [written.entry for written in (await log.claim(old.match, TOY)).written] == [Shuffled((0, 1))]


async def test_of_two_who_believe_they_own_a_match_exactly_one_writes(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """Two processes: two logs, each with a connection of its own, and the same epoch and ply."""
    here = await play(await guest("Ada"), await guest("Bob"))
    other = PostgresMoveLog(database)
    there = Playing(other, here.room, here.setup)
    there.epoch = here.epoch
    results = await asyncio.gather(here.append(Shuffled((0, 1))), there.append(Shuffled((1, 0))), return_exceptions=True)
    await other.close()
    assert sorted(str(type(result).__name__) for result in results) == ["Fenced", "NoneType"]
    assert len((await log.claim(here.match, TOY)).written) == 1


async def test_a_line_for_another_ply_is_fenced_off(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    line = playing.line(Shuffled((1, 0)))
    for ply in (1, 7):
        with pytest.raises(Fenced):
            await log.append(msgspec.structs.replace(line, ply=ply))
    await log.append(line)
    with pytest.raises(Fenced):
        await log.append(line)


async def test_a_command_takes_effect_once(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW, "again")
    with pytest.raises(Fenced):
        await playing.append(Played(Seat(1), "show:1", Show()), "again")
    await log.append(playing.line(Played(Seat(1), "show:1", Show()), "another"))
    assert [written.command for written in (await log.claim(playing.match, TOY)).written] == [None, "again", "another"]


async def test_whose_move_a_command_was_is_known_afterwards(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob)
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW, "0:first-move")
    assert await log.movers(playing.match) == {(playing.places[0].person, "0:first-move")}
    assert await log.movers(MatchId("never-begun")) == frozenset()


async def test_the_same_command_id_may_be_used_in_two_matches(guest: Guest, play: Play) -> None:
    for name in ("Ada", "Bob"):
        playing = await play(await guest(name), bots=1)
        await playing.append(Shuffled((1, 0)), "one")


async def test_beginning_may_be_said_again_as_long_as_nothing_was_played(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    assert await log.begin(playing.room, TOY, playing.setup, playing.places) == 2
    with pytest.raises(Fenced):
        await playing.append(Shuffled((1, 0)))
    playing.epoch = 2
    await playing.append(Shuffled((1, 0)))
    with pytest.raises(Fenced):
        await log.begin(playing.room, TOY, playing.setup, playing.places)


async def test_a_match_that_nobody_began_cannot_be_claimed(log: PostgresMoveLog) -> None:
    with pytest.raises(LookupError):
        await log.claim(MatchId("none"), TOY)


async def test_a_match_begins_with_its_room(log: PostgresMoveLog, rooms: PostgresRoomBook, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), bots=2)
    assert await rooms.load(playing.room.id) == playing.room
    assert [room.id for room in await rooms.awake()] == [playing.room.id]


# -- what is written with a line


async def test_newcomers_are_written_with_the_entry_that_seats_them(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing, newcomer = await play(await guest("Ada"), await guest("Bob")), await guest("Cid")
    place = Place(Seat(2), PersonId(newcomer.id), None, "Cid")
    await log.append(msgspec.structs.replace(playing.line(LastDeal()), places=(place,)))
    assert (await log.claim(playing.match, TOY)).places == (*playing.places, place)


async def test_a_fenced_line_writes_nothing_else_either(log: PostgresMoveLog, rooms: PostgresRoomBook, guest: Guest, play: Play) -> None:
    playing, newcomer = await play(await guest("Ada"), await guest("Bob")), await guest("Cid")
    place = Place(Seat(2), PersonId(newcomer.id), None, "Cid")
    line = msgspec.structs.replace(playing.line(LastDeal()), epoch=9, places=(place,), room=gathering(playing.room))
    with pytest.raises(Fenced):
        await log.append(line)
    assert (await log.claim(playing.match, TOY)).places == playing.places
    assert await rooms.load(playing.room.id) == playing.room


async def test_the_last_line_ends_the_match_and_lets_the_room_gather(
    log: PostgresMoveLog, rooms: PostgresRoomBook, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"), of=1)
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW)
    await playing.append(Played(Seat(1), "show:1", Show()), room=gathering(playing.room))
    room = await rooms.load(playing.room.id)
    assert room is not None
    assert room.stage is Stage.GATHERING
    assert await rooms.awake() == []
    record = await log.claim(playing.match, TOY)
    playing.epoch = record.epoch
    assert len(record.written) == 3, "a match that has ended can still be read by who lost the answer"
    with pytest.raises(Fenced):
        await log.append(msgspec.structs.replace(playing.line(LastDeal()), outcome=None))


async def test_a_stopped_match_takes_no_more_lines(log: PostgresMoveLog, rooms: PostgresRoomBook, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    with pytest.raises(Fenced):
        await log.stop(playing.match, playing.epoch + 1, gathering(playing.room), "host")
    assert [room.id for room in await rooms.awake()] == [playing.room.id]
    await log.stop(playing.match, playing.epoch, gathering(playing.room), "host")
    assert await rooms.awake() == []
    with pytest.raises(Fenced):
        await playing.append(Shuffled((1, 0)))


async def test_odd_characters_are_refused_before_they_reach_the_database(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), await guest("Bob"))
    for key in ("a\0", "\ud800", "\x1b[2J", "\x7f"):
        with pytest.raises(OddText):
            await log.append(msgspec.structs.replace(playing.line(LastDeal()), entry=Expired(key)))
    room = a_room(await guest("Cid"), bots=1, match=new_id())
    with pytest.raises(OddText):
        await log.begin(room, TOY, Setup(2, Options(motto="\0")), ())
    await playing.append(Shuffled((1, 0)))


# -- group commit


async def test_tables_that_write_at_the_same_time_share_commits(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    ada = await guest("Ada")
    tables = [await play(ada, bots=1, of=8) for _ in range(40)]

    async def whole_match(playing: Playing) -> None:
        for _ in range(8):
            await playing.deal((0, 1))

    await asyncio.gather(*map(whole_match, tables))
    assert log.tally.lines == 40 * 8 * 3
    assert log.tally.commits < log.tally.lines / 8
    assert 1 < log.tally.largest <= 64
    for playing in tables:
        record = await log.claim(playing.match, TOY)
        *_, state = replay(TOY, record.setup, (written.entry for written in record.written))
        assert state == playing.state


async def test_a_fenced_line_does_not_sink_those_it_shares_a_commit_with(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(6)]
    tables[2].epoch += 1
    results = await asyncio.gather(*(playing.append(Shuffled((1, 0))) for playing in tables), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), type(None), Fenced, type(None), type(None), type(None)]
    assert log.tally.commits == 1


async def test_a_line_that_the_database_refuses_fails_alone(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    """Here a repeated command id, and a place for an account that does not exist."""
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(4)]
    await tables[1].append(Shuffled((1, 0)), "twice")
    lines = [playing.line(Shuffled((1, 0)) if number != 1 else SHOW, "twice") for number, playing in enumerate(tables)]
    lines[2] = msgspec.structs.replace(lines[2], places=(Place(Seat(5), PersonId("ghost"), None, "Ghost"),))
    results = await asyncio.gather(*map(log.append, lines), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), Fenced, asyncpg.ForeignKeyViolationError, type(None)]
    assert [len((await log.claim(playing.match, TOY)).written) for playing in tables] == [1, 1, 0, 1]


async def test_two_lines_of_one_match_never_share_a_commit(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    playing = await play(await guest("Ada"), bots=1)
    first = playing.line(Shuffled((1, 0)))
    second = linked(msgspec.structs.replace(first, ply=1, entry=SHOW), first.hash)
    await asyncio.gather(log.append(first), log.append(second))
    assert [written.entry for written in (await log.claim(playing.match, TOY)).written] == [Shuffled((1, 0)), SHOW]


async def test_a_table_that_gives_up_waiting_does_not_disturb_the_others(log: PostgresMoveLog, guest: Guest, play: Play) -> None:
    ada = await guest("Ada")
    impatient, patient = await play(ada, bots=1), await play(ada, bots=1)
    task = asyncio.create_task(log.append(impatient.line(Shuffled((1, 0)))))
    await asyncio.sleep(0)
    task.cancel()
    await patient.append(Shuffled((1, 0)))
    with pytest.raises(asyncio.CancelledError):
        await task
    await patient.append(SHOW)


async def test_closing_the_log_writes_what_it_had_accepted(database: Database, guest: Guest, play: Play) -> None:
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(5)]
    log = PostgresMoveLog(database)
    for playing in tables:
        playing.log = log
    appends = [asyncio.create_task(playing.append(Shuffled((1, 0)))) for playing in tables]
    await asyncio.sleep(0)
    await log.close()
    await asyncio.gather(*appends)
    with pytest.raises(StoreAway):
        await tables[0].append(SHOW)


# -- while the database is away


class Mortal:
    """A server for one test, which may stop it. Its address outlives it: the folder of its socket is reached by a link."""

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


async def test_while_the_database_is_down_nobody_is_told_a_move_succeeded_and_play_goes_on_when_it_is_back(mortal: Mortal) -> None:
    database = Database(mortal.url)
    log, rooms = PostgresMoveLog(database), PostgresRoomBook(database)
    tables = []
    for _ in range(5):
        room = a_room(bots=2, match=new_id())
        playing = Playing(log, room, Setup(2, Options(3)))
        await playing.begin()
        await playing.deal((0, 1))
        tables.append(playing)
    assert (await database.safety()).safe

    mortal.kill()
    for _ in range(2):
        results = await asyncio.gather(*(playing.append(Shuffled((1, 0))) for playing in tables), return_exceptions=True)
        assert [type(result) for result in results] == [StoreAway] * 5
    for call in (log.claim(tables[0].match, TOY), rooms.load(tables[0].room.id), rooms.save(tables[0].room), database.safety()):
        with pytest.raises(StoreAway):
            await call
    assert log.tally.away == 10

    mortal.start()
    for playing in tables:
        record = await log.claim(playing.match, TOY)
        assert len(record.written) == 3, "what was acknowledged is there, what was not is not"
        playing.epoch = record.epoch
    await asyncio.gather(*(playing.deal((1, 0)) for playing in tables))
    assert [len((await log.claim(playing.match, TOY)).written) for playing in tables] == [6] * 5
    await log.close()
    await database.close()


class Wire:
    """A way to the server that can be cut at an exact point: before it hears something, or after it has done it and before we hear so."""

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
        await asyncio.gather(self._carry(reader, to_server, writer, "before"), self._carry(from_server, writer, to_server, "after"))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, other: asyncio.StreamWriter, when: str) -> None:
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
        assert ("lost" in [line.command for line in record.written]) is written
        assert record.last_hash is not None
        playing.epoch, playing.ply, playing.last_hash = record.epoch, len(record.written), record.last_hash
        if not written:
            await playing.append(SHOW, "lost")
        await playing.log.append(playing.line(Played(Seat(1), "show:1", Show()), "next"))
        assert [line.command for line in (await log.claim(playing.match, TOY)).written] == [None, "lost", "next"]
        await log.close()
        await database.close()


@pytest.mark.slow
async def test_a_match_that_somebody_holds_locked_keeps_no_other_from_being_written(
    monkeypatch: pytest.MonkeyPatch, database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    monkeypatch.setitem(engine.TABLES_SESSION, "lock_timeout", "1s")
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(3)]
    async with database.plain() as connection:
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL transaction_timeout = 0")
        await connection.execute("SELECT FROM matches WHERE id = $1 FOR UPDATE", tables[1].match)
        results = await asyncio.gather(*(playing.append(Shuffled((1, 0))) for playing in tables), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), StoreAway, type(None)]
    await tables[1].append(Shuffled((1, 0)))


async def test_lines_that_a_dying_server_had_in_hand_are_all_unknown_and_none_is_lost_or_doubled(mortal: Mortal) -> None:
    """The server is killed at an arbitrary moment of a busy log; each table then reads what became of its last line."""
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
            if log.tally.lines > 200:
                well_under_way.set()

    busy = [asyncio.create_task(for_ever(playing)) for playing in tables]
    await well_under_way.wait()
    await asyncio.to_thread(mortal.kill)
    assert [type(result) for result in await asyncio.gather(*busy, return_exceptions=True)] == [StoreAway] * 8
    mortal.start()
    for playing in tables:
        record = await log.claim(playing.match, TOY)
        assert len(record.written) in (playing.ply, playing.ply + 1)
        *_, state = replay(TOY, record.setup, (written.entry for written in record.written[: playing.ply]))
        assert state == playing.state
    await log.close()
    await database.close()


async def test_a_log_that_is_not_what_was_written_is_not_played_on(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, deals=[(0, 1)], of=2)
    async with database.plain() as connection:
        await connection.execute("ALTER TABLE entries DISABLE TRIGGER only_added_to")
        await connection.execute(
            "UPDATE entries SET body = jsonb_set(body, '{order}', '[1, 0]') WHERE match_id = $1 AND ply = 0", playing.match
        )
        await connection.execute("ALTER TABLE entries ENABLE TRIGGER only_added_to")
    with pytest.raises(Unlinked) as found:
        await log.claim(playing.match, TOY)
    assert found.value.ply == 0
