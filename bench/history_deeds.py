"""The deeds that `bench history` times: a match's end, a void, an erasure, the daily removal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final

import msgspec

from app.store.admin import audit, voiding
from app.store.admin.audit import Action
from app.store.database.pools import Database
from app.store.log.lines import append_lines, prepare
from app.store.results.refolds import RatingRefolder
from app.store.upkeep import erasure
from app.store.upkeep.retention import Retention, remove_old
from app.table.model.records import LogLine
from bench.new_matches import NewMatches
from bench.seeded_ids import id_of, match_of

ENDS: Final = 60
"""Matches whose end is timed."""
LINE_EVERY: Final = 0.01
"""Seconds between two lines of another table while a match is voided."""
BEFORE: Final = 1.0
AFTER: Final = 0.5
"""Seconds for which others play before and after that."""
REFOLD_PATIENCE: Final = 120.0
"""Seconds that the refold of ratings is waited for."""
ADMIN: Final = 2


class Waits:
    """Times in seconds, of which the longest counts."""

    def __init__(self) -> None:
        self.all: list[float] = []

    @asynccontextmanager
    async def timed(self) -> AsyncIterator[None]:
        began = perf_counter()
        yield
        self.all.append(perf_counter() - began)

    def at(self, share: float) -> float:
        ordered = sorted(self.all)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


async def time_match_ends(database: Database, accounts: int, seed: int) -> tuple[Waits, Waits]:
    """The database's time for the last line of a match, and the whole time of its transaction."""
    new = NewMatches(database, accounts, seed)
    queries, whole = Waits(), Waits()
    connection = await database.connect()
    try:
        spent = 0.0

        def add(record: Any) -> None:
            nonlocal spent
            spent += record.elapsed

        connection.add_query_logger(add)
        for _ in range(ENDS):
            line = prepare(new.last_line(*await new.begin()))
            spent = 0.0
            async with whole.timed(), connection.transaction():
                assert await append_lines(connection, [line]), "the match is ours"
            queries.all.append(spent)
        connection.remove_query_logger(add)
    finally:
        await connection.close()
        await new.log.close()
    return queries, whole


class Voided(msgspec.Struct, frozen=True):
    """Seconds around the voiding of one match."""

    request: float
    line: float
    """The longest that another table's line took meanwhile."""
    end: float
    """The longest that another match's end took."""
    late: float
    """The longest that the event loop was late."""
    refold: float | None
    """Until all ratings were right again; None: longer than REFOLD_PATIENCE."""


async def time_void(database: Database, match: str, accounts: int, seed: int) -> Voided:
    """Voids an old match while others play and end, and undoes it afterwards."""
    new = NewMatches(database, accounts, seed + 1)
    refolder = RatingRefolder(database)
    lines, ends, late, request = Waits(), Waits(), Waits(), Waits()
    others = [
        asyncio.create_task(work)
        for work in (
            _write_lines(new, lines),
            _end_matches(new, ends),
            _watch(late),
            _refold(refolder),
        )
    ]
    try:
        await asyncio.sleep(BEFORE)
        for waits in (lines, ends, late):
            waits.all.clear()
        async with request.timed():
            await _void(database, match)
        refold = await _refolded(refolder)
        await asyncio.sleep(AFTER)
        while not (lines.all and ends.all and late.all):
            assert not any(task.done() for task in others), "others play on"
            await asyncio.sleep(LINE_EVERY)
        found = Voided(request.at(1), lines.at(1), ends.at(1), late.at(1), refold)
        async with database.sessions.begin() as db:
            await voiding.reinstate(db, match)
        await _refolded(refolder)
    finally:
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await new.log.close()
    return found


async def _refolded(refolder: RatingRefolder) -> float | None:
    """Seconds until the ratings are right again; None: longer than REFOLD_PATIENCE."""
    refolder.wake()
    began = perf_counter()
    while refolder.seconds_behind:
        if perf_counter() - began > REFOLD_PATIENCE:
            return None
        await asyncio.sleep(0.05)
    return perf_counter() - began


async def _void(database: Database, match: str) -> None:
    async with database.sessions.begin() as db:
        await voiding.void(db, match, "Chosen for it.")
        await audit.record(
            db, id_of("account", ADMIN), Action.VOID, audit.match_subject(match), "Chosen for it."
        )


async def _write_lines(new: NewMatches, waits: Waits) -> None:
    room, sample = await new.begin()
    assert room.match is not None, "begun"
    ply = 0
    while True:
        line = LogLine(room.match, 1, ply, datetime.now(UTC), sample.entries[0], hash=bytes(32))
        async with waits.timed():
            await new.log.append(line)
        ply += 1
        await asyncio.sleep(LINE_EVERY)


async def _end_matches(new: NewMatches, waits: Waits) -> None:
    while True:
        line = new.last_line(*await new.begin())
        async with waits.timed():
            await new.log.append(line)
        await asyncio.sleep(10 * LINE_EVERY)


async def _watch(late: Waits) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LINE_EVERY
        await asyncio.sleep(LINE_EVERY)
        late.all.append(max(0.0, loop.time() - due))


async def _refold(refolder: RatingRefolder) -> None:
    while True:
        await refolder.work()


class _TakenBack(Exception):
    """Ends a transaction that is not to be kept."""


async def time_erasure(database: Database, account: int) -> float:
    """Seconds to erase somebody, which is taken back."""
    waits = Waits()
    try:
        async with database.sessions.begin() as db:
            async with waits.timed():
                await erasure.erase_account(db, id_of("account", account))
            raise _TakenBack
    except _TakenBack:
        return waits.at(1)


async def count_of_person(database: Database, account: int) -> tuple[int, int]:
    """The matches that somebody sat in, and the names that they had there."""
    async with database.transaction() as connection:
        row = await connection.fetchrow(
            "SELECT count(DISTINCT match_id) AS matches, count(DISTINCT name) AS names"
            " FROM places WHERE account_id = $1",
            id_of("account", account),
        )
    assert row is not None, "an aggregate has a row"
    return row["matches"], row["names"]


class Removal(msgspec.Struct, frozen=True):
    """The daily removal."""

    seconds: float
    """Without its pauses."""
    longest: float
    """Seconds of its longest step."""
    kind: str
    """The kind of row that this step removed."""
    rows: int


async def time_removal(database: Database) -> Removal:
    found, removed = list[tuple[float, str]](), 0
    connection = await database.connect()
    try:
        steps = remove_old(connection, Retention(), datetime.now(UTC))
        while True:
            began = perf_counter()
            try:
                kind, number = await anext(steps)
            except StopAsyncIteration:
                break
            found.append((perf_counter() - began, kind))
            removed += number
    finally:
        await connection.close()
    return Removal(sum(seconds for seconds, _ in found), *max(found), removed)


def voided_match(total: int, whole: int) -> str:
    """A match of the middle of history that was finished."""
    return match_of(total // 2 // whole * whole + 1)
