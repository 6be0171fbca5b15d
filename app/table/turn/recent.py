"""The recent past of a table: lines of its chat, and deeds that nobody may do too often.

The lines stand in the store. One calls people what they are called now: as the room has them, else
as their accounts did when the line was made or read.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from app.table.model.chat import ChatEntry
from app.table.model.errors import TooMuch
from app.table.model.room import Person, PersonId
from app.table.model.server_messages import ChatLine

MAX_CHAT_LINES: Final = 100

_MOST_REMEMBERED: Final = 5


class ChatLog:
    """The last lines of one room."""

    def __init__(self) -> None:
        self._entries: deque[ChatEntry] = deque(maxlen=MAX_CHAT_LINES)
        self._shown: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        """The entries in words."""
        self._people: tuple[Person, ...] = ()
        """The people of the room whose names the entries have."""
        self._names: Mapping[PersonId, str] = {}
        self._about: frozenset[PersonId] | None = None
        """Everybody whom the lines name; None: not gathered since they changed."""
        self._is_changed = False
        """An earlier line has changed, and nobody was told yet."""
        self.line_count = 0
        """Lines since the table opened, with those that were remembered then."""

    def add(self, entries: Iterable[ChatEntry]) -> None:
        for entry in entries:
            self._entries.append(entry)
            self._shown.append(entry.shown())
            self._about = None
            self.line_count += 1

    def follow(self, stored: Iterable[ChatEntry]) -> None:
        """Adds the lines of the store that are not here yet; takes the others over as it has them.

        So a line is removed, or put back, and calls its people by the names of today.
        """
        known = {entry.identity: place for place, entry in enumerate(self._entries)}
        entries, fresh = [*self._entries], list[ChatEntry]()
        for entry in (one.called(self._names) for one in stored):
            place = known.get(entry.identity)
            if place is None:
                place = next((at for at, one in enumerate(entries) if entry.replaces(one)), None)
            if place is None:
                fresh.append(entry)
            else:
                entries[place] = entry
        self._take_over(entries)
        self.add(fresh)

    def follow_people(self, people: tuple[Person, ...]) -> None:
        """Says the lines with the names of these people of the room."""
        if self._people is not people:
            self._people, self._names = people, {person.id: person.name for person in people}
            self.call(self._names)

    def call(self, names: Mapping[PersonId, str]) -> None:
        """Says the lines with these names of people."""
        self._take_over([entry.called(names) for entry in self._entries])

    def take_changed(self) -> bool:
        """True if an earlier line has changed since the last call."""
        changed, self._is_changed = self._is_changed, False
        return changed

    def has(self, entry: ChatEntry) -> bool:
        return any(one.identity == entry.identity for one in self._entries)

    def names(self, person: PersonId) -> bool:
        """True if a line names the person, or is theirs."""
        if self._about is None:
            self._about = frozenset(one for entry in self._entries for one in entry.about)
        return person in self._about

    def since(self, count: int) -> tuple[ChatLine, ...]:
        """The lines after the first `count`."""
        fresh = min(self.line_count - count, len(self._shown))
        return tuple(islice(self._shown, len(self._shown) - fresh, None))

    def forget(self, person: PersonId) -> None:
        """Drops what the person said, and what the server said about that person."""
        self._names = {one: name for one, name in self._names.items() if one != person}
        self._take_over([entry for entry in self._entries if person not in entry.about])

    def _take_over(self, entries: list[ChatEntry]) -> None:
        """Has these lines in place of those before, and notes it if they differ."""
        if entries != [*self._entries]:
            self._entries = deque(entries, maxlen=MAX_CHAT_LINES)
            self._shown = deque((entry.shown() for entry in entries), maxlen=MAX_CHAT_LINES)
            self._about, self._is_changed = None, True


class Recent:
    """The last times of each deed of each person, on the monotonic clock."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, PersonId], deque[float]] = {}

    def check(
        self, deed: str, person: PersonId, now: float, within: float, why: str, most: int = 1
    ) -> None:
        """Raises TooMuch, with `why`, if the person did it `most` times within these seconds."""
        assert most <= _MOST_REMEMBERED, "more is not remembered"
        times = self._times.get((deed, person), ())
        if sum(time + within > now for time in times) >= most:
            raise TooMuch(why)

    def left(self, deed: str, person: PersonId, now: float, within: float) -> float:
        """Seconds until the last time is that long ago; 0 or less if it is."""
        times = self._times.get((deed, person))
        return times[-1] + within - now if times else 0.0

    def note(self, deed: str, person: PersonId, now: float) -> None:
        self._times.setdefault((deed, person), deque(maxlen=_MOST_REMEMBERED)).append(now)

    def forget(self, person: PersonId) -> None:
        for deed in [one for one in self._times if one[1] == person]:
            del self._times[deed]
