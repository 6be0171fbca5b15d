"""Tapping out by agreement: asked of all at once, under seal, when it first comes up.

The window runs its whole length, so nobody's silence or speed tells anything.
"""

from typing import Final

from msgspec.structs import replace

from app.games.scroker.betting import able, owes
from app.games.scroker.events import ConsentAsked, ConsentGiven, TappedOut
from app.games.scroker.state import Phase, ScrokerState, Tableau, live, with_hands
from app.kits.next_state import after
from app.rules.game import Seat, Span

SECONDS: Final = 20


def must_ask(public: Tableau, seat: Seat) -> bool:
    """True if this seat cannot match the bet, and nobody has said yet whether that is enough."""
    options = public.options
    asks = options.tap_out and options.consent == "all" and public.consent is None
    return asks and public.stacks[seat] < owes(public, seat)


def span(public: Tableau) -> Span:
    """The window in which all answer."""
    return Span(f"consent-{public.hand}", SECONDS)


def ask(state: ScrokerState, seat: Seat) -> ScrokerState:
    """Asks everybody, `seat` too: it could not match the bet, and its turn waits."""
    questions = state.public.questions + 1
    return after(state, ConsentAsked(seat), phase=Phase.CONSENT, turn=seat, questions=questions)


def answer(state: ScrokerState, seat: Seat, agrees: bool) -> ScrokerState:
    """The answer is sealed until the window closes."""
    return with_hands(state, {seat: replace(state.private[seat], agrees=agrees)})


def close(state: ScrokerState) -> ScrokerState:
    """Everybody has agreed who has not objected; players without chips have tapped out then."""
    public = state.public
    given = all(hand.agrees is not False for hand in state.private)
    state = with_hands(
        state, {seat: replace(state.private[seat], agrees=None) for seat in public.seats}
    )
    state = after(state, ConsentGiven(given), phase=Phase.BET, consent=given)
    for seat in live(public) if given else ():
        if not public.stacks[seat] and seat in able(state.public):
            state = after(state, TappedOut(seat), tapped=(*state.public.tapped, seat))
    return state
