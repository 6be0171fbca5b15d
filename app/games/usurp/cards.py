"""The French pack by codes, the two Orders of its ranks, and the plays that lay a card down.

The two beaters are the Crown (Ace) and the Plow (2). Four players may take two packs; the codes of
the second end in a "b".
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

CROWN: Final = 14
"""The Ace's rank."""
PLOW: Final = 2
"""The rank of the 2."""

SUITS: Final = "SHDC"
"""Spades, hearts, diamonds, clubs: also the order of suits in a sorted hand."""


class Card(StrEnum):
    """One card of the two packs by its code, rank then suit. No two codes are alike."""

    SA, SK, SQ, SJ, S10, S9, S8, S7, S6, S5, S4, S3, S2 = (
        "AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S",
    )  # fmt: skip
    HA, HK, HQ, HJ, H10, H9, H8, H7, H6, H5, H4, H3, H2 = (
        "AH", "KH", "QH", "JH", "10H", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H",
    )  # fmt: skip
    DA, DK, DQ, DJ, D10, D9, D8, D7, D6, D5, D4, D3, D2 = (
        "AD", "KD", "QD", "JD", "10D", "9D", "8D", "7D", "6D", "5D", "4D", "3D", "2D",
    )  # fmt: skip
    CA, CK, CQ, CJ, C10, C9, C8, C7, C6, C5, C4, C3, C2 = (
        "AC", "KC", "QC", "JC", "10C", "9C", "8C", "7C", "6C", "5C", "4C", "3C", "2C",
    )  # fmt: skip

    SAB, SKB, SQB, SJB, S10B, S9B, S8B, S7B, S6B, S5B, S4B, S3B, S2B = (
        "ASb", "KSb", "QSb", "JSb", "10Sb", "9Sb", "8Sb", "7Sb", "6Sb", "5Sb", "4Sb",
        "3Sb", "2Sb",
    )  # fmt: skip
    HAB, HKB, HQB, HJB, H10B, H9B, H8B, H7B, H6B, H5B, H4B, H3B, H2B = (
        "AHb", "KHb", "QHb", "JHb", "10Hb", "9Hb", "8Hb", "7Hb", "6Hb", "5Hb", "4Hb",
        "3Hb", "2Hb",
    )  # fmt: skip
    DAB, DKB, DQB, DJB, D10B, D9B, D8B, D7B, D6B, D5B, D4B, D3B, D2B = (
        "ADb", "KDb", "QDb", "JDb", "10Db", "9Db", "8Db", "7Db", "6Db", "5Db", "4Db",
        "3Db", "2Db",
    )  # fmt: skip
    CAB, CKB, CQB, CJB, C10B, C9B, C8B, C7B, C6B, C5B, C4B, C3B, C2B = (
        "ACb", "KCb", "QCb", "JCb", "10Cb", "9Cb", "8Cb", "7Cb", "6Cb", "5Cb", "4Cb",
        "3Cb", "2Cb",
    )  # fmt: skip

    __hash__ = (
        str.__hash__
    )  # Enum's own hash is a Python call, and cards are looked up on every move

    rank: int
    """2 (the Plow) to 14 (the Crown)."""
    suit: str
    """One of SUITS."""
    place: int
    """0 to 51: where the card stands in the pack, and in a sorted hand; 52 more in the second."""
    beater: bool
    """True if it is a Crown or a Plow."""

    def __init__(self, code: str) -> None:
        letters = {"A": CROWN, "K": 13, "Q": 12, "J": 11}
        plain = code.removesuffix("b")
        self.suit, face = plain[-1], plain[:-1]
        self.rank = letters[face] if face in letters else int(face)
        self.place = 13 * SUITS.index(self.suit) + CROWN - self.rank + 52 * (plain != code)
        self.beater = self.rank in (CROWN, PLOW)


TWO_PACKS: Final[tuple[Card, ...]] = tuple(Card)
"""All 104, the first pack before the second."""
PACK: Final = TWO_PACKS[:52]
"""The 52 of one pack, suit by suit, each from the Crown down to the Plow."""


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suit, high ranks first; a hand never shows in which order it was dealt."""
    return tuple(sorted(cards, key=_place))


def _place(card: Card) -> tuple[int, int]:
    return card.place % 52, card.place


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand in its order without `card`, which it holds."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def suits(cards: Iterable[Card]) -> set[str]:
    """The suits among these cards."""
    return {card.suit for card in cards}


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards from their codes between blanks, in order. Raises ValueError for an unknown code.

    >>> [(card.rank, card.suit) for card in read_cards("AS 10D 2C")]
    [(14, 'S'), (10, 'D'), (2, 'C')]
    """
    return tuple(Card(code) for code in text.split())


def write_cards(cards: Iterable[Card]) -> str:
    """The codes of the cards between blanks: what `read_cards` reads."""
    return " ".join(cards)


class Order(StrEnum):
    """The present ranking of the cards of one suit."""

    REGAL = "regal"
    """High wins, Crown best; but a Plow beats a Crown."""
    COMMON = "common"
    """Low wins, Plow best; but a Crown beats a Plow."""


def beats(card: Card, upcard: Card, order: Order) -> bool:
    """True if `card` wins on `upcard` of the same suit. A beater always beats the other beater."""
    if card.beater and upcard.beater:
        return True
    return (card.rank > upcard.rank) == (order is Order.REGAL)


def other(order: Order) -> Order:
    """The Order that is not this one."""
    return Order.COMMON if order is Order.REGAL else Order.REGAL


class PlayType(StrEnum):
    """The play that brought a card into the Discard."""

    START = "start"
    """The Stock's card that starts the Discard."""
    LEAD = "lead"
    """Four players: the Leader's first card, which starts the Discard and scores nothing."""
    SCORE = "score"
    USURP = "usurp"
    SLUFF = "sluff"
    GIVEN_IN = "given-in"
    """A Downcard that nobody challenged."""
