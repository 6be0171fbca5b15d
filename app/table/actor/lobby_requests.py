"""The requests of the lobby to one table: people who come in, knock, are renamed or removed."""

from typing import Final

from app.table.actor.presence_policy import save_change
from app.table.clients.chat import ChatLog, readable
from app.table.clients.people import People
from app.table.match.table_state import TableState
from app.table.model.errors import RoomFull, TooMuch
from app.table.model.room import MatchId, Person, PersonId, RoomSeat
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.ports import AdminStop, TableServices
from app.table.room import membership, seating, settings
from app.table.room.room_commands import RoomChange

KNOCK_PAUSE: Final = 10.0
"""Seconds between two knocks of one person."""
KICKED_PAUSE: Final = 300.0
"""Seconds between two knocks of one person who was kicked."""


class LobbyRequests:
    """Every method may raise StoreAway or Fenced.

    A TableError means that nothing has changed.
    """

    def __init__(
        self, state: TableState, chat: ChatLog, people: People, services: TableServices
    ) -> None:
        self._state, self._chat, self._people = state, chat, people
        self._clock, self._games = services.clock, services.games
        self._knocked_at: dict[PersonId, float] = {}

    async def enter(self, person: Person, sit: bool) -> bool:
        """False: they were kicked, so they have to knock. Raises Banned, RoomFull."""
        if membership.is_kicked(self._state.room, person.id):
            return False
        room = membership.enter(self._state.room, person)
        known = seating.find_member(self._state.room, person.id) is not None
        person = membership.check_member(room, person.id)  # with the name that the room gives
        game = settings.find_game(self._games, room.game)
        code = None if known else LineCode.COMES_IN
        self._people.note_alive(person.id, self._clock.monotonic())
        if sit and not _seated(seating.seat_of(room, person.id)) and person.id not in room.joining:
            try:
                room = seating.sit(
                    room,
                    person,
                    settings.max_seats(game),
                    lambda seats: settings.running_seats_problem(game, room, seats),
                )
            except RoomFull:
                pass
            else:
                joins = person.id in room.joining
                code = LineCode.COMES_IN_TO_JOIN if joins else LineCode.SITS_DOWN
        lines = () if code is None else (server_line(code, person),)
        await save_change(self._state, self._chat, RoomChange(room, lines))
        return True

    async def knock(self, person: Person) -> None:
        """Raises Banned, TooMuch."""
        now = self._clock.monotonic()
        room = membership.knock(self._state.room, person)
        if room == self._state.room:
            return
        before, kicked = self._knocked_at.get(person.id), membership.is_kicked(room, person.id)
        if before is not None and now < before + (KICKED_PAUSE if kicked else KNOCK_PAUSE):
            raise TooMuch(
                "The host has not let you in. You may ask again in a few minutes."
                if kicked
                else "You have just asked. Wait a moment before you ask again."
            )
        self._knocked_at[person.id] = now
        await self._state.save_room(room)

    async def rename(self, person: Person) -> None:
        await self._state.save_room(membership.rename(self._state.room, person))

    async def remove(self, person: PersonId, erased: bool) -> None:
        """Ends the membership; of an erased person the name goes from the room too."""
        before = membership.without_name(self._state.room, person) if erased else self._state.room
        known, room = seating.find_member(before, person), membership.leave(before, person)
        lines = () if known is None else (server_line(LineCode.REMOVED, known),)
        await save_change(self._state, self._chat, RoomChange(room, lines))

    async def stop(self, match: MatchId, order: AdminStop) -> bool:
        """An administrator stops the match; False: it does not run here. Raises BadText."""
        live = self._state.running
        if live is None or live.match != match:
            return False
        reason, people = readable(order.reason), tuple(one.id for one in self._state.room.people)
        await self._state.stop_match(reason, order)
        await self._chat.add_server_line(
            ServerLine(LineCode.STOPPED_BY_ADMIN, value=reason, concerns=people)
        )
        return True


def _seated(seat: RoomSeat | None) -> bool:
    return seat is not None and not seat.leaving
