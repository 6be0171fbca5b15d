"""`python -m tests.prove.races.planted_faults serve`: the house with a fault that PLANTED names: two win a race, or a loser is not told."""

import os
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app import cli
from app.table.actor.command_handler import CommandHandler
from app.table.clients.outbox import Outbox
from app.table.model.errors import RoomFull, TableError
from app.table.model.room import PersonId, Room, Stage
from app.table.model.server_messages import Refused
from app.table.room import membership, room_commands, seating


def seat_sold_twice() -> None:
    """Whoever comes too late takes the seat from its owner."""
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
    """A refusal is swallowed on its way, and the command called done."""
    obey = CommandHandler.carry_out

    async def polite(self: CommandHandler, client: Any, command: Any) -> None:
        try:
            await obey(self, client, command)
        except TableError as error:
            if error.code != "elsewhere":
                return
            raise

    CommandHandler.carry_out = polite  # type: ignore[method-assign]


def match_begun_twice() -> None:
    """Nobody looks whether a match has begun already, nor which window may act."""
    check = room_commands.check_start

    def careless(room: Room, *rest: Any) -> None:
        check(replace(room, stage=Stage.GATHERING), *rest)

    room_commands.check_start = careless  # type: ignore[assignment]


def host_made_by_anybody() -> None:
    made_host = membership.make_host

    def anybody(room: Room, by: PersonId, person: PersonId) -> Room:
        return made_host(replace(room, host=by), by, person)

    membership.make_host = anybody


class Fault(msgspec.Struct, frozen=True):
    says: str
    plant: Callable[[], None]
    scene: str
    """Where it shows."""


PLANTED: Final[dict[str, Fault]] = {
    "seat-sold-twice": Fault(
        "who comes too late takes the seat all the same", seat_sold_twice, "seat"
    ),
    "loser-told-nothing": Fault("a refusal does not arrive", loser_told_nothing, "seat"),
    "loser-told-done": Fault(
        "who comes too late is told that it is done", loser_told_done, "pause"
    ),
    "match-begun-twice": Fault(
        "nobody looks whether the match has begun", match_begun_twice, "card"
    ),
    "host-made-by-anybody": Fault(
        "the host's role can be passed on by who no longer has it", host_made_by_anybody, "host"
    ),
}

if __name__ == "__main__":
    PLANTED[os.environ["PLANTED"]].plant()
    cli.main()
