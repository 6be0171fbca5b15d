"""How long this house has stood still: one timer looks for all its tables, and each table gives that time back to its people.

If each looked for itself, the work that follows on one standstill would make the others late: with some thousands of tables it would
never end. So a table in which nothing is due does nothing about it, and those that show a running clock take turns.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from app.table.ports import Clock, Timer

CHECK_INTERVAL: Final = 1.0
"""Seconds after which the house looks how late it is: of a standstill nobody loses more than that, and LATE."""
TOLERANCE: Final = 0.25
"""Seconds by which a timer may be late before players are given the time that the house stood still."""
NOTIFIED_AT_ONCE: Final = 20
"""Tables that show the time they gave back before everything else gets its turn."""
PAUSE: Final = 0.02
"""Seconds until the next so many."""


class StallMonitor:
    """Of one house, for as long as it is open. `lost` never shrinks, so whoever remembers it knows what has been lost since."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.lost = 0.0
        """Seconds in all."""
        self.ended = 0.0
        """When the last one did, on the monotonic clock."""
        self._tables: dict[Callable[[], bool], None] = {}
        self._to_notify: deque[Callable[[], bool]] = deque()
        self._timer: Timer | None = None
        self._notify_timer: Timer | None = None
        self._next = 0.0

    def join(self, notify: Callable[[], bool]) -> None:
        """`tell` is called after each standstill, perhaps a while after; it returns whether the table now has something to do."""
        self._tables[notify] = None
        if self._timer is None:
            self._schedule()

    def leave(self, notify: Callable[[], bool]) -> None:
        self._tables.pop(notify, None)
        if not self._tables:
            for timer in (self._timer, self._notify_timer):
                if timer is not None:
                    timer.cancel()
            self._timer = self._notify_timer = None
            self._to_notify.clear()

    def check(self) -> None:
        """Counts a standstill that has ended just now; whoever runs first after it may ask before the timer does."""
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
            busy += self._to_notify.popleft()()
        if self._to_notify:
            self._notify_timer = self._clock.call_later(PAUSE, self._notify)
