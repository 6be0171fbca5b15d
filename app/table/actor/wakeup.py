"""The wake-ups of one table: when something is due by itself, and the time of stalls given back.

One timer measures the stalls of the process. If each table did for itself, the work after one stall
would make the others late, and with thousands of tables that would never end. So a table with
nothing due does nothing, and tables that show a running clock take turns.
"""

from collections import deque
from math import inf
from typing import Final, Protocol

from app.table.actor.automation import Automation
from app.table.actor.messages import Message
from app.table.actor.outage import Outage
from app.table.clients.client import Alarm, Tick
from app.table.clients.mailbox import Mailbox
from app.table.clients.people import People
from app.table.ports import Clock, Timer
from app.table.turn.table_state import TableState

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


class Wakeup:
    """Sets one timer for what is due next. A table at which nobody is waited for never wakes."""

    def __init__(
        self,
        mailbox: Mailbox[Message],
        state: TableState,
        people: People,
        automation: Automation,
        outage: Outage,
        stalls: StallMonitor,
    ) -> None:
        self._mailbox, self._state, self._people = mailbox, state, people
        self._automation, self._outage, self._stalls = automation, outage, stalls
        self._clock = state.services.clock
        self._timer = WakeupTimer(self._clock, mailbox)
        self._credited = stalls.lost
        """The part of all lost time that was given back, or was lost before this table opened."""
        self._due = inf
        """The next time at which something other than a silence is due."""

    def start(self) -> None:
        self._stalls.join(self)

    def stop(self) -> None:
        self._timer.cancel()
        self._stalls.leave(self)

    def schedule(self) -> None:
        """Call when the table has done everything that is due."""
        retry_at = self._outage.retry_at
        due = self._automation.next_due() if retry_at is None else retry_at
        self._due = inf if due is None else due
        empty = self._people.next_empty_change(self._clock.monotonic())
        if empty is not None and empty < self._due:
            self._due = empty
        self._set_timer(self._people.next_check)

    def _set_timer(self, silence: float | None) -> None:
        """`silence`: when one may next mean something; it means nothing while the store is away."""
        due = self._due
        if silence is not None and silence < due and self._outage.retry_at is None:
            due = silence
        self._timer.set(None if due == inf else due)

    def is_early(self) -> bool:
        """True if an alarm finds nothing due any more; the timer is set again then."""
        return self._nothing_due() or (not self.credit_stalls() and self._nothing_due())

    def _nothing_due(self) -> bool:
        """True, and the timer set again, if everybody who was silent has given a sign of life."""
        now = self._clock.monotonic()
        silence = None if self._outage.retry_at is not None else self._people.next_silence
        due = self._due <= now or (silence is not None and silence <= now)
        if not due:
            self._set_timer(silence)
        return not due

    # -- stalls

    def credit_stalls(self) -> bool:
        """Gives back the time that the server stalled since the last call.

        Call it before anything is judged by the time: before a message is handled, and again
        after a wait for the store. Returns whether somebody sees a clock that this changes.
        """
        self._stalls.check()
        lost = self._stalls.lost - self._credited
        if not lost:
            return False
        self._credited = self._stalls.lost
        state = self._state
        self._people.credit(lost, self._stalls.ended)
        state.clocks.credit(lost, state.now())
        if state.again is not None:
            state.again = state.again.later(lost)
        if state.shuffle_round is not None:
            state.shuffle_round.credit(lost)
        return self._has_running_clock

    @property
    def _has_running_clock(self) -> bool:
        state = self._state
        return state.running is not None and (
            state.clocks.is_running or state.shuffle_due is not None
        )

    def after_stall(self) -> bool:
        """For the StallMonitor, table by table: one without a running clock has nothing to do."""
        shown = self._has_running_clock and self.credit_stalls()
        if shown:
            self._mailbox.post(Tick())
        return shown


class WakeupTimer:
    """One timer: posts one Alarm, and not before the time that was last `set`."""

    def __init__(self, clock: Clock, mailbox: Mailbox[Message]) -> None:
        self._clock, self._mailbox = clock, mailbox
        self._timer: Timer | None = None
        self._due = self._next = 0.0

    def set(self, due: float | None) -> None:
        """On the monotonic clock; None: never. A timer that rings early enough is kept."""
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
        wait = max(0.0, self._due - self._clock.monotonic())
        self._timer = self._clock.call_later(wait, self._fire)

    def _fire(self) -> None:
        self._timer = None
        if self._clock.monotonic() < self._due:
            self._start()
        else:
            self._mailbox.post(Alarm())
