"""`bench memory`: an hour of matches that end, its memory each minute, the collector's pauses."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from time import monotonic
from typing import Final

import msgspec

from bench.lobby_players import open_files, rss
from bench.memory_people import Crowd
from bench.report import Ask, Bench, Progress, Sheet
from bench.wire import opened
from bench.wire_load import counted, cpu
from tests.server_process import ServerProcess

TABLES: Final = 60
MINUTES: Final = 60.0
THINK: Final = 2.0
"""Seconds on average before a move: the whole load takes a small part of one core."""
LIFE: Final = 180.0
"""Seconds of a room on average."""
SAMPLES: Final = 150
"""Looks at the server in one run."""
SETTLED: Final = 1 / 6
"""The share of the run after which what it holds is the measure: the tenth minute of an hour."""
GROWTH: Final = 1.2
"""The factor by which memory, open files and tasks may grow from then on."""
ALERT: Final = 400.0
"""MiB; docs/hosting.md tells operators to look there."""
PAUSE: Final = 0.05
"""Seconds that the collector may stop everybody."""
PAUSES: Final = "pecking_order_collector_pause_seconds"


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


class Hour(msgspec.Struct, frozen=True):
    """All that one run found."""

    seconds: float
    samples: Sequence[Sample]
    counts: Counter[str]
    byes: Counter[str]
    """The reasons of the server for ending a connection."""
    failures: Sequence[str]
    pauses: Mapping[str, Sequence[tuple[float, float]]]
    """By generation: the bound in seconds of each bucket, and how many pauses lie in it."""
    busy: float
    """The share of a core that the server took."""

    def minutes(self) -> list[tuple[int, Sample]]:
        """The last look of each minute."""
        return list({int(one.at // 60) + 1: one for one in self.samples}.items())


def pauses_in(numbers: Mapping[str, float]) -> dict[str, list[tuple[float, float]]]:
    """The buckets of the collector's pauses in a server's own numbers."""
    found: dict[str, list[tuple[float, float]]] = {}
    for name, value in numbers.items():
        if name.startswith(f"{PAUSES}_bucket"):
            labels = dict(pair.split("=") for pair in name.partition("{")[2][:-1].split(","))
            bound = float(labels["le"].strip('"'))
            found.setdefault(labels["generation"].strip('"'), []).append((bound, value))
    return {
        generation: [(bound, more - less) for (_, less), (bound, more) in pairwise([(0, 0), *all_])]
        for generation, all_ in found.items()
    }


def bound_of(pauses: Sequence[tuple[float, float]], share: float) -> float:
    """The bound in seconds below which this share of the pauses lies; 0 if there were none."""
    rest = share * sum(count for _, count in pauses)
    for bound, count in pauses:
        rest -= count
        if rest <= 0 and count:
            return bound
    return 0.0


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
    )


async def watched(
    server: ServerProcess, tables: int, seconds: float, crowd: Crowd, progress: Progress
) -> list[Sample]:
    """Keeps this many tables going and looks at the server meanwhile."""
    began, samples = monotonic(), list[Sample]()
    async with asyncio.TaskGroup() as group:
        keeping = [group.create_task(crowd.keep_table(number)) for number in range(tables)]
        while monotonic() - began < seconds:
            await asyncio.sleep(seconds / SAMPLES)
            now = await look(server, crowd, began)
            samples.append(now)
            progress.tell(
                f"{now.memory:.1f} MiB, {now.files:.0f} files, {now.tasks:.0f} tasks,"
                f" {now.tables:.0f} tables, {now.sockets:.0f} sockets,"
                f" {now.matches:.0f} matches, {crowd.counts['rooms']} rooms"
            )
        for task in keeping:
            task.cancel()
    return samples


def measured(ask: Ask, tables: int = TABLES) -> Hour:
    """One run on a server of its own."""
    seconds = 60 * (ask.minutes or MINUTES)

    async def run() -> Hour:
        began = cpu(server.pid)
        crowd = Crowd(server.port, ask.seed, THINK, LIFE)
        samples = await watched(server, tables, seconds, crowd, Progress(ask))
        busy = (cpu(server.pid) - began) / seconds
        pauses = pauses_in(await counted(server.port))
        return Hour(seconds, samples, crowd.counts, crowd.byes, crowd.failures, pauses, busy)

    with opened({"PECKING_ORDER_PACE": "0.02"}) as (server, _):
        return asyncio.run(run())


def judged(hour: Hour) -> Sheet:
    """The last minute beside the settled one; failed if anything grew, or a pause was too long."""
    share = hour.seconds / 60
    settled = [one for one in hour.samples if 0 <= one.at - hour.seconds * SETTLED < share]
    last = [one for one in hour.samples if one.at >= hour.seconds - share]
    grown = {what: mean(last, what) / mean(settled, what) for what in ("memory", "files", "tasks")}
    most = max(one.memory for one in hour.samples)
    total = Counter[float]()
    for buckets in hour.pauses.values():
        total.update(dict(buckets))
    pauses = sorted(total.items())
    longest = bound_of(pauses, 1.0)
    kept = max(grown.values()) <= GROWTH and most < ALERT and longest <= PAUSE
    return Sheet(
        "Limits",
        ("what", "measured", "limit"),
        [
            *((f"{what} at the end / when settled", grown[what], GROWTH) for what in grown),
            ("most memory, MiB", most, ALERT),
            ("longest pause of the collector, ms, at most", 1000 * longest, 1000 * PAUSE),
            ("p99 of its pauses, ms, at most", 1000 * bound_of(pauses, 0.99), None),
        ],
        (
            *(
                f"Generation {generation}: {sum(count for _, count in buckets):.0f} passes,"
                f" none above {1000 * bound_of(buckets, 1.0):g} ms"
                for generation, buckets in hour.pauses.items()
            ),
            f"The server took {100 * hour.busy:.0f} % of a core.",
            "Meanwhile: " + ", ".join(f"{n} {what}" for what, n in hour.counts.items()),
            *(f"Ended by the server: {n} {why!r}" for why, n in hour.byes.most_common()),
            *(f"Failures: {hour.failures[:3]}" for _ in hour.failures[:1]),
        ),
        passed=kept and not hour.failures,
    )


def mean(samples: Sequence[Sample], what: str) -> float:
    values: list[float] = [getattr(one, what) for one in samples]
    return sum(values) / len(values)


def run(ask: Ask) -> Sequence[Sheet]:
    hour = measured(ask)
    return [
        Sheet(
            "At the end of each minute",
            ("minute", "MiB", "tables", "sockets", "tasks", "matches"),
            [
                (minute, one.memory, one.tables, one.sockets, one.tasks, one.matches)
                for minute, one in hour.minutes()
            ],
        ),
        judged(hour),
    ]


BENCH: Final = Bench(
    "memory",
    "an hour of 60 tables whose matches end: memory each minute, the collector's pauses",
    run,
    long=True,
)
