"""Tables that write at the same time share commits, and none of them sinks or delays another."""

import asyncio

import asyncpg
import msgspec
import pytest

from app.rules.game import Seat
from app.rules.replay import Shuffled, replay
from app.store.database import connections
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.model.records import Place
from app.table.model.room import PersonId
from app.table.ports import Fenced, StoreAway
from tests.store.conftest import Guest, Play, Playing, linked
from tests.store.toy_game import SHOW, TOY

pytestmark = pytest.mark.usefixtures("own_connections")

DONE = type(None)
"""The result of an append."""


async def test_tables_that_write_at_the_same_time_share_commits(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    tables = [await play(ada, bots=1, of=8) for _ in range(40)]

    async def whole_match(playing: Playing) -> None:
        for _ in range(8):
            await playing.deal((0, 1))

    await asyncio.gather(*map(whole_match, tables))
    assert log.counts.lines == 40 * 8 * 3
    assert log.counts.commits < log.counts.lines / 8
    assert 1 < log.counts.largest_batch <= 64
    for playing in tables:
        record = await log.claim(playing.match, TOY)
        *_, state = replay(TOY, record.setup, (written.entry for written in record.entries))
        assert state == playing.state


async def test_a_fenced_line_does_not_sink_those_it_shares_a_commit_with(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(6)]
    tables[2].epoch += 1
    results = await asyncio.gather(
        *(playing.append(Shuffled((1, 0))) for playing in tables), return_exceptions=True
    )
    assert [type(result) for result in results] == [DONE, DONE, Fenced, DONE, DONE, DONE]
    assert log.counts.commits == 1


async def test_a_line_that_the_database_refuses_fails_alone(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """Here a repeated command id, and a place for an account that does not exist."""
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(4)]
    await tables[1].append(Shuffled((1, 0)), "twice")
    lines = [
        playing.line(Shuffled((1, 0)) if number != 1 else SHOW, "twice")
        for number, playing in enumerate(tables)
    ]
    lines[2] = msgspec.structs.replace(
        lines[2], places=(Place(Seat(5), PersonId("ghost"), None, "Ghost"),)
    )
    results = await asyncio.gather(*map(log.append, lines), return_exceptions=True)
    refused = asyncpg.ForeignKeyViolationError
    assert [type(result) for result in results] == [DONE, Fenced, refused, DONE]
    written = [len((await log.claim(playing.match, TOY)).entries) for playing in tables]
    assert written == [1, 1, 0, 1]


async def test_two_lines_of_one_match_never_share_a_commit(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1)
    first = playing.line(Shuffled((1, 0)))
    second = linked(msgspec.structs.replace(first, ply=1, entry=SHOW), first.hash)
    await asyncio.gather(log.append(first), log.append(second))
    assert [written.entry for written in (await log.claim(playing.match, TOY)).entries] == [
        Shuffled((1, 0)),
        SHOW,
    ]


async def test_a_table_that_gives_up_waiting_does_not_disturb_the_others(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    impatient, patient = await play(ada, bots=1), await play(ada, bots=1)
    task = asyncio.create_task(log.append(impatient.line(Shuffled((1, 0)))))
    await asyncio.sleep(0)
    task.cancel()
    await patient.append(Shuffled((1, 0)))
    with pytest.raises(asyncio.CancelledError):
        await task
    await patient.append(SHOW)


async def test_closing_the_log_writes_what_it_had_accepted(
    database: Database, guest: Guest, play: Play
) -> None:
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


@pytest.mark.slow
async def test_a_match_that_somebody_holds_locked_keeps_no_other_from_being_written(
    monkeypatch: pytest.MonkeyPatch,
    database: Database,
    log: PostgresMoveLog,
    guest: Guest,
    play: Play,
) -> None:
    monkeypatch.setitem(connections.TABLE_SESSION_SETTINGS, "lock_timeout", "1s")
    ada = await guest("Ada")
    tables = [await play(ada, bots=1) for _ in range(3)]
    async with database.transaction() as connection:
        await connection.execute(
            "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL transaction_timeout = 0"
        )
        await connection.execute("SELECT FROM matches WHERE id = $1 FOR UPDATE", tables[1].match)
        results = await asyncio.gather(
            *(playing.append(Shuffled((1, 0))) for playing in tables), return_exceptions=True
        )
    assert [type(result) for result in results] == [type(None), StoreAway, type(None)]
    await tables[1].append(Shuffled((1, 0)))
