"""Membership of a room: members, knocks, bans and the host, as pure transitions."""

from typing import Final

from msgspec.structs import replace

from app.table.model.errors import Banned, NotHost, NotMember, NotNow, RoomFull, TooMuch, Unknown
from app.table.model.room import Knock, Person, PersonId, Room
from app.table.room.display_names import display_name, is_name_of
from app.table.room.seating import find_member, seat_of, vacate, with_seat
from app.text.sanitize import NOBODY

MAX_PEOPLE: Final = 100
MAX_KNOCKS: Final = 20


def is_banned(room: Room, person: PersonId) -> bool:
    return any(one.id == person for one in room.banned)


def names_person(room: Room, person: PersonId) -> bool:
    """True if the room keeps the person's name anywhere."""
    return without_name(room, person) != room


def without_name(room: Room, person: PersonId) -> Room:
    """The room without an erased person's name. The bare id stays, so that a match can go on."""

    def nameless(people: tuple[Person, ...]) -> tuple[Person, ...]:
        return tuple(replace(one, name=NOBODY) if one.id == person else one for one in people)

    return replace(
        room,
        people=nameless(room.people),
        banned=nameless(room.banned),
        knocks=_knocks_without(room, person),
        kicked=tuple(one for one in room.kicked if one != person),
        seats=tuple(
            replace(seat, name=NOBODY) if seat.has_name_of(person) else seat for seat in room.seats
        ),
    )


def is_kicked(room: Room, person: PersonId) -> bool:
    """True for somebody whom only the host lets in again."""
    return person in room.kicked


def check_not_banned(room: Room, person: PersonId) -> None:
    """Raises Banned."""
    if is_banned(room, person):
        raise Banned("The host has banned you from this table.")


def enter(room: Room, person: Person) -> Room:
    """Makes the person a member, with a display name. Raises Banned, RoomFull."""
    check_not_banned(room, person.id)
    if find_member(room, person.id) is not None:
        return rename(room, person)
    if len(room.people) >= MAX_PEOPLE:
        raise RoomFull(f"This table is full: it has {MAX_PEOPLE} people.")
    person = replace(person, name=display_name(room, person))
    return _with_distinct_knocks(
        replace(room, people=(*room.people, person), knocks=_knocks_without(room, person.id))
    )


def rename(room: Room, person: Person) -> Room:
    """Gives the person a new name wherever the room has one, as far as nobody else has it."""
    account, person = person, replace(person, name=display_name(room, person))
    known = find_member(room, person.id)
    if person == known:
        return room

    def renamed(people: tuple[Person, ...]) -> tuple[Person, ...]:
        return tuple(person if one.id == person.id else one for one in people)

    knocks = (Knock(account) if one.person.id == person.id else one for one in room.knocks)
    after = replace(
        room,
        people=renamed(room.people),
        banned=renamed(room.banned),
        knocks=tuple(knocks),
    )
    own = seat_of(room, person.id)
    if own is not None:
        after = with_seat(after, replace(own, name=person.name))
    besides = () if known is None else (person.name,)
    for seat in room.seats:
        if seat.previous == person.id and not is_name_of(account, seat.name):
            others = tuple(one for one in after.seats if one.number != seat.number)
            name = display_name(replace(after, seats=others), account, besides)
            after = with_seat(after, replace(seat, name=name))
    after = _with_distinct_knocks(after)
    return room if after == room else after


def knock(room: Room, person: Person) -> Room:
    """Raises Banned, TooMuch."""
    check_not_banned(room, person.id)
    if find_member(room, person.id) is not None:
        return room
    others = _knocks_without(room, person.id)
    if len(others) >= MAX_KNOCKS:
        raise TooMuch("Too many people are asking to come in. Try again later.")
    return _with_distinct_knocks(replace(room, knocks=(*others, Knock(person))))


def _with_distinct_knocks(room: Room) -> Room:
    """Gives people who knock names unlike those of members and of others who knock."""
    knocks: list[Knock] = []
    for knock in room.knocks:
        name = display_name(room, knock.person, [other.person.name for other in knocks])
        knocks.append(Knock(replace(knock.person, name=name)))
    return replace(room, knocks=tuple(knocks)) if knocks else room


def _knocks_without(room: Room, person: PersonId) -> tuple[Knock, ...]:
    return tuple(knock for knock in room.knocks if knock.person.id != person)


