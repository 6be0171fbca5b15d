"""The turn clocks: deadlines, time banks, pauses. Pure bookkeeping over given instants.

A deadline belongs to a prompt, so seats with the same prompt share it. Only a prompt to one seat
alone can use that seat's time bank. The shown clocks of other seats change only together with the
public state, because the moment of a secret answer is a secret too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from app.rules.game import Prompt, Seat
from app.table.model.memo import Memo
from app.table.model.room import ClockLevel
from app.table.model.server_messages import SeatClock


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
}
GRACE: Final = 20
"""Seconds at ordinary pace that everybody has at least after a restart."""


@dataclass(slots=True, eq=False)
class _PromptClock:
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

    @property
    def due(self) -> Instant | None:
        return (
            self.ends.later(self.time_bank)
            if self.ends is not None and self.time_bank
            else self.ends
        )


@dataclass(slots=True)
class TurnClocks:
    """Every open prompt of one match with its deadline."""

    level: ClockLevel
    pace: float
    changes: int = 0
    """Grows with every change that may be shown."""
    _open: dict[str, _PromptClock] = field(default_factory=dict)
    _by_seat: dict[Seat, _PromptClock] = field(default_factory=dict)
    _spent: dict[Seat, float] = field(default_factory=dict)
    _frozen: Instant | None = None
    _public: dict[Seat, _PromptClock] = field(default_factory=dict)
    """The clocks that everybody sees, by seat."""
    _public_clocks: Memo[tuple[SeatClock, ...]] = field(default_factory=Memo)
    _next: Memo[float | None] = field(default_factory=Memo)

    # -- clocks come and go

    def follow_prompts(self, prompts: Mapping[Seat, Prompt], now: Instant) -> None:
        """Starts clocks of new prompts and stops those of answered ones, charging time banks."""
        self.changes += 1
        keys = [prompt.key for prompt in prompts.values()]
        for key in [key for key in self._open if key not in keys]:
            self._close(self._open.pop(key), now)
        for seat, prompt in prompts.items():
            if prompt.key not in self._open:
                alone = seat if keys.count(prompt.key) == 1 else None
                question = self._open[prompt.key] = _PromptClock(now, prompt.window, alone)
                self._start(question, now)
        self._by_seat = {seat: self._open[prompt.key] for seat, prompt in prompts.items()}

    def _start(self, question: _PromptClock, now: Instant) -> None:
        """Starts the clock of a prompt, by the present level."""
        level = LEVELS[self.level]
        question.opened, question.time_bank = now, 0.0
        if question.window is not None:
            question.ends, question.enforced = now.later(question.window * self.pace), True
        elif level is None:
            question.ends, question.enforced = None, False
        else:
            question.ends, question.enforced = now.later(level.seconds * self.pace), level.enforced
            question.time_bank = 0.0 if question.payer is None else self.time_bank(question.payer)

    def _close(self, question: _PromptClock, now: Instant) -> None:
        if question.payer is None or question.window is not None or question.ends is None:
            return
        until = self._frozen or now
        if until.mono > question.ends.mono:
            spent = self._spent.get(question.payer, 0.0) + until.mono - question.ends.mono
            self._spent[question.payer] = min(spent, self._full_time_bank)

    @property
    def _full_time_bank(self) -> float:
        level = LEVELS[self.level]
        return level.time_bank * self.pace if level is not None else 0.0

    def time_bank(self, seat: Seat) -> float:
        """Seconds left in the seat's time bank; a prompt is charged when it closes."""
        return self._full_time_bank - self._spent.get(seat, 0.0)

    def refill_time_banks(self) -> None:
        """A new deal: every time bank is full again."""
        self._spent.clear()

    # -- deadlines

    def _deadlines(self) -> list[tuple[float, str]]:
        if self._frozen is not None:
            return []
        dues = [(question.due, key) for key, question in self._open.items() if question.enforced]
        return sorted((due.mono, key) for due, key in dues if due is not None)

    def next_due(self) -> float | None:
        """The first deadline with a consequence, on the monotonic clock."""
        return self._next.get((self.changes,), self._find_next)

    def _find_next(self) -> float | None:
        dues = self._deadlines()
        return dues[0][0] if dues else None

    def expired(self, now: Instant) -> tuple[str, ...]:
        """Keys of the clocks whose time is up, the one that was due first first."""
        first = self.next_due()
        return (
            ()
            if first is None or first > now.mono
            else tuple(key for due, key in self._deadlines() if due <= now.mono)
        )

    # -- changes to the clock itself

    @property
    def is_frozen(self) -> bool:
        return self._frozen is not None

    def freeze(self, now: Instant) -> None:
        if self._frozen is None:
            self._frozen = now
            self.changes += 1

    def thaw(self, now: Instant) -> None:
        """Everybody has as much time as was left."""
        if self._frozen is None:
            return
        self.changes += 1
        since, self._frozen = self._frozen, None
        for question in self._all_clocks():
            stood = now.mono - max(since.mono, question.opened.mono)
            question.opened = question.opened.later(stood)
            question.ends = question.ends and question.ends.later(stood)

    def _all_clocks(self) -> list[_PromptClock]:
        """Clocks of open prompts, and those that are still shown."""
        return list(dict.fromkeys((*self._open.values(), *self._public.values())))

    def credit(self, seconds: float, now: Instant) -> None:
        """Gives back the seconds of a stall of the server."""
        if self._frozen is None:
            self._frozen = now.later(-seconds)
            self.thaw(now)

    @property
    def is_running(self) -> bool:
        """True if somebody sees a clock that runs."""
        return self._frozen is None and any(
            question.ends is not None for question in (*self._open.values(), *self._public.values())
        )

    def grant_grace(self, now: Instant) -> None:
        """After a restart every prompt has its whole time again, and GRACE at least.

        Time banks are full. The time away is not known, so this is the least that charges nobody
        for it.
        """
        self.changes += 1
        self._spent.clear()
        level = LEVELS[self.level]
        for question in self._all_clocks():
            whole = (
                question.window
                if question.window is not None
                else level.seconds
                if level is not None
                else 0
            )
            least = now.later(max(GRACE, whole) * self.pace)
            if question.ends is not None and question.ends.mono < least.mono:
                question.ends = least
            if question.payer is not None and question.window is None:
                question.time_bank = self.time_bank(question.payer)

    def change_level(self, level: ClockLevel, now: Instant) -> None:
        """Changes the level: all prompts but response windows begin anew, with full time banks."""
        self.changes += 1
        self.level = level
        self._spent.clear()
        for question in self._all_clocks():
            if question.window is None:
                self._start(question, now)

    # -- what is shown

    def publish(self, awaited: Iterable[Seat]) -> None:
        """The public state has changed: everybody sees the clocks of the awaited seats."""
        self.changes += 1
        now = {seat: self._by_seat.get(seat) or self._public.get(seat) for seat in awaited}
        self._public = {seat: question for seat, question in now.items() if question is not None}

    def clocks_for(self, viewer: Seat | None) -> tuple[SeatClock, ...]:
        """The awaited seats' clocks as everybody sees them, and the viewer's own."""
        own = None if viewer is None else self._by_seat.get(viewer)
        if viewer is None or own is None or self._public.get(viewer) is own:
            return self._public_clocks.get((self.changes,), lambda: self._clocks(self._public))
        return self._clocks({**self._public, viewer: own})

    def _clocks(self, shown: Mapping[Seat, _PromptClock]) -> tuple[SeatClock, ...]:
        return tuple(self._clock(seat, shown[seat]) for seat in sorted(shown))

    def _clock(self, seat: Seat, question: _PromptClock) -> SeatClock:
        due = None if self._frozen is not None else question.due
        return SeatClock(
            seat=seat,
            due=None if due is None else due.wall,
            soft=question.ends is not None and not question.enforced,
            time_bank=round(question.time_bank * 1000),
        )
