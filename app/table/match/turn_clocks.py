"""The turn clocks: deadlines, time banks, spans, pauses. Pure bookkeeping over given instants.

A deadline belongs to a prompt or a span, so seats with the same one share it. A question that a
reaction interrupts goes on where it stood, under the same key. An offer has no clock. Only a prompt
to one seat alone can use that seat's time bank. The shown clocks of other seats change only
together with the public state, because the moment of a secret answer is a secret too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from app.rules.game import Prompt, Seat, Span
from app.table.match.prompt_clock import GRACE, LEVELS, Instant, PromptClock
from app.table.model.match_messages import SeatClock, SpanClock
from app.table.model.room import SLOW, ClockLevel, SlowMatch


def _due_first(question: PromptClock) -> float:
    return inf if question.due is None else question.due.mono


@dataclass(slots=True)
class TurnClocks:
    """Every open prompt of one match with its deadline."""

    level: ClockLevel
    pace: float
    is_slow: bool = field(init=False)
    """True by the clock of a slow table."""
    changes: int = 0
    """Grows with every change that may be shown."""
    _open: dict[str, PromptClock] = field(default_factory=dict)
    _gone: dict[str, PromptClock] = field(default_factory=dict)
    """Clocks of this deal whose keys are not open now, and may be again."""
    _by_seat: dict[Seat, PromptClock] = field(default_factory=dict)
    """The clock of each seat's questions that is due first."""
    _spans: Mapping[Seat | None, tuple[Span, ...]] = field(default_factory=dict)
    _spent: dict[Seat, float] = field(default_factory=dict)
    _frozen: Instant | None = None
    _public: dict[Seat, PromptClock] = field(default_factory=dict)
    """The clocks that everybody sees, by seat."""
    _next: tuple[int, float | None] = (-1, None)
    """The next deadline, and the number of changes for which it was looked up."""

    def __post_init__(self) -> None:
        self.is_slow = self.level in SLOW

    # -- clocks come and go

    def follow_prompts(
        self,
        open_to: Mapping[Seat, Sequence[Prompt]],
        now: Instant,
        running: Mapping[Seat | None, tuple[Span, ...]] | None = None,
    ) -> None:
        """Starts clocks of new questions and spans, and stops those that are gone."""
        self.changes += 1
        self._spans = running or {}
        wanted: dict[str, tuple[int | None, Seat | None]] = {}
        for found in self._spans.values():
            wanted |= {one.key: (one.seconds, None) for one in found}
        for seat, prompts in open_to.items():
            for prompt in prompts:
                if not prompt.offer and prompt.within is None:
                    payer = None if prompt.key in wanted else seat
                    wanted[prompt.key] = (prompt.window, payer)
        for key in [key for key in self._open if key not in wanted]:
            gone = self._open.pop(key)
            if not self.is_slow:
                self._gone[key] = gone
                self._close(gone, now)
        for key, clock in wanted.items():
            if key not in self._open:
                self._begin(key, *clock, now)
        self._by_seat = {}
        for seat, prompts in open_to.items():
            if (first := self._first_of(prompts)) is not None:
                self._by_seat[seat] = first

    def _first_of(self, prompts: Sequence[Prompt]) -> PromptClock | None:
        """The clock that is due first of those of these questions; None: there are offers alone."""
        if len(prompts) == 1 and not prompts[0].offer:
            return self._open[prompts[0].within or prompts[0].key]
        clocks = (self._open[one.within or one.key] for one in prompts if not one.offer)
        return min(clocks, key=_due_first, default=None)

    def _begin(self, key: str, window: int | None, payer: Seat | None, now: Instant) -> None:
        """Starts the clock of a question or span, or lets it go on where it stood."""
        if (stood := self._gone.pop(key, None)) is not None:
            self._resume(stood, now)
        else:
            stood = PromptClock(now, window, payer)
            self._start(stood, now)
        self._open[key] = stood

    def _resume(self, question: PromptClock, now: Instant) -> None:
        """Lets a clock go on where it stood."""
        assert question.gone is not None, "it was gone"
        if question.payer is not None:
            self._spent[question.payer] = self._spent.get(question.payer, 0.0) - question.charged
        question.delay(now.mono - question.gone.mono)
        question.gone, question.charged = None, 0.0

    def _start(self, question: PromptClock, now: Instant) -> None:
        """Starts the clock of a prompt, by the present level."""
        level = LEVELS[self.level]
        question.opened, question.time_bank = now, 0.0
        if question.window is not None and not self.is_slow:
            question.ends, question.enforced = now.later(question.window * self.pace), True
        elif level is None:
            question.ends, question.enforced = None, False
        else:
            question.ends, question.enforced = now.later(level.seconds * self.pace), level.enforced
            question.time_bank = 0.0 if question.payer is None else self.time_bank(question.payer)

    def _close(self, question: PromptClock, now: Instant) -> None:
        until = question.gone = self._frozen or now
        if question.payer is None or question.window is not None or question.ends is None:
            return
        if until.mono > question.ends.mono:
            before = self._spent.get(question.payer, 0.0)
            spent = min(before + until.mono - question.ends.mono, self._full_time_bank)
            self._spent[question.payer], question.charged = spent, spent - before

    @property
    def _full_time_bank(self) -> float:
        level = LEVELS[self.level]
        return level.time_bank * self.pace if level is not None else 0.0

    def time_bank(self, seat: Seat) -> float:
        """Seconds left in the seat's time bank; a prompt is charged when it closes."""
        return self._full_time_bank - self._spent.get(seat, 0.0)

    def refill_time_banks(self) -> None:
        """A new deal: every time bank is full again, and no question of the last deal returns."""
        self._spent.clear()
        self._gone.clear()

    # -- deadlines

    def _deadlines(self) -> list[tuple[float, str]]:
        if self._frozen is not None:
            return []
        return [
            (question.ends.mono + question.time_bank, key)
            for key, question in self._open.items()
            if question.enforced and question.ends is not None
        ]

    def next_due(self) -> float | None:
        """The first deadline with a consequence, on the monotonic clock."""
        if self._next[0] != self.changes:
            first = min(self._deadlines(), default=None)
            self._next = self.changes, None if first is None else first[0]
        return self._next[1]

    def expired(self, now: Instant) -> tuple[str, ...]:
        """Keys of the clocks whose time is up, the one that was due first first."""
        first = self.next_due()
        return (
            ()
            if first is None or first > now.mono
            else tuple(key for due, key in sorted(self._deadlines()) if due <= now.mono)
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
        if self.is_slow:
            return
        for question in self._all_clocks():
            question.delay(now.mono - max(since.mono, question.opened.mono))

    def _all_clocks(self) -> list[PromptClock]:
        """Clocks of open prompts, and those that are still shown."""
        return list(dict.fromkeys((*self._open.values(), *self._public.values())))

    def credit(self, seconds: float, now: Instant) -> None:
        """Gives back the seconds of a stall of the server."""
        if self._frozen is None and not self.is_slow:
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
        self.level, self.is_slow = level, level in SLOW
        self._spent.clear()
        self._gone.clear()
        for question in self._all_clocks():
            if question.window is None:
                self._start(question, now)

    # -- a slow match

    def hold_to(self, kept: SlowMatch, now: Instant) -> None:
        """Sets the ends of a slow match to those that its room keeps."""
        self.changes += 1
        for seat, question in self._public.items():
            if (due := kept.shown.get(str(seat))) is not None:
                question.ends = now.later((due - now.wall) / 1000)
        for key, question in self._open.items():
            if (due := kept.dues.get(key)) is not None:
                question.ends = now.later((due - now.wall) / 1000)

    def out_of_time(self, key: str) -> tuple[Seat, ...]:
        """The seats that let a question run out, if it was theirs alone.

        Never where others were asked too, or it was a response window: then nobody may learn who
        has answered in secret.
        """
        return tuple(
            seat
            for seat, question in self._public.items()
            if question is self._open.get(key)
            and question.window is None
            and question.payer == seat
        )

    # -- what is shown

    def publish(self, awaited: Iterable[Seat]) -> None:
        """The public state has changed: everybody sees the clocks of the awaited seats."""
        self.changes += 1
        now = {seat: self._by_seat.get(seat) or self._public.get(seat) for seat in awaited}
        self._public = {seat: question for seat, question in now.items() if question is not None}

    def shows_all(self, viewer: Seat) -> bool:
        """True if this viewer has no clock of its own beside those that everybody sees."""
        own = self._by_seat.get(viewer)
        return own is None or self._public.get(viewer) is own

    def clocks_for(self, viewer: Seat | None) -> tuple[SeatClock, ...]:
        """The awaited seats' clocks as everybody sees them, and the viewer's own."""
        if viewer is None or self.shows_all(viewer):
            shown = self._public
        else:
            shown = {**self._public, viewer: self._by_seat[viewer]}
        stands = self._frozen is not None
        return tuple([shown[seat].shown(seat, stands) for seat in sorted(shown)])

    def waited_for(self, seat: Seat, now: Instant) -> float:
        """Seconds since the question opened that everybody sees the seat asked, without pauses."""
        question = self._public.get(seat)
        return 0.0 if question is None else (self._frozen or now).mono - question.opened.mono

    def spans_for(self, viewer: Seat | None) -> tuple[SpanClock, ...]:
        """The spans that this viewer sees run."""
        return tuple(
            SpanClock(key=one.key, due=self._open[one.key].shown_due(self.is_frozen))
            for one in self._spans.get(viewer, ())
        )
