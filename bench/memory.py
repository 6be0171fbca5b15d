"""`bench memory`: an hour of matches that end, its memory each minute, the collector's pauses."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from bench.report import Ask, Bench, Progress, Sheet
from bench.soak import Sample, Soaked, soak
from bench.soak_people import Crowd
from bench.wire import opened
from bench.wire_load import counted, cpu

TABLES: Final = 60
MINUTES: Final = 60.0
THINK: Final = 2.0
"""Seconds on average before a move: the whole load takes a small part of one core."""
LIFE: Final = 180.0
"""Seconds of a room on average."""
SETTLED: Final = 1 / 6
"""The share of the run after which its memory is the measure: the tenth minute of an hour."""
GROWTH: Final = 1.2
"""The factor by which memory may grow from then on."""
ALERT: Final = 400.0
"""MiB; docs/hosting.md tells operators to look there."""
PAUSE: Final = 0.05
"""Seconds that the collector may stop everybody."""
PAUSES: Final = "pecking_order_collector_pause_seconds"


class Hour(msgspec.Struct, frozen=True):
    """All that one run found."""

    soaked: Soaked
    pauses: Mapping[str, Sequence[tuple[float, float]]]
    """By generation: the bound in seconds of each bucket, and how many pauses lie in it."""
    busy: float
    """The share of a core that the server took."""

    def minutes(self) -> list[tuple[int, Sample]]:
        """The last look of each minute."""
        return list({int(one.at // 60) + 1: one for one in self.soaked.samples}.items())


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


def measured(ask: Ask, tables: int = TABLES) -> Hour:
    """One run on a server of its own."""
    seconds = 60 * (ask.minutes or MINUTES)

    async def run() -> Hour:
        began = cpu(server.pid)
        crowd = Crowd(server.port, ask.seed, THINK, LIFE, patience=1.0)
        found = await soak(server, tables, seconds, crowd, Progress(ask))
        busy = (cpu(server.pid) - began) / seconds
        return Hour(found, pauses_in(await counted(server.port)), busy)

    with opened({"PECKING_ORDER_PACE": "0.02"}) as (server, _):
        return asyncio.run(run())


def judged(hour: Hour) -> Sheet:
    """The last tenth beside the settled minute; failed if it grew, or a pause was too long."""
    samples, seconds = hour.soaked.samples, hour.soaked.seconds
    settled = mean(one for one in samples if 0 <= one.at - seconds * SETTLED < seconds / 60)
    last = mean(one for one in samples if one.at >= seconds * (1 - 1 / 60))
    most = max(one.memory for one in samples)
    total = Counter[float]()
    for buckets in hour.pauses.values():
        total.update(dict(buckets))
    pauses = sorted(total.items())
    longest = bound_of(pauses, 1.0)
    kept = last <= GROWTH * settled and most < ALERT and longest <= PAUSE
    return Sheet(
        "Limits",
        ("what", "measured", "limit"),
        [
            ("memory at the end / when settled", last / settled, GROWTH),
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
            "Meanwhile: " + ", ".join(f"{n} {what}" for what, n in hour.soaked.counts.items()),
            *(f"Failures: {hour.soaked.failures[:3]}" for _ in hour.soaked.failures[:1]),
        ),
        passed=kept and not hour.soaked.failures,
    )


def mean(samples: Iterator[Sample]) -> float:
    memory = [one.memory for one in samples]
    return sum(memory) / len(memory)


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
