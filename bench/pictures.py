"""`bench pictures`: pictures to share, made by their own process: time, CPU, memory and bytes."""

import asyncio
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Final

import psutil

from app.web.pictures.picture_service import COMMAND, PictureService
from bench.report import Ask, Bench, Progress, Sheet
from tests.web.pictures.made_up import evening, facts

SEATS: Final = (2, 5, 10)
MAX_CPU_MS: Final = 250.0
MAX_MIB: Final = 96.0
MAX_KIB: Final = 256.0
"""The budget of one picture, with its process."""


def run(ask: Ask) -> Iterator[Sheet]:
    yield asyncio.run(_measured(ask, Progress(ask)))


async def _measured(ask: Ask, progress: Progress) -> Sheet:
    rounds = 15 if ask.each(1.0) >= 1.0 else 1
    rows: list[list[str | float]] = []
    began = perf_counter()
    service = PictureService()
    await service.png("first", facts("Ann"))
    first = 1e3 * (perf_counter() - began)
    (worker,) = [one for one in psutil.Process().children() if COMMAND[-1] in one.cmdline()]
    for kind, make in (("match", facts), ("evening", evening)):
        for seats in SEATS:
            progress.tell(f"{kind}, {seats} seats")
            times, cpu, size = list[float](), list[float](), 0
            for number in range(rounds):
                names = [f"Player {number} {seat}" for seat in range(seats)]
                before, at = worker.cpu_times(), perf_counter()
                size = len(await service.png(f"{kind} {seats} {number}", make(*names)))
                times.append(1e3 * (perf_counter() - at))
                after = worker.cpu_times()
                cpu.append(1e3 * (after.user + after.system - before.user - before.system))
            memory = worker.memory_info().rss / 2**20
            rows.append([f"{kind}, {seats} seats", median(times), median(cpu), memory, size / 1024])
    await service.close()
    most = [max(float(row[column]) for row in rows) for column in (2, 3, 4)]
    return Sheet(
        "Pictures to share",
        ("picture", "ms", "CPU ms", "memory of the process, MiB", "PNG, KiB"),
        rows,
        notes=(f"The first one, with the start of the process: {first:,.0f} ms.",),
        passed=all(
            found <= limit
            for found, limit in zip(most, (MAX_CPU_MS, MAX_MIB, MAX_KIB), strict=True)
        ),
    )


BENCH: Final = Bench("pictures", "pictures to share, made by their own process", run)