def admit(room: Room, person: PersonId, accept: bool) -> tuple[Room, Person]:
    """Raises Unknown, RoomFull. It takes the host to let in somebody who was kicked."""
    knock = next((knock for knock in room.knocks if knock.person.id == person), None)
    if knock is None:
        raise Unknown("That person no longer asks to come in.")
    room = replace(room, knocks=_knocks_without(room, person))
    if not accept:
        return room, knock.person
    kicked = tuple(one for one in room.kicked if one != person)
    return enter(replace(room, kicked=kicked), knock.person), knock.person


def leave(room: Room, person: PersonId) -> Room:
    """Ends a membership: the seat goes with it, and the host's role if anybody can take it.

    If the host leaves who is away, the deputy is the host.
    """
    room = vacate(room, person, room.bot_strength)
    people = tuple(one for one in room.people if one.id != person)
    heirs = [seat.person for seat in room.seats if seat.person is not None] + [
        one.id for one in people
    ]
    host = heirs[0] if room.host == person and heirs else room.host
    away = room.host_away == person
    return replace(
        room,
        people=people,
        knocks=_knocks_without(room, person),
        resume_wanted=tuple(one for one in room.resume_wanted if one != person),
        votes=tuple(vote for vote in room.votes if vote.person != person),
        host=host,
        host_away=None if host in (room.host_away, room.first_host) or away else room.host_away,
    )


def check_kick(room: Room, by: PersonId, person: PersonId) -> Person:
    """The person, if they may be sent away. Raises NotNow, Unknown."""
    if by == person:
        raise NotNow("You can’t kick yourself.")
    target = find_member(room, person)
    if target is None:
        raise Unknown("That person is not at this table.")
    if person == room.first_host:
        raise NotNow(f"{target.name} opened this table, and nobody can send them away.")
    if person == room.host_away:
        raise NotNow(f"{target.name} is the host, who is away. Nobody can send them away.")
    return target


def kick(room: Room, by: PersonId, person: PersonId) -> tuple[Room, Person]:
    """Sends somebody away, who needs the host's word to come back. Raises NotNow, Unknown."""
    target = check_kick(room, by, person)
    return replace(leave(room, person), kicked=(*room.kicked, person)[-MAX_PEOPLE:]), target


def ban(room: Room, by: PersonId, person: PersonId) -> tuple[Room, Person]:
    """Raises NotNow, Unknown."""
    knock = next((knock.person for knock in room.knocks if knock.person.id == person), None)
    if knock is not None and find_member(room, person) is None:
        room, target = replace(room, knocks=_knocks_without(room, person)), knock
    else:
        target = check_kick(room, by, person)
        room = leave(room, person)
    kicked = tuple(one for one in room.kicked if one != person)
    return replace(room, banned=(*room.banned, target), kicked=kicked), target


def unban(room: Room, person: PersonId) -> Room:
    """Raises Unknown."""
    if not is_banned(room, person):
        raise Unknown("That person is not banned.")
    return replace(room, banned=tuple(one for one in room.banned if one.id != person))


def make_host(room: Room, by: PersonId, person: PersonId) -> Room:
    """Passes the host's role on; the first host may take it back. A deputy names another deputy.

    Raises NotHost, Unknown, NotNow.
    """
    if by != room.host and not (by == person == room.first_host):
        raise NotHost("Only the host can pass that role on.")
    if find_member(room, person) is None:
        raise Unknown("That person is not at this table.")
    if person == room.host:
        raise NotNow("That is the host already.")
    deputy = by == room.host and person not in (room.first_host, room.host_away)
    return replace(room, host=person, host_away=room.host_away if deputy else None)


def appoint_deputy(room: Room, heir: Person) -> Room:
    """The room while its host is away.

    The heir is host where no host belongs to the room any more, and is so as the first host.
    """
    away = room.host_away or room.host
    deputy = find_member(room, away) is not None and heir.id != room.first_host
    return replace(room, host=heir.id, host_away=away if deputy else None)


def check_member(room: Room, person: PersonId | None) -> Person:
    """Raises NotMember."""
    found = find_member(room, person)
    if found is None:
        raise NotMember(
            "You are watching this table. To take part, use its invite link or its code."
        )
    return found
