"""One timer per table: it rings at the next moment at which something may be due."""

from collections.abc import Callable
from typing import Final

from app.table.ports import Clock, Timer

BEAT: Final = 1.0
"""Seconds after which the alarm looks how late it is, whatever is due: of a standstill in between nobody loses more than that."""
LATE: Final = 0.25
"""Seconds by which a timer may be late before players are given the time that the house stood still."""


class Alarm:
    """`ring` is called when something is due, or when the house stood still; with how many seconds late the alarm is."""

    def __init__(self, clock: Clock, ring: Callable[[float], None]) -> None:
        self._clock, self._ring = clock, ring
        self._timer: Timer | None = None
        self._due = self._next = 0.0

    def set(self, due: float | None) -> None:
        """On the monotonic clock; None: no alarm. An earlier setting is forgotten; the timer goes on where it rings in time anyhow."""
        if due is None:
            self.cancel()
            return
        self._due = due
        if self._timer is None or due < self._next:
            self.cancel()
            self._wind()

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wind(self) -> None:
        now = self._clock.monotonic()
        self._next = min(self._due, now + BEAT)
        self._timer = self._clock.call_later(max(0.0, self._next - now), self._rings)

    def _rings(self) -> None:
        self._timer = None
        now = self._clock.monotonic()
        late = now - self._next
        if now < self._due and late <= LATE:
            self._wind()
        else:
            self._ring(late)
