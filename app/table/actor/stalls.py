"""The stalls of the server process: one timer measures them, and each table gives the time back.

If each table measured for itself, the work after one stall would make the others late, and with
thousands of tables that would never end. So a table with nothing due does nothing, and tables that
show a running clock take turns.
"""

from collections import deque
from typing import Final, Protocol

from app.table.ports import Clock, Timer

CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks: nobody loses more than that, and TOLERANCE, by a stall."""
TOLERANCE: Final = 0.25
"""Seconds by which the timer may be late before it counts as a stall."""
NOTIFIED_AT_ONCE: Final = 20
"""Tables that are notified at once before other work gets its turn."""
PAUSE: Final = 0.02
"""Seconds until the next group."""


class HasClocks(Protocol):
    """A table, as the monitor knows it."""

    def after_stall(self) -> bool:
        """Gives the time back if a running clock shows it; True if the table is busy with that."""


class StallMonitor:
    """One for a server. `lost` only grows, so its difference is the time lost in between."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.lost = 0.0
        """Seconds in all."""
        self.ended = 0.0
        """The end of the last stall, on the monotonic clock."""
        self._tables: dict[HasClocks, None] = {}
        self._to_notify: deque[HasClocks] = deque()
        self._timer: Timer | None = None
        self._notify_timer: Timer | None = None
        self._next = 0.0

    def join(self, table: HasClocks) -> None:
        """The table hears of each stall, perhaps a while after it."""
        self._tables[table] = None
        if self._timer is None:
            self._schedule()

    def leave(self, table: HasClocks) -> None:
        self._tables.pop(table, None)
        if not self._tables:
            for timer in (self._timer, self._notify_timer):
                if timer is not None:
                    timer.cancel()
            self._timer = self._notify_timer = None
            self._to_notify.clear()

    def check(self) -> None:
        """Counts a stall that has just ended, if the timer has not done so yet."""
        now = self._clock.monotonic()
        late = now - self._next
        if late > TOLERANCE and self._timer is not None:
            self.lost += late
            self.ended, self._next = now, now + CHECK_INTERVAL
            self._to_notify = deque(self._tables)

    def _schedule(self) -> None:
        self._next = self._clock.monotonic() + CHECK_INTERVAL
        self._timer = self._clock.call_later(CHECK_INTERVAL, self._ring)

    def _ring(self) -> None:
        self.check()
        self._schedule()
        if self._notify_timer is None:
            self._notify()

    def _notify(self) -> None:
        self._notify_timer, busy = None, 0
        while self._to_notify and busy < NOTIFIED_AT_ONCE:
            busy += self._to_notify.popleft().after_stall()
        if self._to_notify:
            self._notify_timer = self._clock.call_later(PAUSE, self._notify)
