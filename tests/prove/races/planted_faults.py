"""Faults of a server by which two racers win, or a loser does not learn of it."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.table.clients.outbox import Outbox
from app.table.model.errors import RoomFull, TableError
from app.table.model.room import PersonId, Room, Stage
from app.table.model.server_messages import Refused
from app.table.room import membership, seating, start
from app.table.turn import commands
from app.table.turn.change import NOTHING, Change
from tests.prove.runner.patched_server import Patch


def seat_sold_twice() -> None:
    """A late comer takes the seat from its owner."""
    sit = seating.sit

    def pushing(room: Room, person: Any, most: int, fits: Any) -> Room:
        try:
            return sit(room, person, most, fits)
        except RoomFull:
            *others, last = room.seats
            return replace(
                room, seats=(*others, replace(last, person=person.id, bot=None, name=person.name))
            )

    seating.sit = pushing


def loser_told_nothing() -> None:
    put = Outbox.put

    def silent(self: Outbox, message: Any) -> None:
        if not (isinstance(message, Refused) and message.code == RoomFull.code):
            put(self, message)

    Outbox.put = silent  # type: ignore[method-assign]


def loser_told_done() -> None:
    """A refusal is swallowed, and the command called done."""
    obey = commands.obey

    def polite(state: Any, people: Any, client: Any, command: Any) -> Change:
        try:
            return obey(state, people, client, command)
        except TableError as error:
            if error.code != "elsewhere":
                return NOTHING
            raise

    commands.obey = polite


def match_begun_twice() -> None:
    """A start is not refused when the match has begun already."""
    check = start.check_start

    def careless(room: Room, *rest: Any) -> None:
        check(replace(room, stage=Stage.GATHERING), *rest)

    start.check_start = careless  # type: ignore[assignment]


def host_made_by_anybody() -> None:
    made_host = membership.make_host

    def anybody(room: Room, by: PersonId, person: PersonId) -> Room:
        return made_host(replace(room, host=by), by, person)

    membership.make_host = anybody


class RaceFault(msgspec.Struct, frozen=True):
    plant: Patch
    scene: str
    """The kind of race in which it shows."""


PLANTED: Final[dict[str, RaceFault]] = {
    "seat-sold-twice": RaceFault(seat_sold_twice, "seat"),
    "loser-told-nothing": RaceFault(loser_told_nothing, "seat"),
    "loser-told-done": RaceFault(loser_told_done, "pause"),
    "match-begun-twice": RaceFault(match_begun_twice, "card"),
    "host-made-by-anybody": RaceFault(host_made_by_anybody, "host"),
}
