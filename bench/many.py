"""`bench many`: what a move costs with several processes on one database, and PostgreSQL alone."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from app.store.database.pools import Database
from bench.append import Appended, measure
from bench.report import Ask, Bench, Progress, Sheet
from bench.temp_database import temp_postgres
from bench.wire import GAME, SEATS, cores, loaded, pin
from bench.wire_load import TICK, Report, cpu_of_all

BEST: Final = 8.0
WARM: Final = 2.0
ROUNDS: Final = 3
TABLES: Final = 25
"""Of each process, so that a process has as much to do beside others as alone."""
THINK: Final = 0.2
"""Seconds on average."""
WAYS: Final = ((1, False), (2, False), (4, False), (2, True), (4, True))
"""Counts of processes, each with whether sockets come to the one beside their table's."""
LIMITS: Final = {False: 1.03, True: 1.5}
"""Times the CPU of one process alone."""
ENDING: Final = 0.3
"""Seconds until PostgreSQL has seen its closed sessions end."""
WRITERS: Final = ((1, 1), (4, 1), (16, 1), (1, 50), (4, 50))
"""Connections that write, each a process's log, and the tables of each."""


def run(ask: Ask) -> Iterator[Sheet]:
    progress, seconds = Progress(ask), ask.each(BEST)
    yield processes_sheet(ask, progress, seconds)
    yield postgres_sheet(progress, seconds / 2)


def cost(report: Report) -> float:
    """Microseconds of all server processes for each move."""
    return 1e6 * report.server_cpu / report.moves


def processes_sheet(ask: Ask, progress: Progress, seconds: float) -> Sheet:
    """Each way in turn, several times over; the ratio is that within one round."""
    think = THINK if ask.think is None else ask.think
    tables = ask.tables[0] if ask.tables else TABLES
    found: dict[tuple[int, bool], list[Report]] = {way: [] for way in WAYS}
    rounds = ROUNDS if ask.seconds is None else 1
    for turn in range(rounds):
        for (processes, passed), reports in found.items():
            progress.tell(f"round {turn + 1}: {processes} processes{', passed on' * passed}")
            reports.append(
                loaded(
                    tables * processes,
                    think,
                    seconds,
                    min(WARM, seconds),
                    ask.seed + turn,
                    processes=processes,
                    passed=passed,
                )
            )
    alone = found[WAYS[0]]
    times = {
        way: median(cost(one) / cost(single) for one, single in zip(reports, alone, strict=True))
        for way, reports in found.items()
    }
    return Sheet(
        f"{GAME.title}, {SEATS} seats, {tables} tables of each process, {think:g} s to think",
        (
            "processes",
            "moves/s",
            "server us/move",
            "times one alone",
            "limit",
            "postgres us/move",
            "commits/move",
            "p50 ms",
            "p99 ms",
        ),
        [
            (
                f"{way[0]}{', passed on' * way[1]}",
                median(one.moves / one.seconds for one in reports),
                median(map(cost, reports)),
                times[way],
                None if way == WAYS[0] else LIMITS[way[1]],
                median(1e6 * one.postgres_cpu / one.moves for one in reports),
                median(one.commits / one.entries for one in reports),
                median(one.p50 for one in reports),
                median(one.p99 for one in reports),
            )
            for way, reports in found.items()
        ],
        (
            f"All processes share one core. Medians of {rounds} rounds, in turns.",
            "Passed on: every socket comes to the process beside the one that runs its table.",
        ),
        all(times[way] <= LIMITS[way[1]] for way in WAYS[1:]),
    )


def postgres_sheet(progress: Progress, seconds: float) -> Sheet:
    """Lines that several logs write as fast as they are answered, fsync on."""
    rows = []
    with temp_postgres() as postgres:
        pin(postgres.process.pid, cores()[0])  # its children follow
        for writers, tables in WRITERS:
            progress.tell(f"PostgreSQL alone: {writers} connections")
            busy = postgres_cpu(postgres.process.pid)
            found = asyncio.run(appended(postgres.url, writers, tables, seconds))
            busy = postgres_cpu(postgres.process.pid) - busy
            lines, took = sum(one.lines for one in found), found[0].seconds
            commits = sum(one.commits for one in found)
            rows.append(
                (
                    f"{writers} with {tables} tables",
                    lines / took,
                    commits / took,
                    lines / commits,
                    1e6 * busy / commits,
                    1e6 * busy / lines,
                )
            )
    return Sheet(
        "PostgreSQL alone: lines of moves, written as fast as they are answered",
        (
            "connections",
            "moves/s",
            "commits/s",
            "moves/commit",
            "postgres us/commit",
            "postgres us/move",
        ),
        rows,
        ("All writers are one program on one core, which some rates are limited by.",),
    )


def postgres_cpu(pid: int) -> float:
    """CPU seconds of a database, with those of sessions that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return cpu_of_all(pid) + sum(map(int, fields[13:15])) / TICK


async def appended(url: str, writers: int, tables: int, seconds: float) -> Sequence[Appended]:
    databases = [Database(url) for _ in range(writers)]
    try:
        return await asyncio.gather(*(measure(one, tables, seconds) for one in databases))
    finally:
        for one in databases:
            await one.close()
        await asyncio.sleep(ENDING)


BENCH: Final = Bench(
    "many", "a move with several processes on one database, and PostgreSQL alone", run, long=True
)
