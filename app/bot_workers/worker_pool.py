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

from app.bot_workers.search_job import Answer, Question
from app.settings import ROOT

WORK: Final = 0.2
"""Seconds of a processor's time for one thought, while nobody else waits for one."""
LEAST: Final = 0.03
"""Seconds below which no thought is begun."""
WAITING: Final = 8
"""How many thoughts may wait for each process; beyond that they are declined."""
IDLE: Final = 600.0
"""Seconds after which a process with nothing to do is let go."""
GRACE: Final = 2.0
"""Seconds that a process may be late before it counts as stuck."""
LONGEST_REST: Final = 60.0
"""Seconds after which processes that keep dying are tried again, at most."""
COMMAND: Final = (sys.executable, "-P", "-m", "app.bot_workers.worker")
HANDED_ON: Final = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
"""What of our environment a process gets: nothing with a password in it."""

log = structlog.get_logger(__name__)


def processors() -> int:
    """How many processors are ours."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(slots=True, eq=False)
class Thought:
    """A question that waits for a process."""

    game: str
    view: Any
    seed: int
    late: float
    """On the loop's clock: when nobody needs the answer any more."""
    answer: "asyncio.Future[int | None]"


class WorkerPool:
    """At most `most` processes. Not thread-safe: everything happens on the loop that first asks."""

    def __init__(
        self, most: int | None = None, work: float = WORK, command: tuple[str, ...] = COMMAND
    ) -> None:
        self._most = most or processors()
        self._work, self._command = work, command
        self._queue: asyncio.Queue[Thought] = asyncio.Queue()
        self._feeding: set[asyncio.Task[None]] = set()
        self._idle = 0
        self._failures = 0
        self._rest_until = 0.0
        self._closed = False

    async def ask(self, game: str, view: Any, seed: int, within: float) -> int | None:
        """The number of the chosen move among the view's legal moves, or None; after `within` seconds at the latest."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if (
            self._closed
            or now < self._rest_until
            or within < LEAST
            or self._queue.qsize() >= WAITING * self._most
        ):
            return None
        thought = Thought(game, view, seed, now + within, loop.create_future())
        self._queue.put_nowait(thought)
        if self._idle < self._queue.qsize() and len(self._feeding) < self._most:
            task = loop.create_task(self._feed())
            self._feeding.add(task)
            task.add_done_callback(self._feeding.discard)
        try:
            async with asyncio.timeout(within):
                return await thought.answer
        except TimeoutError:
            return None

    async def close(self) -> None:
        """Ends every process, in the middle of a thought if need be; what is still asked is declined."""
        self._closed = True
        feeding = list(self._feeding)
        for task in feeding:
            task.cancel()
        await asyncio.gather(*feeding, return_exceptions=True)
        while not self._queue.empty():
            _settle(self._queue.get_nowait(), None)

    async def _feed(self) -> None:
        """One process, from its first question until it is not needed any more."""
        process: asyncio.subprocess.Process | None = None
        try:
            while (thought := await self._next()) is not None:
                left = thought.late - asyncio.get_running_loop().time()
                if left < LEAST or thought.answer.done():
                    _settle(thought, None)
                    continue
                share = self._work / (1 + self._queue.qsize() / self._most)
                question = Question(
                    thought.game, thought.view, thought.seed, max(share, LEAST), left
                )
                try:
                    process = process or await self._start()
                    answer = await _put(process, question)
                except asyncio.CancelledError:
                    _settle(thought, None)
                    raise
                except (OSError, TimeoutError, EOFError, msgspec.DecodeError) as error:
                    log.error(
                        "searcher failed", error=type(error).__name__, failures=self._failures + 1
                    )
                    _settle(thought, None)
                    await _end(process)
                    process = None
                    self._rest()
                else:
                    self._failures = 0
                    _settle(thought, answer.move)
        finally:
            await _end(process)

    async def _next(self) -> Thought | None:
        """The thought that has waited longest; None after a long time without one."""
        self._idle += 1
        try:
            async with asyncio.timeout(IDLE):
                return await self._queue.get()
        except TimeoutError:
            return None
        finally:
            self._idle -= 1

    async def _start(self) -> asyncio.subprocess.Process:
        handed = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**handed, "PYTHONPATH": str(ROOT)},
            start_new_session=True,  # Ctrl-C is for the house, which ends us in its own time
        )

    def _rest(self) -> None:
        """The first failure is forgiven at once; processes that keep failing are left alone for ever longer."""
        self._failures += 1
        rest = 0.0 if self._failures == 1 else min(2.0**self._failures, LONGEST_REST)
        self._rest_until = asyncio.get_running_loop().time() + rest


async def _put(process: asyncio.subprocess.Process, question: Question) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    async with asyncio.timeout(question.within + GRACE):
        await process.stdin.drain()
        line = await process.stdout.readline()
    if not line:
        raise EOFError("the process has ended")
    return msgspec.json.decode(line, type=Answer)


async def _end(process: asyncio.subprocess.Process | None) -> None:
    """Ends the process, which has nothing to lose."""
    if process is None:
        return
    assert process.stdin is not None
    with suppress(ProcessLookupError):
        process.kill()
    process.stdin.close()
    await process.wait()


def _settle(thought: Thought, move: int | None) -> None:
    if not thought.answer.done():
        thought.answer.set_result(move)
