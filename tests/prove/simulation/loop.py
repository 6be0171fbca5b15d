"""An event loop in which no time passes by itself and a seed decides the order.

The seed chooses the next ready callback, and the clock jumps to the next timer. Every callback
belongs to a simulated process by its context. A process can be killed, as by SIGKILL, or stopped
and continued, as by SIGSTOP and SIGCONT. Done-callbacks of one future keep their order, as asyncio
promises.
"""

import asyncio
import heapq
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, Final

PROCESS: Final[ContextVar[int]] = ContextVar("PROCESS", default=0)
"""The process of a callback; 0 is the world outside of every process."""


class Stuck(Exception):
    """Nothing is ready and no timer runs: everybody would wait for ever."""


class Endless(Exception):
    """More steps than a run may take."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """Deterministic for a given `Random`. `most` bounds the steps of the whole run."""

    def __init__(self, chance: Random, most: int) -> None:
        super().__init__()
        self.chance, self._most = chance, most
        self.steps = 0
        self.errors: list[str] = []
        """Exceptions that nobody caught, which asyncio would have logged."""
        self.wall = 0.0
        """Seconds by which the wall clock was set; durations must not depend on it."""
        self._now = 1000.0
        self._numbered = 0
        self._waiting: list[tuple[float, int, int, asyncio.TimerHandle]] = []
        self._able: list[tuple[int, asyncio.Handle]] = []
        self._dead: set[int] = set()
        self._stopped: dict[int, list[tuple[int, asyncio.Handle]]] = {}
        self._tasks: dict[int, list[asyncio.Task[Any]]] = {}
        self.set_task_factory(self._task)

    # -- processes

    def kill(self, process: int) -> None:
        """All that the process held in memory is lost; nothing is cleaned up."""
        self._dead.add(process)
        self._stopped.pop(process, None)
        self._able = [one for one in self._able if one[0] != process]
        for task in self._tasks.get(process, ()):
            task._log_destroy_pending = False  # type: ignore[attr-defined]  # it is pending on purpose

    def stop_process(self, process: int) -> None:
        self._stopped[process] = []

    def continue_process(self, process: int) -> None:
        self._able += self._stopped.pop(process, [])

    def failed(self, expected: type[Exception]) -> list[str]:
        """Exceptions that ended a task and are none of those expected."""
        ended = [
            task.exception()
            for tasks in self._tasks.values()
            for task in tasks
            if task.done() and not task.cancelled()
        ]
        return [
            f"a task failed: {type(error).__name__}: {error}"
            for error in ended
            if error is not None and not isinstance(error, expected)
        ]

    def bury(self) -> None:
        """Ends what the dead left behind, so that no later run hears of it."""
        for process in self._tasks:
            self.kill(process)
        for tasks in self._tasks.values():
            for task in tasks:
                coroutine = task.get_coro()
                if not task.done() and coroutine is not None:
                    with suppress(Exception):
                        coroutine.close()
        self.close()

    def _task(
        self,
        loop: asyncio.AbstractEventLoop,
        coroutine: Any,
        context: Context | None = None,
        **more: Any,
    ) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, context=context, **more)
        self._tasks.setdefault(_process(context), []).append(task)
        return task

    # -- what asyncio asks of a loop

    def time(self) -> float:
        return self._now

    def call_soon(  # type: ignore[override]  # of the same meaning
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        process = _process(context)
        if process in self._stopped:
            self._stopped[process].append((process, handle))
        elif process not in self._dead and not self.is_closed():
            self._able.append((process, handle))
        return handle

    def call_at(  # type: ignore[override]  # of the same meaning
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._numbered += 1
        heapq.heappush(self._waiting, (when, self._numbered, _process(context), handle))
        return handle

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.errors.append(f"{context.get('message')}: {type(error).__name__}: {error}")

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """A cancelled timer is passed over when its time comes."""

    def _run_once(self) -> None:
        self.steps += 1
        if self.steps > self._most:
            raise Endless(f"{self.steps} steps")
        if self._waiting and self._waiting[0][0] <= self._now:
            self._come_due()
        while not self._able:
            if not self._waiting:
                raise Stuck("nothing will ever happen again")
            self._now = max(self._now, self._waiting[0][0])
            self._come_due()
        handle = self._chosen()
        if not handle._cancelled:
            handle._run()

    def _come_due(self) -> None:
        while self._waiting and self._waiting[0][0] <= self._now:
            _, _, process, handle = heapq.heappop(self._waiting)
            if handle.cancelled() or process in self._dead:
                continue
            self._stopped.get(process, self._able).append((process, handle))

    def _chosen(self) -> asyncio.Handle:
        able = self._able
        if len(able) == 1:
            return able.pop()[1]
        index = self.chance.randrange(len(able))
        future = _future(able[index][1])
        if future is not None:
            index = next(
                first for first, (_, handle) in enumerate(able) if _future(handle) is future
            )
        return able.pop(index)[1]


def _process(context: Context | None) -> int:
    return PROCESS.get() if context is None else context.get(PROCESS, 0)


def _future(handle: asyncio.Handle) -> object | None:
    """The future whose done-callback this is."""
    args = handle._args or ()
    return args[0] if len(args) == 1 and isinstance(args[0], asyncio.Future) else None


def process_context(process: int) -> Context:
    context = copy_context()
    context.run(PROCESS.set, process)
    return context
