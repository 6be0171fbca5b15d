"""The card of a room: what a stranger may know of it."""

from collections.abc import Mapping

import msgspec

from app.rules.game import AnyGame
from app.table.model.room import Room, RoomId, Stage
from app.table.model.timestamps import to_milliseconds
from app.table.room import seating, settings


class RoomCard(msgspec.Struct, frozen=True):
    """The card of a room, for lists and for the page behind an invite link."""

    id: RoomId
    game: str
    title: str
    host: str
    stage: Stage
    people: int
    """Seated people, bots not counted."""
    bots: int
    seats: tuple[int, int]
    """Fewest and most seats."""
    open: bool
    """True if somebody may still sit down, now or at the next deal."""
    watchable: bool
    listed: bool
    clock: str
    since: int
    """Milliseconds since 1970 when the room was made."""
    waiting: tuple[str, ...] = ()
    """Names of seated people while the table waits for its first match."""


def build_room_card(room: Room, games: Mapping[str, AnyGame]) -> RoomCard:
    """Raises Unknown where the room's game is none of ours."""
    game = settings.find_game(games, room.game)
    coming = seating.seats_next_deal(room) + 1
    playable = (
        room.stage is Stage.GATHERING or settings.running_seats_problem(game, room, coming) is None
    )
    host = seating.find_member(room, room.host)
    return RoomCard(
        id=room.id,
        game=game.slug,
        title=game.title,
        host="" if host is None else host.name,
        stage=room.stage,
        people=sum(seat.person is not None for seat in room.seats),
        bots=sum(seat.person is None for seat in room.seats),
        seats=(game.seats[0], game.seats[-1]),
        open=coming <= game.seats[-1] and playable,
        watchable=room.listed and room.spectators,
        listed=room.listed,
        clock=str(room.clock),
        since=to_milliseconds(room.created),
        waiting=_waiting(room),
    )


def _waiting(room: Room) -> tuple[str, ...]:
    if room.stage is not Stage.GATHERING or room.matches:
        return ()
    return tuple(seat.name for seat in room.seats if seat.person is not None)
