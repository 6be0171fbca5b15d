"""The state of Scum of the Earth after a move or time-out; each kind of move has its own module."""

from typing import assert_never

from msgspec.structs import replace

from app.games.scum_of_the_earth import bonus, dealing, prompts, turns
from app.games.scum_of_the_earth.cards import REACH, Card
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
from app.games.scum_of_the_earth.state import Asked, Phase, ScumState, Tableau
from app.games.scum_of_the_earth.tricks import refusal
from app.kits.next_state import after
from app.rules.game import Seat, State, view


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


def expire(state: ScumState, key: str) -> ScumState:
    """The state after time is up for the question `key`."""
    public = state.public
    if public.phase in (Phase.TAKEOVER, Phase.INTERVAL):
        return confirm(replace(state, events=()), prompts.awaited(public))
    for seat in prompts.awaited(public):
        prompt = prompts.prompt(view(state, seat))
        if prompt is not None and prompt.key == key:
            move = default(public, seat, state.private[seat].cards)
            state = apply(state, seat, move)
    return state


def default(public: Tableau, seat: Seat, hand: tuple[Card, ...]) -> Move:
    """The default move of `seat`, which holds `hand` and is being asked; always legal."""
    if public.phase is Phase.BONUS:
        return Give(bonus.worst(hand, bonus.to_give(public, seat)))
    match public.asked:
        case Asked.LEAD:
            return lead(hand)
        case Asked.FOLLOW:
            return Pass()
        case Asked.TARGET:
            return Target(turns.targets(public, seat)[0])
        case Asked.LOOK | Asked.AGAIN:
            return Decline()
        case None:
            raise AssertionError("a window is confirmed for everybody at once")


def lead(hand: tuple[Card, ...]) -> Play:
    """The worst single card that may be led; a wild card stands for the worst face in its reach."""
    singles = (Play((card,), REACH[card][-1] if card in REACH else None) for card in reversed(hand))
    return next(single for single in singles if refusal(hand, None, single) is None)
