"""The state of Usurp after a move or time-out; each kind of move has its own module."""

from typing import assert_never

from msgspec.structs import replace

from app.games.usurp import dealing, plays, prompts, renegs, uprising
from app.games.usurp.cards import Card, Order
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
from app.games.usurp.plays import open_plays
from app.games.usurp.scoring import value
from app.games.usurp.state import Asked, Phase, Tableau, UsurpState
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


def expire(state: UsurpState) -> UsurpState:
    """The state after time is up for the open question."""
    public = state.public
    if public.phase is Phase.INTERVAL:
        return confirm(replace(state, events=()), prompts.awaited(public))
    assert public.turn is not None
    move = default(public, state.private[public.turn].cards)
    return apply(state, public.turn, move)


def default(public: Tableau, hand: tuple[Card, ...]) -> Move:
    """The default move of the seat whose turn it is, which holds `hand`; always legal.

    It is never an Uprising, a challenge or the call of a Reneg.
    """
    match public.asked:
        case Asked.LEADING:
            return NameOrder(Order.REGAL)
        case Asked.ORDER:
            assert public.order is not None
            return NameOrder(public.order)
        case Asked.LEAD:
            return Play(_cheapest(public, hand))
        case Asked.PLAY:
            return Play(_cheapest(public, open_plays(public, hand)))
        case Asked.ANSWER:
            return GiveIn()
        case None:
            raise AssertionError("between two hands the clock answers for everybody at once")


def _cheapest(public: Tableau, cards: list[Card] | tuple[Card, ...]) -> Card:
    """The card worth least as an Upcard; of several the last one in the hand."""
    return min(reversed(cards), key=lambda card: value(public, card))
