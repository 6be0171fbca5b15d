"""The delays of an event loop, from which a process on a starved machine takes its limits."""

import asyncio
from time import monotonic
from types import TracebackType
from typing import Final

EVERY: Final = 0.5
"""Seconds between two measurements."""
FADES: Final = 0.998
"""The part of the worst delay that is left after one measurement: half after three minutes."""
HELD: Final = 8.0
"""Seconds; a loop that was later was held still as a whole, as by a suspended machine."""


class LoopDelay:
    """Measures the running loop as long as its context lasts."""

    def __init__(self) -> None:
        self.worst = 0.0
        """Seconds by which the loop was late at its latest, fading with time.

        A process that was held still is no slower than before, so that does not count.
        """
        self.total = 0.0
        """Seconds that all delays have cost together."""
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "LoopDelay":
        self._task = asyncio.create_task(self._measure())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._task is not None, "entered before"
        self._task.cancel()

    async def _measure(self) -> None:
        while True:
            due = monotonic() + EVERY
            await asyncio.sleep(EVERY)
            self.note(monotonic() - due)

    def note(self, late: float) -> None:
        late = max(0.0, late)
        self.total += late
        self.worst = max(late if late < HELD else 0.0, self.worst * FADES)
