"""The searching processes: started when first needed, fed in turn, replaced when they die, ended with the house.

Whoever asks gets an answer in the time that was given, or None: a queue that is too long, a process that died and one that
is late are all the same to the caller.
"""

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from app.bot_workers.search_job import SearchJob, SearchResult
from app.settings import ROOT

SEARCH_SECONDS: Final = 0.2
"""Seconds of a processor's time for one thought, while nobody else waits for one."""
MIN_SEARCH_SECONDS: Final = 0.03
"""Seconds below which no thought is begun."""
MAX_QUEUED: Final = 8
"""How many thoughts may wait for each process; beyond that they are declined."""
IDLE_TIMEOUT: Final = 600.0
"""Seconds after which a process with nothing to do is let go."""
GRACE: Final = 2.0
"""Seconds that a process may be late before it counts as stuck."""
MAX_BACKOFF: Final = 60.0
"""Seconds after which processes that keep dying are tried again, at most."""
COMMAND: Final = (sys.executable, "-P", "-m", "app.bot_workers.worker")
INHERITED_ENVIRONMENT: Final = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
"""What of our environment a process gets: nothing with a password in it."""

log = structlog.get_logger(__name__)


def cpu_count() -> int:
    """How many processors are ours."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(slots=True, eq=False)
class PendingJob:
    """A question that waits for a process."""

    game: str
    view: Any
    seed: int
    deadline: float
    """On the loop's clock: when nobody needs the answer any more."""
    move: "asyncio.Future[int | None]"


class WorkerPool:
    """At most `most` processes. Not thread-safe: everything happens on the loop that first asks."""

    def __init__(
        self,
        size: int | None = None,
        search_seconds: float = SEARCH_SECONDS,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self._size = size or cpu_count()
        self._search_seconds, self._command = search_seconds, command
        self._queue: asyncio.Queue[PendingJob] = asyncio.Queue()
        self._workers: set[asyncio.Task[None]] = set()
        self._idle = 0
        self._failures = 0
        self._paused_until = 0.0
        self._closed = False

    async def search(self, game: str, view: Any, seed: int, within: float) -> int | None:
        """The number of the chosen move among the view's legal moves, or None; after `within` seconds at the latest."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if (
            self._closed
            or now < self._paused_until
            or within < MIN_SEARCH_SECONDS
            or self._queue.qsize() >= MAX_QUEUED * self._size
        ):
            return None
        thought = PendingJob(game, view, seed, now + within, loop.create_future())
        self._queue.put_nowait(thought)
        if self._idle < self._queue.qsize() and len(self._workers) < self._size:
            task = loop.create_task(self._run_worker())
            self._workers.add(task)
            task.add_done_callback(self._workers.discard)
        try:
            async with asyncio.timeout(within):
                return await thought.move
        except TimeoutError:
            return None

    async def close(self) -> None:
        """Ends every process, in the middle of a thought if need be; what is still asked is declined."""
        self._closed = True
        feeding = list(self._workers)
        for task in feeding:
            task.cancel()
        await asyncio.gather(*feeding, return_exceptions=True)
        while not self._queue.empty():
            _resolve(self._queue.get_nowait(), None)

    async def _run_worker(self) -> None:
        """One process, from its first question until it is not needed any more."""
        process: asyncio.subprocess.Process | None = None
        try:
            while (thought := await self._next_job()) is not None:
                left = thought.deadline - asyncio.get_running_loop().time()
                if left < MIN_SEARCH_SECONDS or thought.move.done():
                    _resolve(thought, None)
                    continue
                share = self._search_seconds / (1 + self._queue.qsize() / self._size)
                question = SearchJob(
                    thought.game, thought.view, thought.seed, max(share, MIN_SEARCH_SECONDS), left
                )
                try:
                    process = process or await self._start_process()
                    answer = await _exchange(process, question)
                except asyncio.CancelledError:
                    _resolve(thought, None)
                    raise
                except (OSError, TimeoutError, EOFError, msgspec.DecodeError) as error:
                    log.error(
                        "searcher failed", error=type(error).__name__, failures=self._failures + 1
                    )
                    _resolve(thought, None)
                    await _kill(process)
                    process = None
                    self._back_off()
                else:
                    self._failures = 0
                    _resolve(thought, answer.move)
        finally:
            await _kill(process)

    async def _next_job(self) -> PendingJob | None:
        """The thought that has waited longest; None after a long time without one."""
        self._idle += 1
        try:
            async with asyncio.timeout(IDLE_TIMEOUT):
                return await self._queue.get()
        except TimeoutError:
            return None
        finally:
            self._idle -= 1

    async def _start_process(self) -> asyncio.subprocess.Process:
        handed = {name: os.environ[name] for name in INHERITED_ENVIRONMENT if name in os.environ}
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**handed, "PYTHONPATH": str(ROOT)},
            start_new_session=True,  # Ctrl-C is for the house, which ends us in its own time
        )

    def _back_off(self) -> None:
        """The first failure is forgiven at once; processes that keep failing are left alone for ever longer."""
        self._failures += 1
        rest = 0.0 if self._failures == 1 else min(2.0**self._failures, MAX_BACKOFF)
        self._paused_until = asyncio.get_running_loop().time() + rest


async def _exchange(process: asyncio.subprocess.Process, question: SearchJob) -> SearchResult:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    async with asyncio.timeout(question.within + GRACE):
        await process.stdin.drain()
        line = await process.stdout.readline()
    if not line:
        raise EOFError("the process has ended")
    return msgspec.json.decode(line, type=SearchResult)


async def _kill(process: asyncio.subprocess.Process | None) -> None:
    """Ends the process, which has nothing to lose."""
    if process is None:
        return
    assert process.stdin is not None
    with suppress(ProcessLookupError):
        process.kill()
    process.stdin.close()
    await process.wait()


def _resolve(thought: PendingJob, move: int | None) -> None:
    if not thought.move.done():
        thought.move.set_result(move)
