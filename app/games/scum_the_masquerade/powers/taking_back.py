"""Obtenebration: the hand on top of the trick goes back to its owner's crypt (H55, A10)."""

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import sort_hand, without
from app.games.scum_the_masquerade.events import HandTakenBack
from app.games.scum_the_masquerade.powers.marks import Gain
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.state import Asked, ScumState, with_hand
from app.games.scum_the_masquerade.tricks import ask
from app.kits.next_state import after


def take_back(state: ScumState) -> ScumState:
    """The hand below is on top again, and all passes are cleared.

    Cards return as themselves, borrowed ones to the pile. Whoever led leads another hand;
    by the page's letter the user leads.
    """
    public = state.public
    assert public.trick is not None
    *below, laid = public.trick.hands
    owner = ruleset(public.options).lead_after_taking_back == "owner"
    own = without(laid.cards, laid.borrowed)
    crypt = sort_hand((*state.private[laid.seat].cards, *own))
    state = after(
        with_hand(state, laid.seat, cards=crypt),
        HandTakenBack(laid.seat, laid.cards, owner and not below),
        trick=replace(public.trick, hands=tuple(below), passed=(), resting=()),
        pile=(*public.pile, *laid.borrowed),
        gains=(*public.gains, *(Gain(laid.seat, card) for card in own)),
    )
    if below:
        return state
    if not owner:
        assert public.turn is not None
        return ask(state, public.turn, Asked.LEAD)
    return ask(after(state, taken_back=laid.cards), laid.seat, Asked.LEAD)
