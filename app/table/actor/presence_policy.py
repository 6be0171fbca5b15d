"""The presence policy of one table: seats of returned people, and the role of an absent host."""

from app.table.clients.chat import ChatLog
from app.table.clients.people import People
from app.table.match.table_state import TableState
from app.table.model.memo import Memo
from app.table.model.room import Stage
from app.table.model.server_lines import LineCode, server_line
from app.table.model.timestamps import to_milliseconds
from app.table.ports import TableServices
from app.table.room import seating
from app.table.room.attendance import attend
from app.table.room.hints import unrated_lines
from app.table.room.room_commands import RoomChange, RoomContext
from app.table.room.votes import Waiting


async def save_change(state: TableState, chat: ChatLog, change: RoomChange) -> None:
    """Saves the room, then says what changed. Raises Fenced, StoreAway."""
    lines = (*change.lines, *unrated_lines(state.room, change.room))
    await state.save_room(change.room)
    for line in lines:
        await chat.add_server_line(line)


class PresencePolicy:
    """The table's answer to people who come back, are away, or do not answer."""

    def __init__(
        self, state: TableState, chat: ChatLog, people: People, services: TableServices
    ) -> None:
        self._state, self._chat, self._people, self._services = state, chat, people, services
        self._context = Memo[RoomContext]()
        self._reviewed = 0
        """The look at which nothing was left to do."""

    @property
    def context(self) -> RoomContext:
        """The same value for as long as nobody comes, goes or falls silent."""
        return self._context.get((self._people.presence,), self.new_context)

    def new_context(self, new_invite: str = "") -> RoomContext:
        services = self._services
        return RoomContext(
            services.games,
            services.bots.strengths,
            self._people.presence,
            lambda: services.dealer.uniform(0.0, 1.0),
            Waiting(
                lambda: to_milliseconds(services.clock.now()),
                self._state.waited_for,
                services.patience.answer,
            ),
            new_invite,
        )

    async def review(self, now: float) -> None:
        """Brings the room up to date with who is here; see room/attendance.py.

        Does nothing if nothing can have changed since it last found nothing to do.
        Raises Fenced, StoreAway.
        """
        if self._reviewed == self._people.looks:
            return
        people, room = self._people, self._state.room
        change = attend(
            room, people.presence, people.connected, lambda host: people.is_host_silent(host, now)
        )
        if change.room is room:
            self._reviewed = people.looks
        await save_change(self._state, self._chat, change)
        room = self._state.room
        if room.stage is Stage.PLAYING and not seating.has_people(room):
            await self._state.stop_match("everybody-left")
            await self._chat.add_server_line(server_line(LineCode.EVERYBODY_LEFT))
