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
        ledger: TableState,
        crowd: Connections,
        steward: CommandHandler,
        pulse: Automation,
        adrift: Outage,
        inbox: Mailbox,
        clock: Clock,
        standstill: StallMonitor,
    ) -> None:
        self._ledger, self._crowd, self._steward, self._pulse, self._adrift = (
            ledger,
            crowd,
            steward,
            pulse,
            adrift,
        )
        self._inbox, self._clock, self._standstill = inbox, clock, standstill
        self._alarm = WakeupTimer(clock, self._ring)
        self._given = standstill.lost
        """How much of what was lost was given back, or never was this table's."""
        self._due = inf
        """When something is due whoever is silent."""

    def begin(self) -> None:
        self._standstill.join(self._stood_still)

    def end(self) -> None:
        self._alarm.cancel()
        self._standstill.leave(self._stood_still)

    def wind(self) -> None:
        """Call when the table has done what it had to do."""
        now = self._clock.monotonic()
        moments = (
            self._crowd.next_alone(now),
            self._pulse.next_due() if self._adrift.retry is None else self._adrift.retry,
        )
        self._due = min((moment for moment in moments if moment is not None), default=inf)
        self._sleep(self._steward.next_look)

    def _sleep(self, silence: float | None) -> None:
        """`silence`: when somebody's may next mean something; while the store is away it means nothing."""
        due = (
            self._due
            if silence is None or self._adrift.retry is not None
            else min(self._due, silence)
        )
        self._alarm.set(None if due == inf else due)

    def _ring(self) -> None:
        if not self._sleeps_on() and (self.give_back() or not self._sleeps_on()):
            self._inbox.post(Tick())

    def _sleeps_on(self) -> bool:
        """Where nothing is due, for all whose silence might have meant something have given signs of life since."""
        now = self._clock.monotonic()
        silence = None if self._adrift.retry is not None else self._steward.next_silence
        due = self._due <= now or (silence is not None and silence <= now)
        if not due:
            self._sleep(silence)
        return not due

    def give_back(self) -> bool:
        """Gives back what the house has stood still since the last call; whether somebody sees a clock that this changes.
        Call before anything is judged by the time."""
        self._standstill.look()
        lost = self._standstill.lost - self._given
        if not lost:
            return False
        self._given = self._standstill.lost
        self._crowd.forgive(lost, self._standstill.ended)
        self._ledger.questions.forgive(lost, self._ledger.now())
        if self._ledger.sealing is not None:
            self._ledger.sealing.forgive(lost)
        return self._clock_runs

    @property
    def _clock_runs(self) -> bool:
        return self._ledger.running is not None and (
            self._ledger.questions.timed or self._ledger.shuffle_due is not None
        )

    def _stood_still(self) -> bool:
        """All tables are told in a row, so whoever has no clock to set right has nothing to do now."""
        shown = self._clock_runs and self.give_back()
        if shown:
            self._inbox.post(Tick())
        return shown
