"""The background jobs of a server: each is done again and again, and never ends unseen.

A job is *sound* or *failing*:

| it is | its round ends | its round fails |
|---|---|---|
| sound | sound; the next round after `every` | failing since now; again after the first wait |
| failing | sound | failing since then; again after twice the last wait |

A failure is a line in the log, counts as a metric, and `/readyz` names the job and since when.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from app.store.database.connections import DATABASE_ERRORS
from app.table.ports import Clock
from app.text.error_chain import error_chain

FIRST_WAIT: Final = 1.0
"""Seconds until a job that failed is tried again, longer for a rare one; each failure doubles it.
"""
LONGEST_WAIT: Final = 600.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """Work that is done as long as the server lives."""

    name: str
    """As operators read it."""
    work: Callable[[], Awaitable[object]]
    """One round; it may take long and may wait."""
    every: float = 0.0
    """Seconds between two rounds."""
    first_after: float = 0.0
    """Seconds until the first one."""


class Background(Collector):
    """The jobs of one server, and a collector of their metrics."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failing: dict[str, datetime] = {}
        self._failures: Counter[str] = Counter()

    def start(self, *jobs: Job) -> None:
        for job in jobs:
            self._tasks[job.name] = asyncio.create_task(self._run(job), name=job.name)

    def close(self) -> None:
        """Ends all jobs, in the middle of a round as well."""
        for task in self._tasks.values():
            task.cancel()

    def troubles(self) -> str | None:
        """A sentence that names each failing job and since when; None if all are sound."""
        names = (
            f"{name} since {since:%Y-%m-%d %H:%M} UTC"
            for name, since in sorted(self._failing.items())
        )
        failing = ", ".join(names)
        return f"work in the background fails: {failing}" if failing else None

    async def _run(self, job: Job) -> None:
        await asyncio.sleep(job.first_after)
        first_wait = wait = max(FIRST_WAIT, job.every / 100)
        while True:
            try:
                await job.work()
            except Exception as error:  # broad: nobody else would begin this job again
                self._note_failure(job, error, wait)
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                self._note_failure(job, error, wait)  # something that it waited for was cancelled
            else:
                if self._failing.pop(job.name, None) is not None:
                    log.warning("background job sound again", job=job.name)
                wait = first_wait
                await asyncio.sleep(job.every)
                continue
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def _note_failure(self, job: Job, error: BaseException, wait: float) -> None:
        self._failing.setdefault(job.name, self._clock.now())
        self._failures[job.name] += 1
        chain, name = error_chain(error), job.name
        if isinstance(error, DATABASE_ERRORS):
            log.warning("background job failed", job=name, error=chain, retry_in=wait)
        else:
            log.error("background job failed", job=name, error=chain, retry_in=wait)

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        failing = GaugeMetricFamily(
            "pecking_order_job_failing", "1 while a background job fails", labels=["job"]
        )
        failures = CounterMetricFamily(
            "pecking_order_job_failures", "Failed rounds of background jobs", labels=["job"]
        )
        for name in self._tasks:
            failing.add_metric([name], name in self._failing)
            failures.add_metric([name], self._failures[name])
        yield failing
        yield failures
