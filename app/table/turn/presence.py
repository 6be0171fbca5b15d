"""People who come, come back, stay away or go: requests of the lobby, and what follows of them."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from app.table.clients.people import People
from app.table.model.chat import LineCode, ServerLine, server_line
from app.table.model.errors import RoomFull
from app.table.model.notation import to_milliseconds
from app.table.model.records import AdminStop
from app.table.model.room import MatchId, Person, PersonId, Presence, Room, RoomSeat, Stage
from app.table.room import membership, seating, settings, slow, votes
from app.table.room.display_names import display_name
from app.table.room.room_commands import RoomChange, RoomContext
from app.table.room.settings import unrated_lines
from app.table.room.votes import Waiting
from app.table.turn import moves
from app.table.turn.change import Change
from app.table.turn.table_state import Intended, TableState
from app.table.turn.talk import readable

KNOCK_PAUSE: Final = 10.0
"""Seconds between two knocks of one person."""
KICKED_PAUSE: Final = 300.0
"""Seconds between two knocks of one person who was kicked."""

# -- requests of the lobby


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


def call_anew(state: TableState, person: Person) -> None:
    """Calls somebody by the new name where the room itself does not have it.

    In lines of chat of those who left, and at seats of the match that they have no longer.
    """
    room, live, name = state.room, state.live, display_name(state.room, person)
    if seating.find_member(room, person.id) is None:
        state.chat.call({person.id: name})
    if live is not None:
        held = {seat.number for seat in room.seats if seat.has_name_of(person.id)}
        for seat in live.seats_of(person.id):
            if seat not in held:
                live.rename(seat, name)


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


def forget(state: TableState, person: PersonId) -> None:
    """Takes an erased person's name and words from everything but the room."""
    state.chat.forget(person)
    state.recent.forget(person)
    state.intended = Intended()
    if state.live is not None:
        state.live.forget(person)


def stop_by_order(state: TableState, match: MatchId, order: AdminStop) -> Change | None:
    """An administrator stops the match; None: it does not run here. Raises BadText."""
    live = state.running
    if live is None or live.match != match:
        return None
    reason, people = readable(order.reason), tuple(one.id for one in state.room.people)
    line = ServerLine(LineCode.STOPPED_BY_ADMIN, value=reason, concerns=people)
    return moves.stop(state, reason, line, order=order)


def _seated(seat: RoomSeat | None) -> bool:
    return seat is not None and not seat.leaving


# -- what follows of who is here


def room_context(state: TableState, people: People, new_invite: str = "") -> RoomContext:
    services = state.services
    return RoomContext(
        services.games,
        services.bots.strengths,
        people.presence,
        lambda: services.dealer.uniform(0.0, 1.0),
        Waiting(
            lambda: to_milliseconds(services.clock.now()),
            state.waited_for,
            services.patience.answer,
        ),
        new_invite,
        None if state.again is None else state.again.wall,
        people.screens,
    )


def of_room(state: TableState, change: RoomChange) -> Change:
    """The change of the room alone, with what it means for the rating of its match."""
    lines = (*change.lines, *unrated_lines(state.room, change.room))
    return Change(room=change.room, lines=lines)


def review(state: TableState, people: People, now: float) -> Change | None:
    """The change due to people who came back or stay away.

    None: there is none.
    """
    room = state.room
    change = attend(
        room, people.presence, people.connected, lambda host: people.is_host_silent(host, now)
    )
    if change.room is not room:
        return of_room(state, change)
    if slow.has_rested(room, state.now().wall):
        return moves.stop(state, "rested-long", server_line(LineCode.RESTED_LONG))
    if room.stage is Stage.PLAYING and not seating.has_people(room):
        return moves.stop(state, "everybody-left", server_line(LineCode.EVERYBODY_LEFT))
    return None


def attend(
    room: Room,
    presence: Mapping[PersonId, Presence],
    connected: Collection[PersonId],
    is_host_away: Callable[[PersonId], bool],
) -> RoomChange:
    """Returns seats, replaces an absent host, ends a pause that nobody wants any more.

    `connected`: after a restart everybody counts as present for a while, connected or not. At a
    slow table nobody counts as away, and a seat returns to whoever opens it.
    """
    before, lines = room, list[ServerLine]()
    at_slow_table = slow.is_slow(room)
    for seat in before.seats:
        person = seat.person
        if person is None or not seat.missing or seat.silent:
            continue
        if person in connected if at_slow_table else presence.get(person) != "gone":
            room = seating.return_seat(room, person)
            lines.append(server_line(LineCode.IS_BACK, seat))
    host, away = (seating.find_member(room, one) for one in (room.host, room.host_away))
    if away is not None and away.id in connected and presence.get(away.id) != "gone":
        room = replace(room, host=away.id, host_away=None)
        lines.append(server_line(LineCode.HOST_BACK, away))
    elif host is None or (not at_slow_table and is_host_away(host.id)):
        heir = seating.next_host(room, presence)
        if heir is not None:
            room = membership.appoint_deputy(room, heir)
            lines.append(server_line(LineCode.HOST_AWAY, heir))
    if room.paused:
        agreed, needed = votes.votes_to_resume(room, presence)
        if agreed >= needed:
            room = votes.end_pause(room)
            lines.append(server_line(LineCode.RESUMED))
    return RoomChange(room, tuple(lines))


def newly_awaited(state: TableState, people: People, told: Room) -> list[PersonId]:
    """The people for whom a slow match waits, and did not in the room `told`, and who are not here.

    Without those for whom a premove is about to answer.
    """
    before, queued = (
        slow.awaited_people(told),
        {} if state.running is None else state.running.premoves,
    )
    return [
        person
        for person, due in slow.awaited_people(state.room).items()
        if before.get(person) != due
        and not people.has_person(person)
        and state.seat_of(person) not in queued
    ]
