"""The default answers of Usurp, for players whose time is up."""

from msgspec.structs import replace

from app.games.usurp import prompts, transitions
from app.games.usurp.cards import Card
from app.games.usurp.moves import GiveIn, Move, NameOrder, Play
from app.games.usurp.orders import Order
from app.games.usurp.plays import open_plays
from app.games.usurp.scoring import value
from app.games.usurp.state import Asked, Phase, Tableau, UsurpState


def expire(state: UsurpState) -> UsurpState:
    """The state after time is up for the open question."""
    public = state.public
    if public.phase is Phase.INTERVAL:
        return transitions.confirm(replace(state, events=()), prompts.awaited(public))
    assert public.turn is not None
    move = default(public, state.private[public.turn].cards)
    return transitions.apply(state, public.turn, move)


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
