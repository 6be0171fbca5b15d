"""The requests of the lobby to one table: people who come in, knock, are renamed or removed."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from app.table.clients.people import People
from app.table.model.errors import RoomFull
from app.table.model.room import MatchId, Person, PersonId, RoomSeat
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.ports import AdminStop
from app.table.room import membership, seating, settings
from app.table.room.room_commands import RoomChange
from app.table.turn import moves
from app.table.turn.change import Change
from app.table.turn.commands import readable
from app.table.turn.presence import of_room
from app.table.turn.table_state import TableState

KNOCK_PAUSE: Final = 10.0
"""Seconds between two knocks of one person."""
KICKED_PAUSE: Final = 300.0
"""Seconds between two knocks of one person who was kicked."""


def enter(state: TableState, people: People, person: Person, sit: bool) -> Change | None:
    """None: they were kicked, so they have to knock. Raises Banned, RoomFull."""
    if membership.is_kicked(state.room, person.id):
        return None
    room = membership.enter(state.room, person)
    known = seating.find_member(state.room, person.id) is not None
    person = membership.check_member(room, person.id)  # with the name that the room gives
    game = settings.find_game(state.services.games, room.game)
    code = None if known else LineCode.COMES_IN
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
    seen = partial(people.note_alive, person.id, state.services.clock.monotonic())
    return replace(of_room(state, RoomChange(room, lines)), passing=(seen,))


def knock(state: TableState, person: Person) -> Change:
    """Raises Banned, TooMuch."""
    now, room = state.services.clock.monotonic(), membership.knock(state.room, person)
    if room == state.room:
        return Change()
    if membership.is_kicked(room, person.id):
        why = "The host has not let you in. You may ask again in a few minutes."
        state.recent.check("knock", person.id, now, KICKED_PAUSE, why)
    why = "You have just asked. Wait a moment before you ask again."
    state.recent.check("knock", person.id, now, KNOCK_PAUSE, why)
    return Change(room, passing=(partial(state.recent.note, "knock", person.id, now),))


def rename(state: TableState, person: Person) -> Change | None:
    """None: the room calls the person so already, or not at all."""
    room = membership.rename(state.room, person)
    return None if room is state.room else Change(room)


def remove(state: TableState, person: PersonId, erased: bool) -> Change:
    """Ends the membership; of an erased person the name goes from the room too."""
    before = membership.without_name(state.room, person) if erased else state.room
    known, room = seating.find_member(before, person), membership.leave(before, person)
    lines = () if known is None else (server_line(LineCode.REMOVED, known),)
    return of_room(state, RoomChange(room, lines))


def stop(state: TableState, match: MatchId, order: AdminStop) -> Change | None:
    """An administrator stops the match; None: it does not run here. Raises BadText."""
    live = state.running
    if live is None or live.match != match:
        return None
    reason, people = readable(order.reason), tuple(one.id for one in state.room.people)
    line = ServerLine(LineCode.STOPPED_BY_ADMIN, value=reason, concerns=people)
    return moves.stop(state, reason, line, order=order)


def _seated(seat: RoomSeat | None) -> bool:
    return seat is not None and not seat.leaving
