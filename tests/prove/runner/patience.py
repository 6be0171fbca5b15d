"""How long is waited for what has to come: seconds that do not run while somebody in question stands in line for a processor.

So a busy machine makes a proof slow and not wrong. Where even that does not help, the proof says that it could not judge.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import getloadavg, getpid
from pathlib import Path
from time import monotonic
from typing import Final

from tests.prove.runner.proof import NotJudged

MOST: Final = 10
"""To so many times its limit a wait may be prolonged, …"""
LEAST: Final = 60.0
"""… and to so many seconds, however short it is."""


def seconds_waiting_for_cpu(pid: int) -> float:
    """Seconds for which a process was able to work and had no processor; 0 where the kernel does not say or the process is gone."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


class Patience:
    """`seconds` for something that this process and the others of `pids` have to do together, each of them waiting for the others."""

    def __init__(self, seconds: float, *pids: int) -> None:
        self.seconds = seconds
        self._before = {pid: seconds_waiting_for_cpu(pid) for pid in (getpid(), *pids)}
        self._began = monotonic()

    @property
    def left(self) -> float:
        """Seconds; less than nothing once it has run out. Raises Unjudged where it cannot be said whether it has."""
        past = monotonic() - self._began
        if past < self.seconds:
            return self.seconds - past
        lost = sum(
            max(0.0, seconds_waiting_for_cpu(pid) - before) for pid, before in self._before.items()
        )
        left = self.seconds - (past - min(lost, past))
        if left > 0 and past > max(LEAST, MOST * self.seconds):
            raise NotJudged(
                f"this machine was too slow to judge: {past:.0f} s were waited for what may take {self.seconds:.0f}, and {lost:.0f} of "
                f"them our processes waited for a processor (load {getloadavg()[0]:.1f})"
            )
        return left

    @property
    def over(self) -> bool:
        return self.left <= 0


@asynccontextmanager
async def patient_timeout(seconds: float, *pids: int) -> AsyncIterator[None]:
    """As asyncio.timeout, but by Patience. Raises TimeoutError, or Unjudged."""
    patience, loop = Patience(seconds, *pids), asyncio.get_running_loop()
    too_slow: list[NotJudged] = []
    later: list[asyncio.TimerHandle] = []

    def look() -> None:
        later.clear()
        try:
            left = patience.left
        except NotJudged as error:
            too_slow.append(error)
            left = 0.0
        if left > 0:
            later.append(loop.call_later(left, look))
        else:
            limit.reschedule(loop.time())

    try:
        async with asyncio.timeout(None) as limit:
            later.append(loop.call_later(seconds, look))
            yield
    except TimeoutError:
        if too_slow:
            raise too_slow[0] from None
        raise
    finally:
        for one in later:
            one.cancel()
