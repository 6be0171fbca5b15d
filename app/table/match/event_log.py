"""The event lines of a match, by audience: what everybody is told, and what some seats are told.

A viewer's lines depend on nothing that was told to others alone: not their texts, nor their number.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from heapq import merge
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec

from app.rules.game import Seat
from app.table.model.match_messages import EventLine

MAX_EVENT_LINES: Final = 100
"""Events that a new client is sent."""
_SEAT_MARKS: Final = 0xE000
"""The first character for private use, which no name has: one stands for each seat's name."""


class _Line(NamedTuple):
    number: int
    """Counts all events of the match from 1."""
    line: EventLine
    marked: str
    """The line's text with a mark for each name."""


@cache
def name_marks(seats: int) -> tuple[str, ...]:
    """Marks for the seats, which stand in a sentence in place of the names."""
    return tuple(chr(_SEAT_MARKS + seat) for seat in range(seats))


class EventLog:
    """The newest lines for everybody, and those for each seat alone."""

    def __init__(self) -> None:
        self.count = 0
        """All events so far, whoever was told; shown to nobody."""
        self._public: deque[_Line] = deque(maxlen=MAX_EVENT_LINES)
        self._own: dict[Seat, deque[_Line]] = {}
        self._told: dict[tuple[int, Seat | None], tuple[EventLine, ...]] = {}
        """The answers of `since`, until a line is added or said anew."""
        self._names: tuple[Sequence[str], Mapping[int, str]] = ((), {})
        """The names that were put in last, with each mark's name."""

    def add(
        self, event: msgspec.Raw, marked: str, names: Sequence[str], seats: Iterable[Seat] | None
    ) -> None:
        """Adds a line for these seats; None: for everybody."""
        self.count += 1
        self._told.clear()
        line = _Line(self.count, EventLine(event, self._with_names(marked, names)), marked)
        if seats is None:
            self._public.append(line)
            return
        for seat in seats:
            self._own.setdefault(seat, deque(maxlen=MAX_EVENT_LINES)).append(line)

    def since(self, number: int, viewer: Seat | None) -> tuple[EventLine, ...]:
        """The lines that this viewer was told after the event `number`, as far as they are kept."""
        asked = (number, viewer if viewer in self._own else None)
        told = self._told.get(asked)
        if told is None:
            told = self._told[asked] = self._since(*asked)
        return told

    def _since(self, number: int, viewer: Seat | None) -> tuple[EventLine, ...]:
        newest: Iterable[_Line] = reversed(self._public)
        if viewer is not None:
            newest = merge(newest, reversed(self._own[viewer]), key=lambda one: -one.number)
        lines = [one.line for one in takewhile(lambda one: one.number > number, newest)]
        return tuple(lines[:MAX_EVENT_LINES][::-1])

    def rename(self, seats: Iterable[Seat], names: Sequence[str]) -> None:
        """Says the lines that name these seats anew."""
        marks = {chr(_SEAT_MARKS + seat) for seat in seats}
        for lines in (self._public, *self._own.values()):
            for place, one in enumerate(lines):
                if not marks.isdisjoint(one.marked):
                    line = EventLine(one.line.event, self._with_names(one.marked, names))
                    lines[place] = one._replace(line=line)
        self._told.clear()

    def _with_names(self, marked: str, names: Sequence[str]) -> str:
        """The text with names in place of their marks."""
        if self._names[0] is not names:
            self._names = (names, dict(enumerate(names, _SEAT_MARKS)))
        return marked.translate(self._names[1])
