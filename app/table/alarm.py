"""One timer per table: it rings at the next moment at which something may be due."""

from collections.abc import Callable

from app.table.ports import Clock, Timer


class Alarm:
    """`ring` is called with how many seconds late the alarm is: the house may have stood still."""

    def __init__(self, clock: Clock, ring: Callable[[float], None]) -> None:
        self._clock, self._ring = clock, ring
        self._timer: Timer | None = None
        self._due = 0.0

    def set(self, due: float | None) -> None:
        """On the monotonic clock; None: no alarm. An earlier setting is forgotten."""
        self.cancel()
        if due is not None:
            self._due = due
            self._timer = self._clock.call_later(max(0.0, due - self._clock.monotonic()), self._rings)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        self._ring(self._clock.monotonic() - self._due)
