"""What happens to somebody who does not answer in time: the default move of every question."""

from app.games.usurp.cards import Card
from app.games.usurp.moves import GiveIn, Move, NameOrder, Play
from app.games.usurp.orders import Order
from app.games.usurp.plays import open_plays
from app.games.usurp.scoring import value
from app.games.usurp.state import Asked, Tableau


def default(public: Tableau, hand: tuple[Card, ...]) -> Move:
    """The move that time makes for somebody who holds `hand` and is being asked. It is always legal, never an Uprising, and
    calls nobody."""
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
