"""The time of a move to disk, alone and with others: the real log on PostgreSQL with fsync on.

    .venv/bin/python -m bench.append [seconds for each row, 3 unless told]

Each table appends one line after another, as fast as it is answered. In the end every match is
read back.
"""

import asyncio
import sys
import time
from datetime import UTC, datetime

import msgspec

from app.games import GAMES
from app.rules import chain
from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Expired, Setup
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.model.notation import to_milliseconds
from app.table.model.records import LogLine, Place
from app.table.model.room import ClockLevel, MatchId, PersonId, Room, RoomId, Stage
from bench.temp_database import temp_postgres

TABLES = (1, 4, 16, 64, 256, 1000)
GAME = GAMES[0]
HOST = PersonId("nobody")


def room(match: str) -> Room:
    return Room(
        RoomId(new_id()),
        new_id(),
        new_id(),
        GAME.slug,
        {},
        ClockLevel.OFF,
        HOST,
        HOST,
        (),
        datetime.now(UTC),
        stage=Stage.PLAYING,
        match=MatchId(match),
    )


class Appended(msgspec.Struct, frozen=True):
    """The lines of some tables that append as fast as they are answered."""

    seconds: float
    waits: list[float]
    """Seconds of each line, the shortest first."""
    commits: int
    cpu: float
    """Seconds of this process."""


async def measure(database: Database, tables: int, seconds: float) -> Appended:
    log = PostgresMoveLog(database)
    places = [Place(Seat(seat), None, "steady", f"Bot {seat}") for seat in range(4)]
    matches = [MatchId(new_id()) for _ in range(tables)]
    for match in matches:
        await log.begin(room(match), GAME, Setup(4, GAME.options()), places, bytes(32))
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def play(match: MatchId) -> int:
        ply, setup = 0, to_json(Setup(4, GAME.options()))
        last = chain.initial_hash(match, GAME.slug, GAME.rules_version, setup)
        while (began := time.perf_counter()) < end:
            at, entry = datetime.now(UTC), Expired(f"question:{ply}")
            last = chain.entry_hash(last, match, ply, to_milliseconds(at), to_json(entry))
            await log.append(LogLine(match, 1, ply, at, entry, f"c-{ply}", hash=last))
            waits.append(time.perf_counter() - began)
            ply += 1
        return ply

    began, cpu = time.perf_counter(), time.process_time()
    written = await asyncio.gather(*map(play, matches))
    took, busy = time.perf_counter() - began, time.process_time() - cpu
    await log.close()
    for match, plies in zip(matches[:50], written, strict=False):
        assert len((await log.claim(match, GAME)).entries) == plies
    return Appended(took, sorted(waits), log.counts.commits, busy)


def printed(tables: int, found: Appended) -> str:
    waits, lines = found.waits, len(found.waits)
    return (
        f"{tables:6} {lines / found.seconds:9.0f} {1000 * waits[lines // 2]:8.2f}"
        f" {1000 * waits[int(lines * 0.99)]:8.2f} {1000 * waits[-1]:8.1f}"
        f" {lines / found.commits:10.1f} {1e6 * found.cpu / lines:10.0f}"
    )


async def main(url: str, seconds: float) -> None:
    database = Database(url)
    print(msgspec.json.encode(await database.durability()).decode())
    print("tables   lines/s   p50 ms   p99 ms   max ms  per commit  CPU us/line")
    for tables in TABLES:
        print(printed(tables, await measure(database, tables, seconds)), flush=True)
    await database.close()


if __name__ == "__main__":
    with temp_postgres() as postgres:
        asyncio.run(main(postgres.url, float(sys.argv[1]) if len(sys.argv) > 1 else 3.0))
