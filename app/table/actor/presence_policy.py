"""The presence policy of one table: seats of returned people, and the role of an absent host."""

from msgspec.structs import replace

from app.table.clients.chat import ChatLog
from app.table.clients.people import People
from app.table.match.table_state import TableState
from app.table.model.memo import Memo
from app.table.model.room import Stage
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.model.timestamps import to_milliseconds
from app.table.ports import TableServices
from app.table.room import membership, seating, votes
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
    """What the table does about people who come back, are away, or do not answer."""

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
        """Returns seats, replaces an absent host, ends a pause that nobody wants any more.

        Does nothing if nothing can have changed since it last found nothing to do.
        Raises Fenced, StoreAway.
        """
        if self._reviewed == self._people.looks:
            return
        room, presence, lines = self._state.room, self._people.presence, list[ServerLine]()
        for seat in room.seats:
            person = seat.person
            if seat.missing and person is not None and presence.get(person) != "gone":
                if seat.silent:
                    continue
                room = seating.return_seat(room, person)
                lines.append(server_line(LineCode.IS_BACK, seat))
        host, away = (seating.find_member(room, one) for one in (room.host, room.host_away))
        if away is not None and self._people.is_back(away.id):
            room = replace(room, host=away.id, host_away=None)
            lines.append(server_line(LineCode.HOST_BACK, away))
        elif host is None or self._people.is_host_silent(host.id, now):
            heir = seating.next_host(room, presence)
            if heir is not None:
                room = membership.appoint_deputy(room, heir)
                lines.append(server_line(LineCode.HOST_AWAY, heir))
        if room.paused:
            agreed, needed = votes.votes_to_resume(room, presence)
            if agreed >= needed:
                room = votes.end_pause(room)
                lines.append(server_line(LineCode.RESUMED))
        if room is self._state.room:
            self._reviewed = self._people.looks
        await save_change(self._state, self._chat, RoomChange(room, tuple(lines)))
        if room.stage is Stage.PLAYING and not seating.has_people(room):
            await self._state.stop_match("everybody-left")
            await self._chat.add_server_line(server_line(LineCode.EVERYBODY_LEFT))
