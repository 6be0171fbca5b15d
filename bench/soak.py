"""`bench soak`: matches begin and end, people come and go, and nothing may grow meanwhile."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Final

import msgspec

from bench.lobby_players import open_files, rss
from bench.report import Ask, Bench, Progress, Sheet
from bench.soak_people import Crowd
from bench.wire import opened
from bench.wire_load import counted
from tests.server_process import ServerProcess

TABLES: Final = 40
MINUTES: Final = 10.0
SLICES: Final = 10
"""The parts of a run; the last one is compared with the second."""
SAMPLES: Final = 15
"""Looks at the server in each slice."""
THINK: Final = 0.2
"""Seconds on average before a move."""
LIFE: Final = 0.1
"""The life of a room on average, as a share of the run."""
PATIENCE: Final = 0.1
"""Multiplies how long a table waits for people: it is put away after half a minute."""
ALLOWED: Final = 0.1
"""The distance of the last slice from the second that is allowed, as a share."""
MEBIBYTE: Final = 2**20


class Sample(msgspec.Struct, frozen=True):
    """One look at the server."""

    at: float
    """Seconds from the beginning."""
    memory: float
    """MiB of its process."""
    files: float
    """Its open file descriptors."""
    tasks: float
    """The tasks of its event loop."""
    tables: float
    """Awake."""
    sockets: float
    matches: float
    """Begun so far."""
    lag: float
    """Seconds that the event loop was late, in all."""
    looks: float
    """The number of times that the lag was looked at."""


class Soaked(msgspec.Struct, frozen=True):
    """All that one run found."""

    seconds: float
    samples: Sequence[Sample]
    counts: Counter[str]
    byes: Counter[str]
    failures: Sequence[str]

    def slices(self) -> list[Sample]:
        """The mean of each slice; counts are those at its end, lag and looks those within."""
        width = self.seconds / SLICES
        parts = [
            [one for one in self.samples if number * width <= one.at < (number + 1) * width]
            for number in range(SLICES)
        ]
        return [_mean(part) for part in parts if part]


def _mean(samples: Sequence[Sample]) -> Sample:
    def mean(name: str) -> float:
        values: list[float] = [getattr(one, name) for one in samples]
        return sum(values) / len(values)

    first, last = samples[0], samples[-1]
    return Sample(
        last.at,
        mean("memory"),
        mean("files"),
        mean("tasks"),
        mean("tables"),
        mean("sockets"),
        last.matches,
        last.lag - first.lag,
        last.looks - first.looks,
    )


async def look(server: ServerProcess, crowd: Crowd, began: float) -> Sample:
    numbers = await counted(server.port)
    return Sample(
        monotonic() - began,
        rss(server.pid) / MEBIBYTE,
        open_files(server.pid),
        numbers["pecking_order_tasks"],
        numbers["pecking_order_tables"],
        numbers["pecking_order_sockets"],
        crowd.counts["matches"],
        numbers["pecking_order_loop_lag_seconds_sum"],
        numbers["pecking_order_loop_lag_seconds_count"],
    )


async def soak(
    server: ServerProcess, tables: int, seconds: float, crowd: Crowd, progress: Progress
) -> Soaked:
    """Keeps this many tables going and looks at the server meanwhile."""
    began, samples = monotonic(), list[Sample]()
    async with asyncio.TaskGroup() as group:
        keeping = [group.create_task(crowd.keep_table(number)) for number in range(tables)]
        while monotonic() - began < seconds:
            await asyncio.sleep(seconds / SLICES / SAMPLES)
            now = await look(server, crowd, began)
            samples.append(now)
            progress.tell(
                f"{now.memory:.1f} MiB, {now.files:.0f} files, {now.tasks:.0f} tasks,"
                f" {now.tables:.0f} tables, {now.sockets:.0f} sockets,"
                f" {now.matches:.0f} matches, {crowd.counts['rooms']} rooms"
            )
        for task in keeping:
            task.cancel()
    return Soaked(seconds, samples, crowd.counts, crowd.byes, tuple(crowd.failures))


def measured(ask: Ask, tables: int = TABLES) -> Soaked:
    """One run on a server of its own."""
    seconds = 60 * (ask.minutes or MINUTES)
    with opened({"PECKING_ORDER_PACE": "0.02", "PECKING_ORDER_PATIENCE": str(PATIENCE)}) as (
        server,
        _,
    ):
        crowd = Crowd(server.port, ask.seed, THINK, seconds * LIFE, PATIENCE)
        return asyncio.run(soak(server, tables, seconds, crowd, Progress(ask)))


def judged(found: Soaked) -> Sheet:
    """The last slice beside the second; failed if memory, files or tasks differ too much."""
    slices = found.slices()
    second, last = slices[1], slices[-1]
    rows, passed = list[tuple[str | float | None, ...]](), not found.failures
    for name, what in (
        ("memory", "memory, MiB"),
        ("files", "open files"),
        ("tasks", "tasks"),
        ("tables", "tables awake"),
        ("sockets", "sockets"),
    ):
        before, after = getattr(second, name), getattr(last, name)
        within = abs(after / before - 1) <= ALLOWED
        asked = name in ("memory", "files", "tasks")
        passed = passed and (within or not asked)
        verdict = ("yes" if within else "NO") if asked else "load: yes" if within else "load: no"
        rows.append((what, before, after, after / before, verdict))
    share = f"{found.seconds / SLICES:g} s"
    return Sheet(
        f"The last {share} beside the second {share}",
        ("what", "second", "last", "ratio", f"within {100 * ALLOWED:.0f} %"),
        rows,
        tuple(_notes(found)),
        passed=passed,
    )


def _notes(found: Soaked) -> Iterator[str]:
    yield "Meanwhile: " + ", ".join(f"{count} {what}" for what, count in found.counts.items())
    if found.byes:
        yield "Ended by the server: " + ", ".join(
            f"{why!r} {count}" for why, count in found.byes.most_common()
        )
    if found.failures:
        yield f"{len(found.failures)} failures, the first: {found.failures[0]}"


def run(ask: Ask) -> Sequence[Sheet]:
    found = measured(ask)
    return [
        Sheet(
            f"Means of each tenth, {TABLES} tables",
            ("until s", "MiB", "files", "tasks", "tables", "sockets", "matches", "loop late ms"),
            [
                (
                    f"{one.at:.0f}",
                    one.memory,
                    one.files,
                    one.tasks,
                    one.tables,
                    one.sockets,
                    one.matches,
                    1000 * one.lag / max(1.0, one.looks),
                )
                for one in found.slices()
            ],
        ),
        judged(found),
    ]


BENCH: Final = Bench(
    "soak",
    "ten minutes of matches that begin and end, and people who come and go",
    run,
    long=True,
)
