"""The consequences of who is here: votes, the seats of those who return, a host's heir."""

from app.table.clients.people import People
from app.table.model.room import Stage
from app.table.model.server_lines import LineCode, server_line
from app.table.model.timestamps import to_milliseconds
from app.table.room import seating, slow
from app.table.room.attendance import attend
from app.table.room.hints import unrated_lines
from app.table.room.room_commands import RoomChange, RoomContext
from app.table.room.votes import Waiting
from app.table.turn.change import Change
from app.table.turn.moves import stop
from app.table.turn.table_state import TableState


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
    """The change due to people who came back or stay away; see room/attendance.py.

    None: there is none.
    """
    room = state.room
    change = attend(
        room, people.presence, people.connected, lambda host: people.is_host_silent(host, now)
    )
    if change.room is not room:
        return of_room(state, change)
    if slow.has_rested(room, state.now().wall):
        return stop(state, "rested-long", server_line(LineCode.RESTED_LONG))
    if room.stage is Stage.PLAYING and not seating.has_people(room):
        return stop(state, "everybody-left", server_line(LineCode.EVERYBODY_LEFT))
    return None
