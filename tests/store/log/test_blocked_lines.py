"""A line that meets a lock waits alone: the lines of other matches are written meanwhile."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy.ext.asyncio import AsyncSession

import app.store
from app.rules.game import Seat
from app.rules.replay import Played, Shuffled
from app.store.database import connections
from app.store.database.pools import Database
from app.store.log.group_commit import MAX_BLOCKED
from app.store.log.move_log import PostgresMoveLog
from app.store.people import accounts, sessions
from app.store.people.rows import Account
from app.store.rooms.room_store import PostgresRoomStore
from app.table.ports import StoreAway
from tests.store.conftest import Guest, Play, Playing, a_room, linked
from tests.store.toy_game import SHOW, TOY, Show

pytestmark = pytest.mark.usefixtures("own_connections")

HANG: float = 40
"""Seconds until a test that waits for ever fails; less than the limits that it is about."""


@asynccontextmanager
async def locked(database: Database, account: Account, strength: str) -> AsyncIterator[None]:
    """Somebody else's transaction holds the account's row for as long as this lasts."""
    async with database.transaction() as connection:
        await connection.execute(
            "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL transaction_timeout = 0"
        )
        await connection.execute(f"SELECT FROM accounts WHERE id = $1 FOR {strength}", account.id)
        yield


async def before_last_card(play: Play, *people: Account) -> Playing:
    """A match in which the next card ends a deal, so that its line brings standings."""
    playing = await play(*people, bots=1, of=3)
    await playing.append(Shuffled((1, 0)))
    await playing.append(SHOW)
    return playing


async def end_deal(playing: Playing) -> None:
    await playing.append(Played(Seat(1), f"show:{playing.state.public.deal}", Show()))


async def entries(log: PostgresMoveLog, playing: Playing) -> int:
    return len((await log.claim(playing.match, TOY)).entries)


async def test_a_locked_account_keeps_only_its_own_match_waiting(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """A deletion of the account, say: it excludes even the foreign keys of standings."""
    ada, bob = await guest("Ada"), await guest("Bob")
    stuck = await before_last_card(play, ada)
    others = [await before_last_card(play, bob) for _ in range(5)]
    async with asyncio.timeout(HANG), asyncio.TaskGroup() as tasks:
        async with locked(database, ada, "UPDATE"):
            waiting = tasks.create_task(end_deal(stuck))
            await asyncio.gather(*map(end_deal, others))
            assert not waiting.done()
        await waiting
    assert [await entries(log, playing) for playing in (stuck, *others)] == [3] * 6


async def test_an_account_that_is_being_changed_keeps_no_match_waiting(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    playing = await before_last_card(play, ada)
    async with asyncio.timeout(HANG), locked(database, ada, "NO KEY UPDATE"):
        await end_deal(playing)


async def suspended(db: AsyncSession, account: Account) -> None:
    await accounts.suspend(db, account.id, None, "Rude.")


async def logged_out(db: AsyncSession, account: Account) -> None:
    await sessions.close_all(db, account.id)


@pytest.mark.parametrize("change", [suspended, logged_out])
async def test_an_open_request_about_a_person_keeps_no_match_of_theirs_waiting(
    change: Callable[[AsyncSession, Account], Awaitable[None]],
    db: AsyncSession,
    guest: Guest,
    play: Play,
) -> None:
    ada = await guest("Ada")
    playing = await before_last_card(play, ada)
    await change(db, ada)
    async with asyncio.timeout(HANG):
        await end_deal(playing)
    await db.commit()


DELETING = {"retention.py"}
"""Modules that lock rows in order to delete them, which excludes references to them."""


def test_a_row_that_is_only_changed_is_never_locked_against_references() -> None:
    """One such lock on an account froze all tables; see decision 200."""
    locks = re.compile(r"(?<!NO KEY )FOR UPDATE|with_for_update(?!\(key_share|={\"key_share)")
    store = Path(app.store.__file__).parent
    assert {path.name for path in store.rglob("*.py") if locks.search(path.read_text())} == DELETING


async def test_a_line_whose_lock_is_held_too_long_is_not_written_at_all(
    monkeypatch: pytest.MonkeyPatch,
    database: Database,
    log: PostgresMoveLog,
    guest: Guest,
    play: Play,
) -> None:
    monkeypatch.setitem(connections.TABLE_SESSION_SETTINGS, "lock_timeout", "300ms")
    ada = await guest("Ada")
    playing = await before_last_card(play, ada)
    async with locked(database, ada, "UPDATE"):
        with pytest.raises(StoreAway):
            await end_deal(playing)
    assert log.counts.unknown == 0, "it is known that nothing was written"
    record = await log.claim(playing.match, TOY)
    async with database.transaction() as connection:
        assert await connection.fetchval("SELECT count(*) FROM standings") == 0
        assert await connection.fetchval("SELECT count(*) FROM totals") == 0
    assert len(record.entries) == 2
    playing.epoch = record.epoch
    await end_deal(playing)


async def test_lines_of_one_match_keep_their_order_while_the_first_waits(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    playing = await before_last_card(play, ada)
    first = playing.line(Played(Seat(1), "show:1", Show()))
    second = linked(
        msgspec.structs.replace(first, ply=3, entry=Shuffled((0, 1)), standings=()), first.hash
    )
    async with asyncio.timeout(HANG):
        async with locked(database, ada, "UPDATE"):
            both = asyncio.gather(log.append(first), log.append(second))
            await waits_for_lock(database)
            other = await play(await guest("Bob"), bots=1)
            await other.append(Shuffled((1, 0)))
        await both
    assert [line.entry for line in (await log.claim(playing.match, TOY)).entries[2:]] == [
        first.entry,
        second.entry,
    ]


async def test_many_blocked_lines_leave_connections_for_everybody_else(
    database: Database, log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    stuck = [await before_last_card(play, ada) for _ in range(MAX_BLOCKED + 3)]
    room = a_room(await guest("Bob"))
    async with asyncio.timeout(HANG):
        async with locked(database, ada, "UPDATE"):
            ends = asyncio.gather(*map(end_deal, stuck))
            await waits_for_lock(database, MAX_BLOCKED)
            await rooms.save(room)
            assert await rooms.load(room.id) == room
        await ends
    assert [await entries(log, playing) for playing in stuck] == [3] * len(stuck)


async def test_closing_the_log_waits_for_a_blocked_line(
    database: Database, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    playing = await before_last_card(play, ada)
    log = playing.log = PostgresMoveLog(database)
    async with asyncio.timeout(HANG):
        async with locked(database, ada, "UPDATE"):
            end = asyncio.create_task(end_deal(playing))
            await waits_for_lock(database)
            closing = asyncio.create_task(log.close())
            await asyncio.sleep(0)
            assert not closing.done()
        await closing
        await end
    assert await entries(log, playing) == 3


async def test_a_blocked_line_of_a_match_that_was_taken_over_is_fenced(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """The claim waits for the transaction of the line, or comes first; both cannot win."""
    ada = await guest("Ada")
    playing = await before_last_card(play, ada)
    playing.epoch += 1
    async with asyncio.timeout(HANG), locked(database, ada, "UPDATE"):
        with pytest.raises(Exception, match="under epoch"):
            await end_deal(playing)


async def waits_for_lock(database: Database, many: int = 1) -> None:
    """Waits until this many statements of lines wait for a lock on connections of the pool."""
    connection = await database.connect()
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        " AND datname = current_database() AND now() - query_start > '200 ms'"
    )
    try:
        while await connection.fetchval(waiting) < many:
            await asyncio.sleep(0.01)
    finally:
        await connection.close()
