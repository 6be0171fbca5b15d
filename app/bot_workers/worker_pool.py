"""The worker processes: started on demand, fed in turn, replaced when they die.

A caller gets a move in the given time, or None: a full queue, a dead process and a late one are
all the same to it. Searches go first: a trial of a look back is begun while no search waits, and
is short, so a search waits for one trial at most.
"""

import asyncio
import sys
from contextvars import Context
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import msgspec
import structlog
from msgspec.structs import replace

from app.bot_workers.search_job import SearchJob, SearchResult, TrialJob, TrialResult, WorkerJob
from app.bot_workers.worker_process import cpu_count, kill_process, start_process
from app.rules.values import FAIR, Manner
from app.text.error_chain import error_chain

SEARCH_SECONDS: Final = 0.2
"""Seconds of processor time for one job, while no other waits."""
COMPARED_DEALS: Final = 40
"""The imagined deals of a comparison, if there is time for all."""
COMPARED_TIME: Final = 5.0
"""The time of a comparison, in times of a search."""
MIN_SEARCH_SECONDS: Final = 0.03
"""Seconds below which no job is started."""
MAX_QUEUED: Final = 8
"""The most waiting jobs for each process; more are declined."""
IDLE_TIMEOUT: Final = 600.0
"""Seconds after which an idle process is ended."""
GRACE: Final = 2.0
"""Seconds past the deadline after which a process counts as stuck."""
MAX_BACKOFF: Final = 60.0
"""The longest pause in seconds before failing processes are tried again."""
COMMAND: Final = (sys.executable, "-P", "-m", "app.bot_workers.worker")

log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False)
class PendingJob:
    """A job that waits for a process."""

    job: WorkerJob
    """With its times as its turn comes."""
    deadline: float
    """The loop time after which nobody needs the answer."""
    result: "asyncio.Future[SearchResult | TrialResult | None]"

    @property
    def is_search(self) -> bool:
        return isinstance(self.job, SearchJob)


class WorkerPool:
    """At most `size` processes. Not thread-safe: all calls come from one loop."""

    def __init__(
        self,
        size: int | None = None,
        search_seconds: float = SEARCH_SECONDS,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self._size = size or max(1, cpu_count() - 1)
        self._search_seconds, self._command = search_seconds, command
        self._queue: asyncio.PriorityQueue[tuple[bool, int, PendingJob]] = asyncio.PriorityQueue()
        """Searches before trials, each in order of coming."""
        self._numbers = count()
        self._searches = 0
        """Searches in the queue: trials take no time from them."""
        self._workers: set[asyncio.Task[None]] = set()
        self._idle = 0
        self._failures = 0
        self._paused_until = 0.0
        self._closed = False

    async def search(
        self, game: str, view: Any, seed: int, within: float, manner: Manner = FAIR
    ) -> int | None:
        """The index of the chosen move, or None; after `within` seconds at the latest."""
        found = await self._search(SearchJob(game, view, seed, 0.0, within, manner=manner))
        return None if found is None else found.move

    async def compare(self, game: str, view: Any, seed: int, within: float) -> SearchResult | None:
        """The best moves, compared in the same deals, or None; after `within` seconds at most."""
        return await self._search(SearchJob(game, view, seed, 0.0, within, COMPARED_DEALS))

    async def _search(self, job: SearchJob) -> SearchResult | None:
        if self._searches >= MAX_QUEUED * self._size:
            return None
        found = await self._run(job)
        return found if isinstance(found, SearchResult) else None

    async def try_moves(self, job: TrialJob) -> TrialResult | None:
        """The result of a trial, once no search waits; None if there is none in its time."""
        found = await self._run(job)
        return found if isinstance(found, TrialResult) else None

    async def _run(self, job: WorkerJob) -> SearchResult | TrialResult | None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._closed or now < self._paused_until or job.within < MIN_SEARCH_SECONDS:
            return None
        pending = PendingJob(job, now + job.within, loop.create_future())
        self._searches += pending.is_search
        self._queue.put_nowait((not pending.is_search, next(self._numbers), pending))
        if self._idle < self._queue.qsize() and len(self._workers) < self._size:
            task = loop.create_task(self._run_worker(), context=Context())  # of no table
            self._workers.add(task)
            task.add_done_callback(self._workers.discard)
        try:
            async with asyncio.timeout(job.within):
                return await pending.result
        except TimeoutError:
            return None

    async def close(self) -> None:
        """Ends every process, even in the middle of a job; waiting jobs are declined."""
        self._closed = True
        workers = list(self._workers)
        for task in workers:
            task.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        while not self._queue.empty():
            _resolve(self._queue.get_nowait()[2], None)

    async def _run_worker(self) -> None:
        """Runs one process from its first job until it is not needed any more."""
        process: asyncio.subprocess.Process | None = None
        try:
            while (job := await self._next_job()) is not None:
                left = job.deadline - asyncio.get_running_loop().time()
                if left < MIN_SEARCH_SECONDS or job.result.done():
                    _resolve(job, None)
                    continue
                request = replace(job.job, within=left)
                if isinstance(request, SearchJob):
                    seconds = self._search_seconds / (1 + self._searches / self._size)
                    if request.deals:
                        seconds *= COMPARED_TIME
                    request = replace(request, work=max(seconds, MIN_SEARCH_SECONDS))
                try:
                    process = process or await start_process(self._command)
                    result = await _exchange(process, request)
                except asyncio.CancelledError:
                    _resolve(job, None)
                    raise
                except (OSError, TimeoutError, EOFError, msgspec.DecodeError) as error:
                    log.error(
                        "bot worker failed",
                        game=job.job.game,
                        error=error_chain(error),
                        failures=self._failures + 1,
                    )
                    _resolve(job, None)
                    await kill_process(process)
                    process = None
                    self._back_off()
                else:
                    self._failures = 0
                    _resolve(job, result)
        finally:
            await kill_process(process)

    async def _next_job(self) -> PendingJob | None:
        """The search that has waited longest, else a trial; None after IDLE_TIMEOUT without one."""
        self._idle += 1
        try:
            async with asyncio.timeout(IDLE_TIMEOUT):
                _, _, job = await self._queue.get()
                self._searches -= job.is_search
                return job
        except TimeoutError:
            return None
        finally:
            self._idle -= 1

    def _back_off(self) -> None:
        """Pauses after a failure: not at all after the first, then for longer each time."""
        self._failures += 1
        rest = 0.0 if self._failures == 1 else min(2.0**self._failures, MAX_BACKOFF)
        self._paused_until = asyncio.get_running_loop().time() + rest


async def _exchange(
    process: asyncio.subprocess.Process, job: WorkerJob
) -> SearchResult | TrialResult:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(job) + b"\n")
    async with asyncio.timeout(job.within + GRACE):
        await process.stdin.drain()
        line = await process.stdout.readline()
    if not line:
        raise EOFError("the process has ended")
    kind: type[SearchResult | TrialResult] = (
        SearchResult if isinstance(job, SearchJob) else TrialResult
    )
    return msgspec.json.decode(line, type=kind)


def _resolve(job: PendingJob, result: SearchResult | TrialResult | None) -> None:
    if not job.result.done():
        job.result.set_result(result)
