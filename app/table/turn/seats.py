"""The seat for which a person may act."""

from app.rules.game import Seat
from app.table.match.live_match import LiveMatch
from app.table.model.errors import NotSeated
from app.table.model.room import Person
from app.table.room import seating
from app.table.turn.table_state import TableState


def own_seat(state: TableState, sender: Person, shuffles: bool = False) -> tuple[LiveMatch, Seat]:
    """The match and the seat for which the sender may act, or take part in shuffles.

    Raises NotNow, NotSeated.
    """
    live, own = state.running_match(), seating.seat_of(state.room, sender.id)
    if own is None:
        raise NotSeated("You have no seat in this match.")
    if own.leaving:
        raise NotSeated(
            "You have left your seat, and a bot plays for you. Take a seat to have it back."
        )
    if own.silent and not shuffles:
        raise NotSeated(
            "A bot plays for you, because the table waited. Choose “I’m back” to play again."
        )
    return live, Seat(own.number)
