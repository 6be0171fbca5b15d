"""Seating: who sits where, as pure transitions from one room to the next."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from app.table.model.errors import NotNow, NotSeated, RoomFull, Unknown
from app.table.model.room import Person, PersonId, Room, RoomSeat, Stage

SeatsProblem: TypeAlias = Callable[[int], str | None]
"""The reason why a match cannot be played by that many, as a sentence; None if it can."""


def seat_of(room: Room, person: PersonId | None) -> RoomSeat | None:
    if person is not None:
        for seat in room.seats:
            if seat.person == person:
                return seat
    return None


def seat_numbered(room: Room, number: int) -> RoomSeat:
    """The taken seat with that number. Raises Unknown."""
    seat = next((seat for seat in room.seats if seat.number == number), None)
    if seat is None:
        raise Unknown("Nobody sits there.")
    return seat


def find_member(room: Room, person: PersonId | None) -> Person | None:
    for one in room.people:
        if one.id == person:
            return one
    return None


def with_seat(room: Room, seat: RoomSeat) -> Room:
    return replace(
        room, seats=tuple(seat if old.number == seat.number else old for old in room.seats)
    )


def without_seat(room: Room, number: int) -> Room:
    return replace(room, seats=tuple(seat for seat in room.seats if seat.number != number))


def seats_next_deal(room: Room) -> int:
    """The number of seats at the next deal, as things are."""
    return sum(not seat.leaving for seat in room.seats) + len(room.joining) + len(room.joining_bots)


def has_people(room: Room) -> bool:
    """True if any person sits or will sit at the table."""
    return bool(room.joining) or any(
        seat.person is not None and not seat.leaving for seat in room.seats
    )


def _free_number(room: Room) -> int:
    taken = {seat.number for seat in room.seats}
    return next(number for number in range(len(taken) + 1) if number not in taken)


# -- sitting down and standing up


def sit(room: Room, person: Person, most: int, fits: SeatsProblem) -> Room:
    """Takes a free seat; while a match runs, at the next deal. Raises NotNow, RoomFull.

    Sitting down again undoes standing up, and takes the seat back from a bot that plays because
    its person did not answer. `most` is the game's largest number of seats.
    """
    own = seat_of(room, person.id)
    if own is not None:
        if not (own.leaving or own.silent):
            raise NotNow("You have a seat already.")
        return with_seat(room, _back(own))
    if room.stage is Stage.GATHERING:
        if len(room.seats) >= most:
            raise RoomFull(f"All {most} seats are taken.")
        return replace(
            room, seats=(*room.seats, RoomSeat(_free_number(room), person.id, None, person.name))
        )
    if person.id in room.joining:
        raise NotNow("You join at the next hand.")
    _check_next_deal(room, most, fits)
    return replace(room, joining=(*room.joining, person.id))


def _check_next_deal(room: Room, most: int, fits: SeatsProblem) -> None:
    coming = seats_next_deal(room) + 1
    if coming > most:
        raise RoomFull(f"All {most} seats are taken, at the next hand too.")
    if problem := fits(coming):
        raise RoomFull(f"This match has no room for one more. {problem}")


def stand(room: Room, person: PersonId, stand_in: str) -> Room:
    """Gives the seat up; during a match at the next deal, and the bot `stand_in` plays until then.

    Raises NotSeated, NotNow.
    """
    if person in room.joining:
        return replace(room, joining=tuple(one for one in room.joining if one != person))
    own = seat_of(room, person)
    if own is None:
        raise NotSeated("You have no seat to leave.")
    if room.stage is Stage.GATHERING:
        return without_seat(room, own.number)
    if own.leaving and not own.missing:
        raise NotNow("You have left your seat already. A bot plays for you.")
    leaving = replace(own, leaving=True, stand_in=stand_in, missing=False, silent=False)
    return with_seat(room, leaving)


def vacate(room: Room, person: PersonId, stand_in: str) -> Room:
    """Frees the person's seat at once, or during a match hands it to a bot until the next deal."""
    room = replace(room, joining=tuple(one for one in room.joining if one != person))
    own = seat_of(room, person)
    if own is None:
        return room
    if room.stage is Stage.GATHERING:
        return without_seat(room, own.number)
    return with_seat(
        room,
        replace(
            own,
            person=None,
            bot=stand_in,
            leaving=True,
            stand_in=None,
            missing=False,
            silent=False,
            previous=person,
        ),
    )


