"""Estimates for bots: the price of cards, and the aim of an Action card."""

from collections.abc import Sequence
from typing import Final

from app.games.skuncum import board
from app.games.skuncum.cards import FACES, Card
from app.games.skuncum.hats import marks
from app.games.skuncum.state import Tableau
from app.rules.game import Seat

UNNUMBERED: Final = 20
"""The points that an Action card without a number is taken for."""


def price(cards: Sequence[Card]) -> int:
    """The points that these cards would still bring in other duels."""
    return sum(FACES[card].value or UNNUMBERED for card in cards)


def aim(public: Tableau, seat: Seat, card: Card, target: Seat) -> float:
    """The use of this Action card on a rival's stack: from -1 to 1, more for who has most marks.

    An ATTACK hits hard where it takes much; a BONUS is best spent on the one who is behind.
    """
    stack = board.stack_of(public, target)
    assert stack is not None
    change = board.laid_on(stack, (card,)).value - stack.value
    ahead = marks(public.boxes[target]) - marks(public.boxes[seat])
    return max(-1.0, min(1.0, -change * (10 + ahead) / 500))
