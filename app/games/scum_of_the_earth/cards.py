"""The deck: n copies of each face n, five extra cards, six experimental ones; and their order."""

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Final


class Card(StrEnum):
    """One printed card by its code. A deck holds several of most; copies are interchangeable."""

    WILD = "WILD"
    """Stands for any face A to K; two of them before the bonuses make a takeover."""
    WILD_3_9 = "3-9"
    ZERO = "0"
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    INFINITY = "INF"
    SPECIAL_5 = "5*"
    SPECIAL_6 = "6*"
    SPECIAL_7 = "7*"
    SPECIAL_8 = "8*"
    SPECIAL_9 = "9*"
    SPECIAL_10 = "10*"

    __hash__ = str.__hash__  # Enum's own hash is a Python call, and cards are counted on every move


ZERO_FACE: Final = 0
KING_FACE: Final = 13
INFINITY_FACE: Final = 14

ORDER: Final[tuple[Card, ...]] = (
    Card.WILD, Card.WILD_3_9, Card.ZERO, Card.ACE, Card.TWO, Card.THREE, Card.FOUR, Card.SPECIAL_5,
    Card.FIVE, Card.SPECIAL_6, Card.SIX, Card.SPECIAL_7, Card.SEVEN, Card.EIGHT, Card.SPECIAL_8,
    Card.NINE, Card.SPECIAL_9, Card.SPECIAL_10, Card.TEN, Card.JACK, Card.QUEEN, Card.KING,
    Card.INFINITY,
)  # fmt: skip
"""Best to worst, for bonuses and for the first draw."""

PLACE: Final[dict[Card, int]] = {card: place for place, card in enumerate(ORDER)}
"""Place of a card in ORDER, 0 is best."""

PLAIN: Final[tuple[Card, ...]] = (
    Card.ZERO, Card.ACE, Card.TWO, Card.THREE, Card.FOUR, Card.FIVE, Card.SIX, Card.SEVEN,
    Card.EIGHT, Card.NINE, Card.TEN, Card.JACK, Card.QUEEN, Card.KING, Card.INFINITY,
)  # fmt: skip
"""The card without a special power, by face."""

SPECIAL: Final[dict[int, Card]] = {
    5: Card.SPECIAL_5, 6: Card.SPECIAL_6, 7: Card.SPECIAL_7, 8: Card.SPECIAL_8, 9: Card.SPECIAL_9,
    10: Card.SPECIAL_10,
}  # fmt: skip
"""The card with a special power, by face."""

FACE: Final[dict[Card, int]] = {card: face for face, card in enumerate(PLAIN)} | {
    card: face for face, card in SPECIAL.items()
}
"""The face of every card that has one of its own; the wild cards have none."""

REACH: Final[dict[Card, range]] = {Card.WILD: range(1, KING_FACE + 1), Card.WILD_3_9: range(3, 10)}
"""The faces that a wild card may stand for."""

EXTRA: Final[tuple[Card, ...]] = (Card.WILD, Card.WILD, Card.ZERO, Card.SPECIAL_6, Card.INFINITY)


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards best first; a hand never shows in which order it was dealt."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def deck(highest: int, experimental: Collection[Card] = ()) -> tuple[Card, ...]:
    """The whole deck, best first, with n copies of each face n up to `highest` (10 to 13).

    >>> len(deck(10)), len(deck(13))
    (60, 96)
    """
    plain = (PLAIN[face] for face in range(1, highest + 1) for _ in range(face))
    return sort_hand((*plain, *EXTRA, *experimental))


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand in its order without `cards`, all of which it holds."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards from their codes between blanks, in order. Raises ValueError for an unknown code.

    >>> [card.name for card in read_cards("J WILD 8*")]
    ['JACK', 'WILD', 'SPECIAL_8']
    """
    return tuple(Card(code) for code in text.split())


def write_cards(cards: Iterable[Card]) -> str:
    """The codes of the cards between blanks: what `read_cards` reads."""
    return " ".join(cards)
