"""What is said in a room, by people and by the house; stored before it is shown."""

from collections import deque
from collections.abc import Callable, Collection
from typing import Final

from app.table.match.turn_clocks import milliseconds
from app.table.model.errors import BadText, TooMuch
from app.table.model.room import Person, PersonId, RoomId
from app.table.model.server_messages import ChatLine
from app.table.ports import Clock, RoomStore, StoreAway
from app.text.sanitize import names_in, visible_line

MAX_CHAT_LINES: Final = 100
MAX_LINES: Final = 5
"""Lines that one person may say …"""
WINDOW: Final = 10.0
"""… in so many seconds."""
SERVER_NAME: Final = "The house"


def readable(text: str) -> str:
    """The text as it is shown. Raises BadText where nothing is left to read."""
    shown = visible_line(text)
    if not shown:
        raise BadText("There is nothing to read in that.")
    return shown


class ChatLog:
    """The last lines of one room."""

    def __init__(
        self, room: RoomId, rooms: RoomStore, clock: Clock, epoch: Callable[[], int]
    ) -> None:
        """`epoch`: under which the room is ours."""
        self._room, self._rooms, self._clock, self._epoch = room, rooms, clock, epoch
        self._lines: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        self._sent_at: dict[PersonId, deque[float]] = {}
        self.line_count = 0
        """How many lines there were since the table opened, the remembered ones at its opening included."""
        self.pending: ChatLine | None = None
        """The last line on its way into the store, written or not."""

    async def load(self) -> None:
        """Reads what was said; again after the store was away. Raises StoreAway."""
        lines = await self._rooms.chat_lines(self._room, MAX_CHAT_LINES)
        known = set(self._lines)
        fresh = [line for line in lines if line not in known]
        self._lines.extend(fresh)
        self.line_count += len(fresh)

    def since(self, count: int) -> tuple[ChatLine, ...]:
        fresh = min(self.line_count - count, len(self._lines))
        return tuple(self._lines)[len(self._lines) - fresh :]

    def forget(self, person: PersonId, names: Collection[str]) -> None:
        """Drops what the person said, and what the house said about somebody of these names."""
        kept = [
            line
            for line in self._lines
            if line.person != person and not (line.person is None and names_in(line.text, names))
        ]
        self._lines = deque(kept, maxlen=MAX_CHAT_LINES)
        self._sent_at.pop(person, None)
        if self.pending is not None and self.pending not in kept:
            self.pending = None

    @property
    def pending_stored(self) -> bool:
        """Whether the intended line stands in the store after all."""
        return self.pending in self._lines

    async def say(self, person: Person, text: str) -> None:
        """Raises TooMuch, BadText, Fenced, StoreAway."""
        now = self._clock.monotonic()
        said = self._sent_at.setdefault(person.id, deque())
        while said and said[0] + WINDOW <= now:
            said.popleft()
        if len(said) >= MAX_LINES:
            raise TooMuch("Slow down: the others are still reading.")
        line = ChatLine(person.id, person.name, readable(text), milliseconds(self._clock.now()))
        self.pending = line
        await self._rooms.add_chat_line(self._room, line, self._epoch())
        said.append(now)
        self._add(line)

    async def add_server_line(self, text: str) -> None:
        """A dry line of the house's own. Where the store is away, it is dropped: what it tells is shown anyway."""
        line = ChatLine(None, SERVER_NAME, text, milliseconds(self._clock.now()))
        try:
            await self._rooms.add_chat_line(self._room, line, self._epoch())
        except StoreAway:
            return
        self._add(line)

    def _add(self, line: ChatLine) -> None:
        self._lines.append(line)
        self.line_count += 1
