"""The state after a legal move of Scum of the Earth; each kind of move has its own module."""

from typing import assert_never

from app.games.scum_of_the_earth import bonus, dealing, turns
from app.games.scum_of_the_earth.moves import (
    Confirm,
    Decline,
    Give,
    Move,
    Pass,
    Play,
    Takeover,
    Target,
)
from app.games.scum_of_the_earth.state import Asked, Phase, ScumState
from app.kits.next_state import after
from app.rules.game import Seat, State


def apply(state: ScumState, seat: Seat, move: Move) -> ScumState:
    """The state after this legal move of `seat`."""
    state = State(state.public, state.private, state.hidden)
    match move:
        case Play():
            return turns.play(state, seat, move)
        case Pass():
            return turns.pass_by(state, seat)
        case Confirm():
            return confirm(state, (seat,))
        case Takeover():
            return bonus.take_over(state, seat)
        case Give(cards):
            return bonus.give(state, seat, cards)
        case Target(other):
            if state.public.asked is Asked.TARGET:
                return turns.bar(state, seat, other)
            return turns.look(state, seat, other)
        case Decline():
            return turns.decline(state, seat)
        case _:
            assert_never(move)


def confirm(state: ScumState, seats: tuple[Seat, ...]) -> ScumState:
    """These seats are ready; the match goes on once everybody is."""
    public = state.public
    confirmed = public.confirmed + seats
    if len(confirmed) < len(public.ranks):
        return after(state, confirmed=confirmed)
    if public.phase is Phase.TAKEOVER:
        return bonus.call_in_bonuses(state)
    return dealing.clear(state)
