"""Reseating: who has which seat as a match begins, between two of its deals, and after it."""

from collections.abc import Callable, Collection, Sequence

import msgspec
from msgspec.structs import replace

from app.rules.game import Seat
from app.table.model.chat import LineCode, ServerLine, server_line
from app.table.model.records import Place
from app.table.model.room import MatchId, Person, PersonId, Room, RoomSeat, Stage
from app.table.room.seating import SeatsProblem, add_bot, find_member, sit


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


# -- from gathering to a match, from match to match


def standing_key(seat: RoomSeat) -> str:
    """The key in `Room.standing` for the person or bot on this seat."""
    return seat.person if seat.person is not None else f"bot:{seat.name}"


def begin_match(room: Room, match: MatchId, ranked: bool) -> Room:
    """The room with its match begun: seats numbered from 0 by the last ranks, newcomers last."""
    held = {name: rank for rank, name in enumerate(room.standing)} if ranked else {}
    order = sorted(
        room.seats, key=lambda seat: (held.get(standing_key(seat), len(held)), seat.number)
    )
    number = {seat.number: index for index, seat in enumerate(order)}
    seats = tuple(
        RoomSeat(number[seat.number], seat.person, seat.bot, seat.name) for seat in room.seats
    )
    return replace(
        room,
        seats=seats,
        stage=Stage.PLAYING,
        match=match,
        matches=room.matches + 1,
        joining=(),
        joining_bots=(),
        paused=False,
        resume_wanted=(),
        paused_by=None,
        pauses_ended=(),
        votes=(),
        unrated=room.hints,
        stopped=False,
        slow=None,
    )


def may_keep_ranks(room: Room) -> bool:
    return any(standing_key(seat) in room.standing for seat in room.seats)


def end_match(
    room: Room,
    order: Sequence[Seat],
    most: int,
    bot_name: Callable[[Room], str],
    stopped: bool = False,
) -> Room:
    """The room after its match: seats by the last ranks, leavers gone, newcomers seated."""
    by_number = {seat.number: seat for seat in room.seats}
    ranked = [by_number[seat] for seat in order if seat in by_number]
    stayed = [seat for seat in ranked if not seat.leaving]
    number = {seat.number: index for index, seat in enumerate(stayed)}
    seats = tuple(
        RoomSeat(number[seat.number], seat.person, seat.bot, seat.name, ready=seat.person is None)
        for seat in room.seats
        if seat.number in number
    )
    waiting, bots = room.joining, room.joining_bots
    room = replace(
        room,
        seats=seats,
        stage=Stage.GATHERING,
        joining=(),
        joining_bots=(),
        paused=False,
        resume_wanted=(),
        paused_by=None,
        pauses_ended=(),
        votes=(),
        standing=tuple(standing_key(seat) for seat in ranked),
        stopped=stopped,
        slow=None,
    )
    for id_ in waiting:
        person = find_member(room, id_)
        if person is not None and len(room.seats) < most:
            room = sit(room, person, most, lambda _: None)
    for strength in bots:
        if len(room.seats) < most:
            room = add_bot(room, strength, bot_name(room), most, lambda _: None)
    return room


def end_unreadable_match(room: Room) -> Room:
    """The room after a match that cannot be read any more: everybody keeps the seat."""
    order = [Seat(seat.number) for seat in sorted(room.seats, key=lambda seat: seat.number)]
    waiting = replace(room, joining=(), joining_bots=())
    gathered = end_match(waiting, order, len(order), lambda _: "", stopped=True)
    return replace(gathered, standing=room.standing)
