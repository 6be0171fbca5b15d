"""The names of cards, suits, Orders, sides and players in a sentence."""

from collections.abc import Sequence
from typing import Final

from app.games.usurp.cards import CROWN, PLOW, Card, Order
from app.games.usurp.state import Tableau
from app.rules.game import Seat
from app.rules.phrases import join_words

SUIT: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK: Final = {
    CROWN: "Crown", 13: "king", 12: "queen", 11: "jack", 10: "ten", 9: "nine", 8: "eight", 7:
    "seven", 6: "six", 5: "five", 4: "four", 3: "three", PLOW: "Plow",
}  # fmt: skip
ORDER: Final = {Order.REGAL: "Regal", Order.COMMON: "Common"}


def a_card(card: Card) -> str:
    """ "king of hearts", "Crown of spades"."""
    return f"{RANK[card.rank]} of {SUIT[card.suit]}"


def people(seats: Sequence[Seat], names: Sequence[str]) -> str:
    """ "Ada", "Ada and Cleo"."""
    return join_words([names[seat] for seat in seats])


def side(public: Tableau, number: int, names: Sequence[str]) -> str:
    """The people of a side: "Ada", "Ada and Cleo"."""
    return people(public.sides[number], names)


def verb(seats: Sequence[Seat], one: str, more: str) -> str:
    """ "takes" for one of them, "take" for more."""
    return one if len(seats) == 1 else more


def points(number: int, kind: str = "hand point") -> str:
    """ "1 game point", "9 hand points"."""
    return f"{number} {kind}" if number == 1 else f"{number} {kind}s"
