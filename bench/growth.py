"""`bench growth`: moves, tables, connections and restarts as a server grows."""

import asyncio
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.rooms.room_store import PostgresRoomStore
from bench.idle_tables import TableCount, TableCountResult, measure_idle_tables
from bench.lobby_players import MANY_SEATS, Cost, measure_ageing
from bench.null_store import SEATS, NullStore, people_of
from bench.quiet_logs import quiet_logs
from bench.report import Ask, Bench, Progress, Sheet
from bench.server_under_load import (
    MemoryUse,
    Reconnects,
    Restart,
    measure_memory,
    measure_reconnects,
    measure_restart,
    prepared_server,
)
from bench.temp_database import temp_postgres

OLD: Final = 2_000
WINDOW: Final = 300
"""Moves that are measured at once: more than a deal has, so that every kind of move is in it."""
ROUNDS: Final = 4
STEPS: Final = (10, 100, 1_000, 5_000)
ACTIVE: Final = 10
MOVES: Final = 3_000
UNFINISHED: Final = 1_000
CROWD: Final = 2_000
WEIGHED: Final = 200
WAITING: Final = 20


def run(ask: Ask) -> Iterator[Sheet]:
    """Runs each part, smaller where `ask` gives less time; one that fails leaves the others."""
    progress = Progress(ask)
    share = min(1.0, ask.each(10.0) / 10.0)
    few = max(4, round(UNFINISHED * share))
    parts: dict[str, Callable[[], Sequence[Sheet]]] = {
        "one match grows old": lambda: [ageing_sheet(share, ask.seed, progress)],
        "idle tables": lambda: [idle_tables_sheet(share, ask.seed, progress)],
        "a server of its own": lambda: server_sheets(
            few, max(4, round(WEIGHED * share)), min(few * SEATS, round(CROWD * share)), progress
        ),
    }
    for name, measured in parts.items():
        try:
            with quiet_logs():
                sheets = measured()
        except (OSError, EOFError, subprocess.SubprocessError) as error:
            why = f"{type(error).__name__}: {error}"
            sheets = [Sheet(f"{name}: not measured", ("why",), [(why,)])]
        yield from sheets


# -- in this process


def ageing_sheet(share: float, seed: int, progress: Progress) -> Sheet:
    old, window, rounds = (
        max(least, round(share * most)) for least, most in ((40, OLD), (20, WINDOW), (1, ROUNDS))
    )
    progress.tell("a match grows old, in memory")
    store = NullStore()
    found = [("in memory", *asyncio.run(measure_ageing(store, store, old, window, rounds, seed)))]
    progress.tell("a match grows old, in the database")
    found.append(("in the database", *_ageing_on_disk(old, window, rounds, seed)))
    return Sheet(
        f"one match grows old: {MANY_SEATS} players, CPU of this process for each move",
        (
            "log",
            "us a move from the 10th",
            f"us a move from the {old:,}th",
            "ratio",
            "moves measured of each",
        ),
        [
            (log, young.each, late.each, late.each / young.each, young.moves)
            for log, young, late, _ in found
        ],
        ("target: at most 1.1",),
    )


def _ageing_on_disk(old: int, window: int, rounds: int, seed: int) -> tuple[Cost, Cost, int]:
    async def age(url: str) -> tuple[Cost, Cost, int]:
        database = Database(url)
        log = PostgresMoveLog(database)
        codes = ["old", *(f"young{number}" for number in range(rounds))]
        people = [
            (one.id, one.name, one.id, "guest")
            for code in codes
            for one in people_of(code, MANY_SEATS)
        ]
        async with database.transaction() as connection:
            await connection.copy_records_to_table(
                "accounts", records=people, columns=["id", "name", "skeleton", "kind"]
            )
        try:
            return await measure_ageing(log, PostgresRoomStore(database), old, window, rounds, seed)
        finally:
            await log.close()
            await database.close()

    with temp_postgres(fsync=False) as postgres:
        return asyncio.run(age(postgres.url))


