"""Whose time runs out when: questions, reserves, pauses. Pure bookkeeping over moments that are handed in; no clock, no timer.

A deadline belongs to a question, so seats that are asked the same question have the same deadline. Only a question put to
one seat alone can eat up that seat's reserve. What other seats are shown of a clock changes only together with the public
state, because the moment at which somebody answers in secret is a secret too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec.structs import replace

from app.rules.game import Prompt, Seat
from app.table.messages import SeatClock
from app.table.room import ClockLevel


class Moment(msgspec.Struct, frozen=True):
    """One instant on both clocks."""

    mono: float
    """Seconds, for durations."""
    wall: int
    """Milliseconds since 1970, for showing."""

    def later(self, seconds: float) -> "Moment":
        return Moment(self.mono + seconds, self.wall + round(seconds * 1000))


class Level(msgspec.Struct, frozen=True):
    """What a decision is given, in seconds at ordinary pace."""

    seconds: int
    reserve: int
    acts: bool


LEVELS: Final[dict[ClockLevel, Level | None]] = {
    ClockLevel.OFF: None,
    ClockLevel.SOFT: Level(60, 0, acts=False),
    ClockLevel.RELAXED: Level(60, 120, acts=True),
    ClockLevel.BRISK: Level(20, 60, acts=True),
}
GRACE: Final = 20
"""Seconds at ordinary pace that everybody has at least after a restart."""


@dataclass(slots=True)
class _Question:
    seats: frozenset[Seat]
    opened: Moment
    window: int | None
    ends: Moment | None
    """When the ordinary seconds are over; None: no clock."""
    acts: bool
    payer: Seat | None
    """Whose reserve comes on top."""


@dataclass(slots=True)
class Questions:
    """Every open question of one match with its deadline."""

    level: ClockLevel
    pace: float
    _open: dict[str, _Question] = field(default_factory=dict)
    _keys: dict[Seat, str] = field(default_factory=dict)
    _spent: dict[Seat, float] = field(default_factory=dict)
    _frozen: Moment | None = None
    _public: dict[Seat, SeatClock] = field(default_factory=dict)
    changes: int = 0
    """Grows with everything that may change what is shown."""

    # -- questions come and go

    def follow(self, prompts: Mapping[Seat, Prompt], now: Moment) -> None:
        """Opens what is newly asked, closes what is answered, takes what was used up from reserves."""
        asked: dict[str, dict[Seat, Prompt]] = {}
        for seat, prompt in prompts.items():
            asked.setdefault(prompt.key, {})[seat] = prompt
        self.changes += 1
        for key in [key for key in self._open if key not in asked]:
            self._close(self._open.pop(key), now)
        for key, seats in asked.items():
            if key not in self._open:
                self._open[key] = self._opened(frozenset(seats), next(iter(seats.values())).window, now)
        self._keys = {seat: prompt.key for seat, prompt in prompts.items()}

    def _opened(self, seats: frozenset[Seat], window: int | None, now: Moment) -> _Question:
        level = LEVELS[self.level]
        if window is not None:
            return _Question(seats, now, window, now.later(window * self.pace), acts=True, payer=None)
        if level is None:
            return _Question(seats, now, None, None, acts=False, payer=None)
        payer = next(iter(seats)) if len(seats) == 1 and level.reserve else None
        return _Question(seats, now, None, now.later(level.seconds * self.pace), level.acts, payer)

    def _close(self, question: _Question, now: Moment) -> None:
        until = self._frozen or now
        if question.payer is not None and question.ends is not None and until.mono > question.ends.mono:
            spent = self._spent.get(question.payer, 0.0) + until.mono - question.ends.mono
            self._spent[question.payer] = min(spent, self._full)

    @property
    def _full(self) -> float:
        level = LEVELS[self.level]
        return level.reserve * self.pace if level is not None else 0.0

    def reserve(self, seat: Seat) -> float:
        """Seconds left before the present question."""
        return self._full - self._spent.get(seat, 0.0)

    def refill(self) -> None:
        """A new deal: everybody's reserve is full again."""
        self._spent.clear()

    # -- deadlines

    def _due(self, question: _Question) -> Moment | None:
        if question.ends is None or question.payer is None:
            return question.ends
        return question.ends.later(self.reserve(question.payer))

    def next_due(self) -> float | None:
        """When the first deadline passes that makes something happen, on the monotonic clock."""
        if self._frozen is not None:
            return None
        dues = [due.mono for question in self._open.values() if question.acts and (due := self._due(question)) is not None]
        return min(dues, default=None)

    def expired(self, now: Moment) -> tuple[str, ...]:
        """Keys of the questions whose time is up, the one that was due first first."""
        if self._frozen is not None:
            return ()
        dues = [(due.mono, key) for key, question in self._open.items() if question.acts and (due := self._due(question)) is not None]
        return tuple(key for due, key in sorted(dues) if due <= now.mono)

    # -- changes to the clock itself

    @property
    def frozen(self) -> bool:
        return self._frozen is not None

    def freeze(self, now: Moment) -> None:
        if self._frozen is None:
            self._frozen = now
            self.changes += 1

    def thaw(self, now: Moment) -> None:
        """Everybody has as much time as was left."""
        if self._frozen is None:
            return
        self.changes += 1
        since, self._frozen = self._frozen, None
        for question in self._open.values():
            stood = now.mono - max(since.mono, question.opened.mono)
            question.opened = question.opened.later(stood)
            question.ends = question.ends and question.ends.later(stood)
        moved = round((now.mono - since.mono) * 1000)
        for seat, clock in self._public.items():
            if clock.due is not None:
                self._public[seat] = replace(clock, due=clock.due + moved)

    def forgive(self, seconds: float, now: Moment) -> None:
        """The house itself stood still for so long; nobody pays for that."""
        if self._frozen is None:
            self._frozen = now.later(-seconds)
            self.thaw(now)

    def grace(self, now: Moment) -> None:
        """After a restart nobody has less than GRACE, and reserves are full."""
        self.changes += 1
        self._spent.clear()
        least = now.later(GRACE * self.pace)
        for question in self._open.values():
            if question.ends is not None and question.ends.mono < least.mono:
                question.ends = least

    def relevel(self, level: ClockLevel, now: Moment) -> None:
        """Another clock from now on: every open question but the windows begins anew, with full reserves."""
        self.changes += 1
        self.level = level
        self._spent.clear()
        for key, question in self._open.items():
            if question.window is None:
                self._open[key] = self._opened(question.seats, None, now)

    # -- what is shown

    def _clock(self, seat: Seat) -> SeatClock | None:
        question = self._open.get(self._keys.get(seat, ""))
        if question is None:
            return None
        due = self._due(question)
        timed = question.window is None and LEVELS[self.level] is not None
        return SeatClock(
            seat=seat,
            due=None if due is None else due.wall,
            soft=due is not None and not question.acts,
            reserve=round(self.reserve(seat) * 1000) if timed else 0,
        )

    def publish(self, awaited: Iterable[Seat]) -> None:
        """The public state has changed: what everybody sees of the awaited seats' clocks is brought up to date."""
        self.changes += 1
        shown = {}
        for seat in awaited:
            clock = self._clock(seat) or self._public.get(seat)
            if clock is not None:
                shown[seat] = clock
        self._public = shown

    def shown(self, viewer: Seat | None) -> tuple[SeatClock, ...]:
        """The awaited seats' clocks as everybody sees them, and the viewer's own."""
        clocks = dict(self._public)
        if viewer is not None and (own := self._clock(viewer)) is not None:
            clocks[viewer] = own
        if self._frozen is not None:
            return tuple(replace(clocks[seat], due=None) for seat in sorted(clocks))
        return tuple(clocks[seat] for seat in sorted(clocks))
