"""Attendance: what a room does about people who come back or stay away, as a pure transition."""

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from app.table.model.room import PersonId, Presence, Room
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.room import membership, seating, slow, votes
from app.table.room.room_commands import RoomChange


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
