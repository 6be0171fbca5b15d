"""The start of a match: what it waits for, and whether the next one begins by itself.

"Again" is the `ready` of a seat. So all of it is saved with the room, but for the count, which
begins anew after a restart. docs/table.md has the states and what each message does in them.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from app.rules.game import AnyGame
from app.table.model.errors import NotNow
from app.table.model.room import Person, PersonId, Presence, Room, Stage
from app.table.room import reseating, seating, settings, slow
from app.table.room.room_commands import check_host


class Again(StrEnum):
    OPEN = "open"
    COUNTING = "counting"
    COMPLETE = "complete"


def again_state(room: Room, game: AnyGame, presence: Mapping[PersonId, Presence]) -> Again:
    """The state of a room; always open before its first match, and before one of another game."""
    if room.stage is not Stage.GATHERING or not reseating.may_keep_ranks(room):
        return Again.OPEN
    away = people_away(room, presence)
    here = [seat for seat in room.seats if seat.person is not None and seat.number not in away]
    if not here or not all(seat.ready for seat in here):
        return Again.OPEN
    left = seats_left(room)
    if settings.seats_problem(game, room, len(room.seats) + left) is not None:
        return Again.OPEN
    if slow.is_slow(room) and not slow.has_enough_people(room):
        return Again.OPEN
    return Again.COUNTING if left or away else Again.COMPLETE


def people_away(room: Room, presence: Mapping[PersonId, Presence]) -> frozenset[int]:
    """The seats of people who are gone; nobody is at a slow table."""
    return frozenset(
        seat.number
        for seat in room.seats
        if seat.person is not None and presence.get(seat.person, "gone") == "gone"
    )


def seats_left(room: Room) -> int:
    """The people of the last match who have no seat any more, and whose place nobody took."""
    left = sum(
        not key.startswith("bot:") and seating.seat_of(room, PersonId(key)) is None
        for key in room.standing
    )
    return max(0, min(left, len(room.standing) - len(room.seats)))


def with_stand_ins(room: Room, away: frozenset[int]) -> Room:
    """The room with a bot on the seat of each who is away, until they are back."""
    return replace(
        room,
        seats=tuple(
            replace(seat, stand_in=room.bot_strength, missing=True) if seat.number in away else seat
            for seat in room.seats
        ),
    )


# -- a match begins


def check_start(
    room: Room, sender: Person, game: AnyGame, presence: Mapping[PersonId, Presence]
) -> None:
    """Raises NotHost, NotNow or BadOptions with the reason why the match cannot start."""
    check_host(room, sender.id)
    if room.stage is not Stage.GATHERING:
        raise NotNow("The match has begun already.")
    slow.check_people(room)
    if (why := settings.config_problem(game, room)) is not None:
        raise NotNow(why)
    if waiting := not_ready_names(room, presence):
        raise NotNow(f"Not ready yet: {', '.join(waiting)}.")


def not_ready_names(
    room: Room, presence: Mapping[PersonId, Presence], viewer: PersonId | None = None
) -> tuple[str, ...]:
    """The people who are here and not ready, the viewer first as "you". The host need not be."""
    return tuple(
        "you" if seat.person == viewer else seat.name
        for seat in sorted(room.seats, key=lambda seat: (seat.person != viewer, seat.number))
        if seat.person is not None
        and not seat.ready
        and seat.person != room.host
        and presence.get(seat.person, "gone") != "gone"
    )
