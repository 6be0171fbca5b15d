"""One timer per table: it rings at the next moment at which something may be due."""

from collections.abc import Callable

from app.table.ports import Clock, Timer


class WakeupTimer:
    """`ring` is called once, not before what was last `set`."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
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
            self._start()

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start(self) -> None:
        self._next = self._due
        self._timer = self._clock.call_later(
            max(0.0, self._due - self._clock.monotonic()), self._fire
        )

    def _fire(self) -> None:
        self._timer = None
        if self._clock.monotonic() < self._due:
            self._start()
        else:
            self._ring()
