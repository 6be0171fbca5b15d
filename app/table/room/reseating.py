"""Reseating between two deals: people and bots who asked to come or go do so at this deal."""

from collections.abc import Callable, Collection

import msgspec
from msgspec.structs import replace

from app.rules.game import Seat
from app.table.model.room import Person, PersonId, Room, RoomSeat
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.ports import Place
from app.table.room.seating import SeatsProblem, find_member


class Reseating(msgspec.Struct, frozen=True):
    """The people and bots who come and go between two deals."""

    room: Room
    left: tuple[Seat, ...]
    places: tuple[Place, ...]
    """The seats that are appended."""
    lines: tuple[ServerLine, ...]


def reseat(
    room: Room,
    first: int,
    most: int,
    fits: SeatsProblem,
    present: Collection[PersonId],
    bot_name: Callable[[Room], str],
) -> Reseating | None:
    """The effect of `leaving`, `joining` and `joining_bots` at this deal; None if there is none.

    New seats are numbered from `first`. Too few for the game: bots take seats. Too many: the last
    to come wait.
    """
    leaving = [seat for seat in room.seats if seat.leaving]
    people = [
        one
        for id_ in room.joining
        if id_ in present and (one := find_member(room, id_)) is not None
    ]
    stay = len(room.seats) - len(leaving)
    asked = stay + len(people) + len(room.joining_bots)
    total = next(
        (
            n
            for n in (*range(asked, stay - 1, -1), *range(asked + 1, most + 1))
            if 0 < n <= most and fits(n) is None
        ),
        None,
    )
    if total is None or not (leaving or total > stay):
        return None
    lines = [server_line(LineCode.LEFT_TABLE, seat) for seat in leaving]
    taken = people[: total - stay]
    strengths = room.joining_bots[: total - stay - len(taken)]
    fillers = (room.bot_strength,) * (total - stay - len(taken) - len(strengths))
    room = replace(
        room,
        seats=tuple(seat for seat in room.seats if not seat.leaving),
        joining=tuple(id_ for id_ in room.joining if all(one.id != id_ for one in taken)),
        joining_bots=room.joining_bots[len(strengths) :],
    )
    places = []
    for number, who in enumerate((*taken, *strengths, *fillers), first):
        if isinstance(who, Person):
            seat = RoomSeat(number, who.id, None, who.name)
        else:
            seat = RoomSeat(number, None, who, bot_name(room))
        room = replace(room, seats=(*room.seats, seat))
        places.append(Place(Seat(number), seat.person, seat.bot, seat.name))
        lines.append(server_line(LineCode.DEALT_IN, seat))
    return Reseating(
        room, tuple(Seat(seat.number) for seat in leaving), tuple(places), tuple(lines)
    )
