"""The chat of one room: lines of people and of the server, stored before they are shown."""

from collections import deque
from itertools import islice
from typing import Final

from app.table.match.table_state import TableState
from app.table.model.chat import ChatEntry, Spoken
from app.table.model.errors import BadText, TooMuch
from app.table.model.room import Person, PersonId
from app.table.model.server_lines import ServerLine
from app.table.model.server_messages import ChatLine
from app.table.model.timestamps import to_milliseconds
from app.table.ports import Clock, RoomStore, StoreAway
from app.text.sanitize import visible_line

MAX_CHAT_LINES: Final = 100
MAX_LINES: Final = 5
"""Lines that one person may write within WINDOW."""
WINDOW: Final = 10.0
"""Seconds in which one person may write MAX_LINES lines."""


def readable(text: str) -> str:
    """The text as it is shown. Raises BadText where nothing is left to read."""
    shown = visible_line(text)
    if not shown:
        raise BadText("That message has no visible text.")
    return shown


class ChatLog:
    """The last lines of one room."""

    def __init__(self, state: TableState, rooms: RoomStore, clock: Clock) -> None:
        self._state, self._rooms, self._clock = state, rooms, clock
        self._entries: deque[ChatEntry] = deque(maxlen=MAX_CHAT_LINES)
        self._shown: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        """The entries in words, with the names that people have at present."""
        self._shown_for: tuple[Person, ...] = ()
        """The people in the room when the entries were put in words."""
        self._names: dict[PersonId, str] = {}
        """The names of the people in `_shown_for`."""
        self._sent_at: dict[PersonId, deque[float]] = {}
        self.line_count = 0
        """Lines since the table opened, with those that were remembered then."""
        self.pending: ChatEntry | None = None
        """The last line on its way into the store, written or not."""

    async def load(self) -> None:
        """Reads what was said; again after the store was away. Raises StoreAway."""
        stored = await self._rooms.chat_lines(self._state.room.id, MAX_CHAT_LINES)
        known = {entry.identity for entry in self._entries}
        for entry in stored:
            if entry.identity not in known:
                self._add(entry)

    def since(self, count: int) -> tuple[ChatLine, ...]:
        """The lines after the first `count`, with the names that people have at present."""
        if self._shown_for is not self._state.room.people:
            self._show_all()
        fresh = min(self.line_count - count, len(self._shown))
        return tuple(islice(self._shown, len(self._shown) - fresh, None))

    def _show_all(self) -> None:
        self._shown_for = self._state.room.people
        names = self._names = {person.id: person.name for person in self._shown_for}
        self._shown = deque((one.shown(names) for one in self._entries), maxlen=MAX_CHAT_LINES)

    def forget(self, person: PersonId) -> None:
        """Drops what the person said, and what the server said about that person."""
        kept = [entry for entry in self._entries if person not in entry.about]
        self._entries = deque(kept, maxlen=MAX_CHAT_LINES)
        self._show_all()
        self._sent_at.pop(person, None)
        if not self.pending_stored:
            self.pending = None

    @property
    def pending_stored(self) -> bool:
        """True if the pending line stands in the store after all."""
        return self.pending is not None and any(
            entry.identity == self.pending.identity for entry in self._entries
        )

    async def say(self, person: Person, text: str) -> None:
        """Raises TooMuch, BadText, Fenced, StoreAway."""
        now = self._clock.monotonic()
        sent_at = self._sent_at.setdefault(person.id, deque())
        while sent_at and sent_at[0] + WINDOW <= now:
            sent_at.popleft()
        if len(sent_at) >= MAX_LINES:
            raise TooMuch("You are writing too fast; wait a few seconds.")
        at = to_milliseconds(self._clock.now())
        entry = ChatEntry(at, Spoken(person.id, person.name, readable(text)))
        self.pending = entry
        await self._store(entry)
        sent_at.append(now)
        self._add(entry)

    async def add_server_line(self, line: ServerLine) -> None:
        """Says a line of the server's own. It is dropped while the store is away."""
        at = to_milliseconds(self._clock.now())
        entry = ChatEntry(at, line)
        try:
            await self._store(entry)
        except StoreAway:
            return
        self._add(entry)

    async def _store(self, entry: ChatEntry) -> None:
        await self._rooms.add_chat_line(self._state.room.id, entry, self._state.epoch)

    def _add(self, entry: ChatEntry) -> None:
        self._entries.append(entry)
        self._shown.append(entry.shown(self._names))
        self.line_count += 1
