"""Visibility: who sees a room, the public part of its running match, and a hand of it.

Every path asks here: sockets, hints, explained cards, pages, steps. What one may see follows from
who sits there now, whoever was dealt the seat.
"""

from collections.abc import Mapping

from app.rules.game import Seat
from app.table.model.room import MatchId, PersonId, Room, Stage
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