def add_bot(room: Room, strength: str, name: str, most: int, fits: SeatsProblem) -> Room:
    """Seats a bot; while a match runs, at the next deal. Raises RoomFull."""
    if room.stage is Stage.GATHERING:
        if len(room.seats) >= most:
            raise RoomFull(f"All {most} seats are taken.")
        return replace(
            room,
            seats=(*room.seats, RoomSeat(_free_number(room), None, strength, name, ready=True)),
        )
    _check_next_deal(room, most, fits)
    return replace(room, joining_bots=(*room.joining_bots, strength))


def remove_bot(room: Room, number: int) -> Room:
    """Raises Unknown, NotNow."""
    seat = seat_numbered(room, number)
    if seat.bot is None:
        raise Unknown(f"{seat.name} is no bot.")
    if room.stage is Stage.GATHERING:
        return without_seat(room, number)
    if seat.leaving:
        raise NotNow(f"{seat.name} is about to leave already.")
    return with_seat(room, replace(seat, leaving=True))


def set_ready(room: Room, person: PersonId, ready: bool) -> Room:
    """Raises NotNow, NotSeated."""
    if room.stage is not Stage.GATHERING:
        raise NotNow("The match has begun.")
    own = seat_of(room, person)
    if own is None:
        raise NotSeated("Take a seat first.")
    return with_seat(room, replace(own, ready=ready))


# -- the absent


def stand_in(room: Room, number: int, choice: str, strength: str) -> Room:
    """Makes the table wait for a gone person, let a bot play, or play without.

    Raises Unknown, NotNow.
    """
    seat = seat_numbered(room, number)
    if seat.person is None:
        raise Unknown(f"{seat.name} is a bot.")
    if seat.leaving and not seat.missing:
        raise NotNow(f"{seat.name} has left the seat; a bot plays it.")
    if choice == "wait":
        return with_seat(room, _back(seat))
    return with_seat(
        room, replace(seat, stand_in=strength, leaving=choice == "without", missing=True)
    )


def silence(room: Room, number: int, strength: str) -> Room:
    """Lets a bot play for a person who is there and does not answer, until they say a word."""
    seat = seat_numbered(room, number)
    return with_seat(room, replace(seat, stand_in=strength, missing=True, silent=True))


def run_out(room: Room, number: int, is_there: bool) -> Room:
    """Lets a bot play for a person whose time is up, until they open the table.

    Who has it open and does not answer, has to say a word.
    """
    seat = seat_numbered(room, number)
    played = replace(seat, stand_in=room.bot_strength, missing=True, silent=is_there)
    return with_seat(room, played)


def return_seat(room: Room, person: PersonId) -> Room:
    """Gives a returned person the seat back; one who was there all the time has to ask for it."""
    own = seat_of(room, person)
    if own is None or not own.missing or own.silent:
        return room
    return with_seat(room, _back(own))


def _back(seat: RoomSeat) -> RoomSeat:
    """The seat with its person on it again."""
    return replace(seat, stand_in=None, leaving=False, missing=False, silent=False)


def next_host(room: Room, presence: Mapping[PersonId, str]) -> Person | None:
    """The deputy of a host who is away: the present person who has sat here longest, or None."""
    seated = [seat.person for seat in room.seats if seat.person is not None]
    order = [*seated, *(person.id for person in room.people)]
    unfit = {room.host, *(seat.person for seat in room.seats if seat.silent)}
    heir = next((one for one in order if one not in unfit and presence.get(one) == "present"), None)
    return None if heir is None else find_member(room, heir)
