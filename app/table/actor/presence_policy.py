"""The presence policy of one table: seats of returned people, and the role of an absent host."""

from msgspec.structs import replace

from app.table.clients.chat import ChatLog
from app.table.clients.connections import Connections
from app.table.clients.presence import PresenceSnapshot, PresenceTracker
from app.table.match.table_state import TableState
from app.table.model.memo import Memo
from app.table.model.room import PersonId, Presence, Stage
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
    """Everybody's presence, and what the table does about it."""

    def __init__(
        self,
        state: TableState,
        chat: ChatLog,
        connections: Connections,
        tracker: PresenceTracker,
        services: TableServices,
    ) -> None:
        self._state, self._chat = state, chat
        self._connections, self._tracker, self._services = connections, tracker, services
        self.presence: dict[PersonId, Presence] = {}
        self._context = Memo[RoomContext]()
        self._present = Memo[frozenset[PersonId]]()
        self._snapshot = PresenceSnapshot(services.clock.monotonic(), None, 0, (), None)
        self._reviewed: PresenceSnapshot | None = None
        """The snapshot at which nothing was left to do."""

    @property
    def context(self) -> RoomContext:
        """The same value for as long as nobody comes, goes or falls silent."""
        return self._context.get((self.presence,), self.new_context)

    def new_context(self, new_invite: str = "") -> RoomContext:
        services = self._services
        return RoomContext(
            services.games,
            services.bots.strengths,
            self.presence,
            lambda: services.dealer.uniform(0.0, 1.0),
            Waiting(
                lambda: to_milliseconds(services.clock.now()),
                self._state.waited_for,
                services.patience.answer,
            ),
            new_invite,
        )

    @property
    def present(self) -> frozenset[PersonId]:
        """Everybody who is not gone."""
        return self._present.get((self.presence,), self._find_present)

    def _find_present(self) -> frozenset[PersonId]:
        return frozenset(one for one, presence in self.presence.items() if presence != "gone")

    def note_alive(self, person: PersonId) -> None:
        """A sign of life outside any connection."""
        self._tracker.note_alive(person, self._services.clock.monotonic())

    def refresh(self, now: float) -> None:
        """Brings presence up to date; the mapping stays the same one while nothing changes."""
        room, connections = self._state.room, self._connections
        if self._snapshot.is_valid(room, connections, now):
            return
        presence = {one.id: self._tracker.presence(one.id, now) for one in room.people}
        if presence != self.presence:
            self.presence = presence
        self._tracker.mark_silent(now)
        self._snapshot = PresenceSnapshot(
            now,
            room,
            connections.changes,
            tuple(client for client in connections if client.silent),
            self._next_change(now),
        )

    @property
    def next_check(self) -> float | None:
        """The next time at which silence may mean something; rather too early than too late."""
        return self._snapshot.until

    @property
    def next_silence(self) -> float | None:
        """The next check, with the signs of life since; past where somebody is silent too long."""
        return self._next_change(self._snapshot.at)

    def _next_change(self, now: float) -> float | None:
        return self._tracker.next_change((one.id for one in self._state.room.people), now)

    def _is_back(self, person: PersonId) -> bool:
        """True if they are connected: after a restart everybody counts as present for a while."""
        return self._connections.has_person(person) and self.presence.get(person) != "gone"

    async def review(self, now: float) -> None:
        """Returns seats, replaces an absent host, ends a pause that nobody wants any more.

        Does nothing if nothing can have changed since it last found nothing to do.
        Raises Fenced, StoreAway.
        """
        if self._reviewed is self._snapshot:
            return
        room, lines = self._state.room, list[ServerLine]()
        for seat in room.seats:
            person = seat.person
            if seat.missing and person is not None and self.presence.get(person) != "gone":
                if seat.silent:
                    continue
                room = seating.return_seat(room, person)
                lines.append(server_line(LineCode.IS_BACK, seat))
        host, away = (seating.find_member(room, one) for one in (room.host, room.host_away))
        if away is not None and self._is_back(away.id):
            room = replace(room, host=away.id, host_away=None)
            lines.append(server_line(LineCode.HOST_BACK, away))
        elif host is None or self._tracker.is_silent_for(host.id, self._tracker.patience.host, now):
            heir = seating.next_host(room, self.presence)
            if heir is not None:
                room = membership.appoint_deputy(room, heir)
                lines.append(server_line(LineCode.HOST_AWAY, heir))
        if room.paused:
            agreed, needed = votes.votes_to_resume(room, self.presence)
            if agreed >= needed:
                room = votes.end_pause(room)
                lines.append(server_line(LineCode.RESUMED))
        if room is self._state.room:
            self._reviewed = self._snapshot
        await save_change(self._state, self._chat, RoomChange(room, tuple(lines)))
        if room.stage is Stage.PLAYING and not seating.has_people(room):
            await self._state.stop_match("everybody-left")
            await self._chat.add_server_line(server_line(LineCode.EVERYBODY_LEFT))
