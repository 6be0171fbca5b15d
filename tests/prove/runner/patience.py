"""Time limits that do not count the seconds in which our processes wait for a processor.

So a busy machine makes a proof slow and not wrong. Beyond that the proof is not judged.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import getloadavg, getpid
from pathlib import Path
from time import monotonic
from typing import Final

from tests.prove.runner.proof import NotJudged

MOST_TIMES: Final = 10
LEAST_SECONDS: Final = 60.0
"""A limit may grow to ten times its seconds, and to a minute however short it is."""


def seconds_waiting_for_cpu(pid: int) -> float:
    """Seconds for which a process could run and had no processor.

    0 where the kernel does not say so or the process is gone.
    """
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


class Patience:
    """A limit of `seconds` for this process and those of `pids`, each waiting for the others."""

    def __init__(self, seconds: float, *pids: int) -> None:
        self.seconds = seconds
        self._before = {pid: seconds_waiting_for_cpu(pid) for pid in (getpid(), *pids)}
        self._began = monotonic()

    @property
    def left(self) -> float:
        """Seconds left, negative after the end. Raises NotJudged where that cannot be said."""
        past = monotonic() - self._began
        if past < self.seconds:
            return self.seconds - past
        waited = (seconds_waiting_for_cpu(pid) - before for pid, before in self._before.items())
        lost = sum(max(0.0, seconds) for seconds in waited)
        left = self.seconds - (past - min(lost, past))
        if left > 0 and past > max(LEAST_SECONDS, MOST_TIMES * self.seconds):
            raise NotJudged(
                f"this machine was too slow to judge: {past:.0f} s passed for a limit of "
                f"{self.seconds:.0f} s, and for {lost:.0f} s of them our processes waited for a "
                f"processor (load {getloadavg()[0]:.1f})"
            )
        return left

    @property
    def over(self) -> bool:
        return self.left <= 0


@asynccontextmanager
async def patient_timeout(seconds: float, *pids: int) -> AsyncIterator[None]:
    """As asyncio.timeout, but by Patience. Raises TimeoutError, or NotJudged."""
    patience, loop = Patience(seconds, *pids), asyncio.get_running_loop()
    too_slow: list[NotJudged] = []
    timers: list[asyncio.TimerHandle] = []

    def look() -> None:
        timers.clear()
        try:
            left = patience.left
        except NotJudged as error:
            too_slow.append(error)
            left = 0.0
        if left > 0:
            timers.append(loop.call_later(left, look))
        else:
            limit.reschedule(loop.time())

    try:
        async with asyncio.timeout(None) as limit:
            timers.append(loop.call_later(seconds, look))
            yield
    except TimeoutError:
        if too_slow:
            raise too_slow[0] from None
        raise
    finally:
        for timer in timers:
            timer.cancel()
