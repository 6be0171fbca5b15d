"""Visibility: who sees a room, the public part of its running match, and a hand of it.

Every path asks here: sockets, hints, explained cards, pages, steps. What one may see follows from
who sits there now, whoever was dealt the seat. A stranger sees the card of a room.
"""

from collections.abc import Mapping

import msgspec

from app.rules.game import AnyGame, Seat
from app.table.model.notation import to_milliseconds
from app.table.model.room import MatchId, PersonId, Room, RoomId, Stage
from app.table.room import seating, settings
from app.table.room.membership import is_banned
from app.table.room.seating import find_member


def sees_room(room: Room, person: PersonId | None) -> bool:
    """True for people of the room, and at a listed one for everybody whom nobody has banned.

    None: a stranger.
    """
    if find_member(room, person) is not None:
        return True
    banned = person is not None and is_banned(room, person)
    return room.listed and room.spectators and not banned


def sees_match(room: Room, hand: Seat | None) -> bool:
    """True if somebody who sees the room, and that hand, sees the public part of its match."""
    return hand is not None or room.spectators


def hands_seen(room: Room) -> Mapping[PersonId, Seat]:
    """The seat of the running match whose hand each person sees; people who see none are not there.

    It is the seat for which they may act, or that they may take back: those who are away, or stood
    up and may sit down again. A seat that was vacated is a bot's, and nobody sees its hand.
    """
    return {seat.person: Seat(seat.number) for seat in room.seats if seat.person is not None}


def hand_seen(room: Room, match: MatchId, person: PersonId) -> Seat | None:
    """The seat whose hand this person sees, if that match runs there now."""
    runs = room.stage is Stage.PLAYING and room.match == match
    return hands_seen(room).get(person) if runs else None


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
