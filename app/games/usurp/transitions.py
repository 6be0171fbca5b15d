"""The state after a legal move of Usurp; each kind of move has its own module."""

from typing import assert_never

from app.games.usurp import dealing, plays, renegs, uprising
from app.games.usurp.moves import (
    CallReneg,
    Challenge,
    Confirm,
    GiveIn,
    Move,
    NameOrder,
    Play,
    Uprise,
)
from app.games.usurp.state import Asked, UsurpState
from app.kits.next_state import after
from app.rules.game import Seat, State


def apply(state: UsurpState, seat: Seat, move: Move) -> UsurpState:
    """The state after this legal move of `seat`."""
    state = State(state.public, state.private, state.hidden)
    match move:
        case Play(card):
            if state.public.asked is Asked.LEAD:
                return plays.lead(state, seat, card)
            return plays.play(state, seat, card)
        case Uprise(card):
            return uprising.rise(state, seat, card)
        case GiveIn():
            return uprising.give_in(state, seat)
        case Challenge():
            return uprising.challenge(state, seat)
        case NameOrder(order):
            return plays.name(state, seat, order)
        case CallReneg(card):
            return renegs.call(state, seat, card)
        case Confirm():
            return confirm(state, (seat,))
        case _:
            assert_never(move)


def confirm(state: UsurpState, seats: tuple[Seat, ...]) -> UsurpState:
    """These seats are ready; the next hand begins once everybody is."""
    confirmed = state.public.confirmed + seats
    if len(confirmed) < len(state.public.seats):
        return after(state, confirmed=confirmed)
    return dealing.clear(state)
