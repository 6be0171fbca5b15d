"""The hashing queue: one password at a time, so that hashing takes no more than one core's share.

Its states: idle; working, and nobody waits; working, and some wait. Who comes while it is idle
begins. Others stand in line, one line for those who are known (by a login, or a device that has
logged in before) and one for strangers, or find no room and are told how long that takes. Whoever
is done calls the next: first the known, then strangers, the networks in turn.
"""

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import ceil
from time import monotonic
from typing import Final, ParamSpec, TypeAlias, TypeVar

import structlog

from app.web.rate_limits import Source

P = ParamSpec("P")
T = TypeVar("T")
Turn: TypeAlias = "asyncio.Future[None]"

MAX_IN_LINE: Final = 300
"""Passwords that may wait in each of the two lines, some ten seconds of hashing."""
MAX_OF_NETWORK: Final = 200
"""Of those, from one network: a school that logs in at once."""
USUAL_SECONDS: Final = 0.05
"""The time that a hash takes, before one was measured."""
NICENESS: Final = 10
LOG_SECONDS: Final = 60.0
"""Seconds between two lines in the log about passwords that found no room."""

log = structlog.get_logger()


class TooBusy(Exception):
    """Too many passwords wait; there is room again in some `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"in {seconds} s")
        self.seconds = seconds


class Line:
    """Those who wait: in order within a network, and the networks in turn."""

    def __init__(self) -> None:
        self._turns: dict[str, deque[Turn]] = {}
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    def has_room(self, network: str) -> bool:
        return self._waiting < MAX_IN_LINE and len(self._turns.get(network, ())) < MAX_OF_NETWORK

    def add(self, network: str, turn: Turn) -> None:
        self._turns.setdefault(network, deque()).append(turn)
        self._waiting += 1

    def pop(self) -> Turn:
        network = next(iter(self._turns))
        turns = self._turns.pop(network)
        turn = turns.popleft()
        if turns:
            self._turns[network] = turns  # behind the other networks
        self._waiting -= 1
        return turn


def yield_to_others() -> None:
    """Gives the calling thread a low priority, where a thread may have one of its own.

    Not the lowest: at times it holds Python's lock, for which the event loop then waits.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class HashingQueue:
    """Runs work in one thread, a piece at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "argon2", initializer=yield_to_others)
        self._known, self._strangers = Line(), Line()
        self._working = False
        self._seconds = USUAL_SECONDS
        """The usual time of a piece of work."""
        self._refused = 0
        """Since the last line in the log."""
        self._log_again: asyncio.TimerHandle | None = None

    async def run(
        self, source: Source, work: Callable[P, T], *arguments: P.args, **named: P.kwargs
    ) -> T:
        """Waits for its turn and does the work. Raises TooBusy.

        A source with a person is known.
        """
        if self._working:
            await self._wait(source)
        self._working = True
        began = monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, partial(work, *arguments, **named)
            )
        finally:
            self._seconds += (monotonic() - began - self._seconds) / 8
            self._call_next()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _wait(self, source: Source) -> None:
        line = self._strangers if source.person is None else self._known
        network = source.networks[0]
        if not line.has_room(network):
            self._note_refusal()
            raise TooBusy(ceil((len(self._known) + len(line)) * self._seconds))
        turn: Turn = asyncio.get_running_loop().create_future()
        line.add(network, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # called in the same moment
                self._call_next()
            raise

    def _call_next(self) -> None:
        """The queue stays at work on behalf of whoever is called."""
        for line in (self._known, self._strangers):
            while len(line):
                turn = line.pop()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._working = False

    # -- the log

    def _note_refusal(self) -> None:
        self._refused += 1
        if self._log_again is None:
            self._report()

    def _report(self) -> None:
        """Says how many were refused, once in a minute while there are any."""
        self._log_again = None
        if self._refused:
            log.warning("passwords refused", count=self._refused, why="too many wait")
            self._refused = 0
            self._log_again = asyncio.get_running_loop().call_later(LOG_SECONDS, self._report)
