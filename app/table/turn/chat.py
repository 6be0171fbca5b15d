"""The chat of one room: lines of people and of the server, which stand in the store."""

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Final

from app.table.model.chat import ChatEntry
from app.table.model.room import Person, PersonId
from app.table.model.server_messages import ChatLine

MAX_CHAT_LINES: Final = 100


class ChatLog:
    """The last lines of one room."""

    def __init__(self) -> None:
        self._entries: deque[ChatEntry] = deque(maxlen=MAX_CHAT_LINES)
        self._shown: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        """The entries in words, with the names that people have at present."""
        self._shown_for: tuple[Person, ...] = ()
        """The people in the room when the entries were put in words."""
        self._names: dict[PersonId, str] = {}
        """The names of the people in `_shown_for`."""
        self.line_count = 0
        """Lines since the table opened, with those that were remembered then."""
        self._replaced: list[ChatEntry] = []
        """Lines that were removed or put back, and not told yet."""

    def add(self, entries: Iterable[ChatEntry]) -> None:
        for entry in entries:
            self._entries.append(entry)
            self._shown.append(entry.shown(self._names))
            self.line_count += 1

    def follow(self, stored: Iterable[ChatEntry]) -> None:
        """Adds the lines of the store that are not here yet; removes and puts back as it has."""
        known = {entry.identity for entry in self._entries}
        for entry in stored:
            if entry.identity not in known and not self._replace(entry):
                self.add((entry,))

    def _replace(self, entry: ChatEntry) -> bool:
        """Puts the line in the place of the one that it replaces; False: there is none."""
        for place, one in enumerate(self._entries):
            if entry.replaces(one):
                self._entries[place], self._shown[place] = entry, entry.shown(self._names)
                self._replaced.append(entry)
                return True
        return False

    def take_replaced(self) -> tuple[ChatLine, ...]:
        """The lines that were removed or put back since the last call."""
        if not self._replaced:
            return ()
        replaced, self._replaced = self._replaced, []
        return tuple(entry.shown(self._names) for entry in replaced)

    def has(self, entry: ChatEntry) -> bool:
        return any(one.identity == entry.identity for one in self._entries)

    def since(self, count: int, people: tuple[Person, ...]) -> tuple[ChatLine, ...]:
        """The lines after the first `count`, with the names that these people have at present."""
        if self._shown_for is not people:
            self._shown_for, self._names = people, {person.id: person.name for person in people}
            self._show_all()
        fresh = min(self.line_count - count, len(self._shown))
        return tuple(islice(self._shown, len(self._shown) - fresh, None))

    def _show_all(self) -> None:
        shown = (one.shown(self._names) for one in self._entries)
        self._shown = deque(shown, maxlen=MAX_CHAT_LINES)

    def forget(self, person: PersonId) -> None:
        """Drops what the person said, and what the server said about that person."""
        kept = [entry for entry in self._entries if person not in entry.about]
        self._entries = deque(kept, maxlen=MAX_CHAT_LINES)
        self._show_all()
