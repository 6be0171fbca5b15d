"""The cards of one or two packs: ranks from 3 up to 2, suits clubs, diamonds, spades, hearts."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Final

RANKS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""Lowest first."""
SUITS: Final = "CDSH"
"""Clubs, diamonds, spades, hearts: lowest first."""


class Card(StrEnum):
    """One card by its code: rank, suit, and `b` for the second pack. No two are alike."""

    C3, D3, S3, H3, C4, D4, S4, H4 = "3C", "3D", "3S", "3H", "4C", "4D", "4S", "4H"
    C5, D5, S5, H5, C6, D6, S6, H6 = "5C", "5D", "5S", "5H", "6C", "6D", "6S", "6H"
    C7, D7, S7, H7, C8, D8, S8, H8 = "7C", "7D", "7S", "7H", "8C", "8D", "8S", "8H"
    C9, D9, S9, H9, C10, D10, S10, H10 = "9C", "9D", "9S", "9H", "10C", "10D", "10S", "10H"
    CJ, DJ, SJ, HJ, CQ, DQ, SQ, HQ = "JC", "JD", "JS", "JH", "QC", "QD", "QS", "QH"
    CK, DK, SK, HK, CA, DA, SA, HA = "KC", "KD", "KS", "KH", "AC", "AD", "AS", "AH"
    C2, D2, S2, H2 = "2C", "2D", "2S", "2H"
    C3B, D3B, S3B, H3B, C4B, D4B, S4B, H4B = "3Cb", "3Db", "3Sb", "3Hb", "4Cb", "4Db", "4Sb", "4Hb"
    C5B, D5B, S5B, H5B, C6B, D6B, S6B, H6B = "5Cb", "5Db", "5Sb", "5Hb", "6Cb", "6Db", "6Sb", "6Hb"
    C7B, D7B, S7B, H7B, C8B, D8B, S8B, H8B = "7Cb", "7Db", "7Sb", "7Hb", "8Cb", "8Db", "8Sb", "8Hb"
    C9B, D9B, S9B, H9B = "9Cb", "9Db", "9Sb", "9Hb"
    C10B, D10B, S10B, H10B = "10Cb", "10Db", "10Sb", "10Hb"
    CJB, DJB, SJB, HJB, CQB, DQB, SQB, HQB = "JCb", "JDb", "JSb", "JHb", "QCb", "QDb", "QSb", "QHb"
    CKB, DKB, SKB, HKB, CAB, DAB, SAB, HAB = "KCb", "KDb", "KSb", "KHb", "ACb", "ADb", "ASb", "AHb"
    C2B, D2B, S2B, H2B = "2Cb", "2Db", "2Sb", "2Hb"

    __hash__ = str.__hash__  # Enum's own hash is a Python call, and cards are counted on every move

    rank: int
    """0 (a 3) to 12 (a 2)."""
    suit: int
    """0 (clubs) to 3 (hearts)."""
    height: int
    """The place in the order of the game, 0 (3 of clubs) to 51 (2 of hearts); copies are equal."""
    second: bool
    """True for a card of the second pack."""
    place: int
    """The place in a sorted hand, where copies lie side by side."""

    def __init__(self, code: str) -> None:
        name = code.removesuffix("b")
        self.rank, self.suit = RANKS.index(name[:-1]), SUITS.index(name[-1])
        self.height = len(SUITS) * self.rank + self.suit
        self.second = code.endswith("b")
        self.place = 2 * self.height + self.second

    @property
    def face(self) -> "Card":
        """Its twin in the first pack, or itself: rank and suit as a wish names them."""
        return PACK[self.height]


PACK: Final[tuple[Card, ...]] = tuple(card for card in Card if not card.second)
"""The first pack, lowest first."""
SECOND_PACK: Final[tuple[Card, ...]] = tuple(card for card in Card if card.second)
_PLACE: Final = attrgetter("place")
FIRST_LEAD: Final = Card.C3
"""The designated 3 of clubs: that of the first pack (H7)."""


@cache
def deck(packs: int) -> tuple[Card, ...]:
    """All cards of one or two packs, in the order of the game."""
    return sort_hand(PACK if packs == 1 else PACK + SECOND_PACK)


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards lowest first; a hand never shows in which order it was dealt."""
    return tuple(sorted(cards, key=_PLACE))


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand in its order without `cards`, all of which it holds."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards from their codes between blanks, in order. Raises ValueError for an unknown code.

    >>> [(card.height, card.second) for card in read_cards("3C 2H 10Db")]
    [(0, False), (51, False), (29, True)]
    """
    return tuple(Card(code) for code in text.split())


def write_cards(cards: Iterable[Card]) -> str:
    """The codes of the cards between blanks: what `read_cards` reads."""
    return " ".join(cards)