def idle_tables_sheet(share: float, seed: int, progress: Progress) -> Sheet:
    """Idle tables without heartbeats, which measures the tables alone; then most with them."""
    steps = tuple(dict.fromkeys(max(ACTIVE, round(step * share)) for step in STEPS))
    sizes = [
        *(TableCount(step, ACTIVE) for step in steps),
        TableCount(steps[-1], ACTIVE, alive=True),
    ]
    return result_sheet(
        measure_idle_tables(
            sizes, min(1, len(steps) - 1), max(50, round(MOVES * share)), seed, progress.tell
        )
    )


def result_sheet(found: Sequence[TableCountResult]) -> Sheet:
    base = found[min(1, len(found) - 1)]
    return Sheet(
        f"idle tables beside {ACTIVE} at play: {SEATS} players each, all of them there, log in"
        " memory",
        (
            "open tables",
            "us a move",
            f"against {base.size.tables:,}",
            "KiB an idle table",
            "core when nobody moves, %",
        ),
        [
            (
                f"{one.size.tables:,}{', with signs of life' if one.size.alive else ''}",
                one.cost.each,
                one.ratio,
                None
                if one.size.tables <= base.size.tables
                else (one.rss - base.rss) / (one.size.tables - base.size.tables) / 1024,
                100 * one.rest,
            )
            for one in found
        ],
        (
            (
                "target: 5,000 against 100 at most 1.2 (the median of the rounds); an idle table at"
                " most 150 KiB"
            ),
            (
                "a sign of life: what a browser sends every two seconds, without its socket; they"
                " come"
                " on top of the moves"
            ),
        ),
    )


# -- a server of its own


def server_sheets(tables: int, weighing: int, people: int, progress: Progress) -> list[Sheet]:
    with prepared_server(tables) as server:
        progress.tell("a server opens")
        server.start()
        memory = asyncio.run(measure_memory(server, min(weighing, tables), progress.tell))
        progress.tell("the server is killed")
        restart = asyncio.run(measure_restart(server, min(WAITING, tables)))
        server.restart()
        progress.tell(f"{people} come at once")
        storm = asyncio.run(measure_reconnects(server, people))
    return [memory_sheet(memory), restart_sheet(restart, tables), reconnect_sheet(storm)]


def memory_sheet(memory: MemoryUse) -> Sheet:
    return Sheet(
        f"memory of the server, {memory.tables:,} tables and {memory.sockets:,} further"
        " connections",
        ("what", "KiB each", "target"),
        [
            ("idle table with its first connection, less a connection", memory.table / 1024, 150),
            ("idle connection", memory.socket / 1024, 60),
        ],
    )


def restart_sheet(restart: Restart, tables: int) -> Sheet:
    return Sheet(
        f"killed with {tables:,} unfinished matches, and started again",
        (
            "open after s",
            "a waiting player's frame after s",
            f"the last of {WAITING} after s",
            "CPU s until then",
            "tables awake then",
        ),
        [(restart.answers, restart.frame, restart.last, restart.busy, restart.tables)],
        ("target: below 3 s; from the kill, the process's own start included",),
    )


def reconnect_sheet(storm: Reconnects) -> Sheet:
    return Sheet(
        f"{storm.people:,} people come back at the same moment, four to an address",
        (
            "saw a frame",
            "half of them after s",
            "the last after s",
            "server CPU ms each",
            "longest wait of a page, s",
            "refused",
        ),
        [
            (
                storm.inside,
                storm.median,
                storm.last,
                1000 * storm.busy / max(1, storm.inside),
                storm.lag,
                "; ".join(f"{why} {times}x" for why, times in storm.refusals.items()) or "nobody",
            )
        ],
        ("the visitors' own program shares the machine",),
    )


BENCH: Final = Bench("growth", "a move, a table, a connection and a restart as a server grows", run)
