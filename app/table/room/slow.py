"""Slow tables: whom they wait for, when they rest, and what is not done there.

A slow table has a clock of hours or days, and goes on without anybody there: nobody counts as away,
nobody stands in for the host, and nothing pauses. Its running match is in one of three states:
awake, where its table is open; asleep, where it is rows of the store; resting, where bots play for
every person, be its table open or not.

message                    awake                      asleep      resting
a move, a change of seats  goes on                    –           refused; a seat may be taken
time is up                 the rules answer, and a    awake       nothing moves; after 30 days
                           bot plays on for whoever               the match is stopped
                           was asked alone
a person opens it          a seat that a bot plays    awake       awake; every question has its
                           is theirs again                        whole time again
empty for a minute         asleep, if no bot moves,   –           asleep
                           and nothing is due within
                           a minute
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from app.rules.game import AnyGame, Options
from app.table.model.errors import NotNow
from app.table.model.room import SLOW, PersonId, Room, RoomSeat, Stage

LEAST_PEOPLE: Final = 2
NO_PAUSE: Final = "A slow table is never paused: nobody has to be there."
NO_VOTE: Final = (
    "At a slow table the clock decides: a bot plays for whoever runs out of time, until they are "
    "back."
)
NOT_ALONE: Final = "A slow table needs two people. Invite somebody, or choose another clock."
SLOW_ONLY: Final = "Passing until the next trick is for slow tables."
BETWEEN_MATCHES: Final = "A slow clock is chosen between matches, for a whole match."


def is_slow(room: Room) -> bool:
    return room.clock in SLOW


def plays_slowly(room: Room) -> bool:
    """True while a slow match runs."""
    return room.clock in SLOW and room.stage is Stage.PLAYING


def rests(room: Room) -> bool:
    """True while a slow match runs in which bots play for every person."""
    return plays_slowly(room) and not any(map(is_played, room.seats))


def has_rested(room: Room, now: int) -> bool:
    """True once a slow match has rested for as long as it may."""
    wakes = None if room.slow is None else room.slow.wakes
    return rests(room) and wakes is not None and wakes <= now


def awaited_people(room: Room) -> Mapping[PersonId, int]:
    """The people for whom everybody sees the slow match wait, each with the end of their time."""
    if room.slow is None:
        return {}
    shown = room.slow.shown
    return {
        seat.person: due
        for seat in room.seats
        if seat.person is not None and is_played(seat)
        if (due := shown.get(str(seat.number))) is not None
    }


def players(room: Room) -> tuple[PersonId, ...]:
    """The people who play in the room's match, or join it at the next deal."""
    seated = (one.person for one in room.seats if not one.leaving or one.missing)
    return (*(one for one in seated if one is not None), *room.joining)


def is_played(seat: RoomSeat) -> bool:
    """True for a seat whose person plays it."""
    return seat.person is not None and seat.stand_in is None and not seat.leaving


def check_pause(room: Room) -> None:
    """Raises NotNow."""
    if is_slow(room):
        raise NotNow(NO_PAUSE)


def check_stand_in(room: Room) -> None:
    """Raises NotNow."""
    if is_slow(room):
        raise NotNow(NO_VOTE)


def check_between_matches(room: Room) -> None:
    """Raises NotNow."""
    if room.stage is Stage.PLAYING:
        raise NotNow(BETWEEN_MATCHES)


def options_problem(game: AnyGame, options: Mapping[str, Any]) -> str | None:
    """The reason why no slow match has these options, or None.

    The options' schema says it: `x-together` has the values that need everybody at once.
    """
    for name, schema in _together(game.options).items():
        value = options.get(name)
        if value in schema["x-together"]:
            label = dict(schema["x-labels"])[value]
            return f"“{schema['title']}: {label}” needs everybody at once, so it has no slow clock."
    return None


@cache
def _together(options: type[Options]) -> Mapping[str, Mapping[str, Any]]:
    """The schemas of those options, by name, that have values for people who are there at once."""
    fields = msgspec.json.schema(options)["$defs"][options.__name__]["properties"]
    return {name: field for name, field in fields.items() if "x-together" in field}


def check_people(room: Room) -> None:
    """Raises NotNow where a slow match would begin with one person."""
    if is_slow(room) and not has_enough_people(room):
        raise NotNow(NOT_ALONE)


def has_enough_people(room: Room) -> bool:
    return sum(seat.person is not None for seat in room.seats) >= LEAST_PEOPLE
