"""When a table that rests has something to do by itself, and that nobody pays for the time in which the house stood still."""

from math import inf

from app.table.actor.automation import Automation
from app.table.actor.command_handler import CommandHandler
from app.table.actor.mailbox import Mailbox, Tick
from app.table.actor.outage import Outage
from app.table.actor.stalls import StallMonitor
from app.table.actor.wakeup_timer import WakeupTimer
from app.table.clients.connections import Connections
from app.table.match.table_state import TableState
from app.table.ports import Clock


class Wakeup:
    """Posts a Tick when something is due. A table at which everybody is there and nobody is waited for is not woken at all."""

    def __init__(
        self,
        state: TableState,
        connections: Connections,
        commands: CommandHandler,
        automation: Automation,
        outage: Outage,
        mailbox: Mailbox,
        clock: Clock,
        stalls: StallMonitor,
    ) -> None:
        self._state, self._connections, self._commands, self._automation, self._outage = (
            state,
            connections,
            commands,
            automation,
            outage,
        )
        self._mailbox, self._clock, self._stalls = mailbox, clock, stalls
        self._timer = WakeupTimer(clock, self._ring)
        self._credited = stalls.lost
        """How much of what was lost was given back, or never was this table's."""
        self._due = inf
        """When something is due whoever is silent."""

    def start(self) -> None:
        self._stalls.join(self._after_stall)

    def stop(self) -> None:
        self._timer.cancel()
        self._stalls.leave(self._after_stall)

    def schedule(self) -> None:
        """Call when the table has done what it had to do."""
        now = self._clock.monotonic()
        moments = (
            self._connections.next_empty_change(now),
            self._automation.next_due() if self._outage.retry_at is None else self._outage.retry_at,
        )
        self._due = min((moment for moment in moments if moment is not None), default=inf)
        self._set_timer(self._commands.next_check)

    def _set_timer(self, silence: float | None) -> None:
        """`silence`: when somebody's may next mean something; while the store is away it means nothing."""
        due = (
            self._due
            if silence is None or self._outage.retry_at is not None
            else min(self._due, silence)
        )
        self._timer.set(None if due == inf else due)

    def _ring(self) -> None:
        if not self._nothing_due() and (self.credit_stalls() or not self._nothing_due()):
            self._mailbox.post(Tick())

    def _nothing_due(self) -> bool:
        """Where nothing is due, for all whose silence might have meant something have given signs of life since."""
        now = self._clock.monotonic()
        silence = None if self._outage.retry_at is not None else self._commands.next_silence
        due = self._due <= now or (silence is not None and silence <= now)
        if not due:
            self._set_timer(silence)
        return not due

    def credit_stalls(self) -> bool:
        """Gives back what the house has stood still since the last call; whether somebody sees a clock that this changes.
        Call before anything is judged by the time."""
        self._stalls.check()
        lost = self._stalls.lost - self._credited
        if not lost:
            return False
        self._credited = self._stalls.lost
        self._connections.credit(lost, self._stalls.ended)
        self._state.clocks.credit(lost, self._state.now())
        if self._state.shuffle_round is not None:
            self._state.shuffle_round.credit(lost)
        return self._has_running_clock

    @property
    def _has_running_clock(self) -> bool:
        return self._state.running is not None and (
            self._state.clocks.is_running or self._state.shuffle_due is not None
        )

    def _after_stall(self) -> bool:
        """All tables are told in a row, so whoever has no clock to set right has nothing to do now."""
        shown = self._has_running_clock and self.credit_stalls()
        if shown:
            self._mailbox.post(Tick())
        return shown
