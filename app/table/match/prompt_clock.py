"""The clock of one prompt or span, and the levels by which a table measures time."""

from dataclasses import dataclass
from typing import Final

import msgspec

from app.rules.game import Seat
from app.table.model.match_messages import SeatClock
from app.table.model.room import ClockLevel


class Instant(msgspec.Struct, frozen=True):
    """One instant on both clocks."""

    mono: float
    """Seconds, for durations."""
    wall: int
    """Milliseconds since 1970, for showing."""

    def later(self, seconds: float) -> "Instant":
        return Instant(self.mono + seconds, self.wall + round(seconds * 1000))


class Level(msgspec.Struct, frozen=True):
    """The time for one decision, in seconds at ordinary pace."""

    seconds: int
    time_bank: int
    enforced: bool


LEVELS: Final[dict[ClockLevel, Level | None]] = {
    ClockLevel.OFF: None,
    ClockLevel.SOFT: Level(60, 0, enforced=False),
    ClockLevel.RELAXED: Level(60, 120, enforced=True),
    ClockLevel.BRISK: Level(20, 60, enforced=True),
    ClockLevel.HOURS: Level(4 * 3600, 0, enforced=True),
    ClockLevel.DAY: Level(24 * 3600, 0, enforced=True),
    ClockLevel.DAYS: Level(72 * 3600, 0, enforced=True),
}
GRACE: Final = 20
"""Seconds at ordinary pace that everybody has at least after a restart."""


@dataclass(slots=True, eq=False)
class PromptClock:
    """May outlive its answer: others still see its clock while they do not know of the answer."""

    opened: Instant
    window: int | None
    payer: Seat | None
    """The seat whose time bank comes on top."""
    ends: Instant | None = None
    """The end of the ordinary seconds; None: no clock."""
    time_bank: float = 0.0
    """Seconds in the payer's time bank before this prompt."""
    enforced: bool = False
    gone: Instant | None = None
    """The moment at which its key was open last, if it is not open now."""
    charged: float = 0.0
    """Seconds that were taken from the payer's time bank when it was closed."""

    def delay(self, seconds: float) -> None:
        """Moves the clock by a time in which it stood."""
        self.opened = self.opened.later(seconds)
        self.ends = self.ends and self.ends.later(seconds)

    def shown_due(self, stands: bool) -> int | None:
        """The time at which the time bank is used up too; None: no clock, or all clocks stand."""
        if stands or self.ends is None:
            return None
        return self.ends.wall + round(self.time_bank * 1000)

    def shown(self, seat: Seat, stands: bool) -> SeatClock:
        soft = self.ends is not None and not self.enforced
        return SeatClock(seat, self.shown_due(stands), soft, round(self.time_bank * 1000))

    @property
    def due(self) -> Instant | None:
        return (
            self.ends.later(self.time_bank)
            if self.ends is not None and self.time_bank
            else self.ends
        )
