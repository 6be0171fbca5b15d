"""The deck: four suits of thirteen letters, lowest card first, and two wild [Scrokers].

The contents of the publisher's deck are not known. Another list can go into `Card`: ranks, letters
and peppers follow from the codes and their order.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final


class Suit(StrEnum):
    """The suits, lowest first."""

    LIMES = "li"
    LEMONS = "le"
    CHILIS = "ch"
    ANIMALS = "an"
    SCROKERS = "sc"
    """No suit, strictly: the wild cards that normally stay in the box."""

    __hash__ = str.__hash__  # Enum's own hash is a Python call


class Card(StrEnum):
    """One card by its code, suit then face. No two are alike; their order here is their rank."""

    LI_C, LI_D, LI_E, LI_J, LI_K, LI_M, LI_N, LI_O, LI_S, LI_V, LI_X, LI_Y, LI_Z = (
        "li:C", "li:D", "li:E", "li:J", "li:K", "li:M", "li:N", "li:O", "li:S", "li:V", "li:X",
        "li:Y", "li:Z",
    )  # fmt: skip
    LE_A, LE_B, LE_F, LE_H, LE_I, LE_L, LE_N, LE_P, LE_Q, LE_R, LE_S, LE_T, LE_W = (
        "le:A", "le:B", "le:F", "le:H", "le:I", "le:L", "le:N", "le:P", "le:Q", "le:R", "le:S",
        "le:T", "le:W",
    )  # fmt: skip
    CH_E1, CH_O1, CH_U1, CH_A2, CH_I2, CH_O2, CH_A3, CH_E3, CH_I3, CH_E4, CH_O4, CH_A5, CH_E5 = (
        "ch:E1", "ch:O1", "ch:U1", "ch:A2", "ch:I2", "ch:O2", "ch:A3", "ch:E3", "ch:I3", "ch:E4",
        "ch:O4", "ch:A5", "ch:E5",
    )  # fmt: skip
    AN_A, AN_D, AN_E, AN_G, AN_I, AN_L, AN_M, AN_N, AN_O, AN_R, AN_S, AN_T, AN_U = (
        "an:A", "an:D", "an:E", "an:G", "an:I", "an:L", "an:M", "an:N", "an:O", "an:R", "an:S",
        "an:T", "an:U",
    )  # fmt: skip
    SC_1, SC_2 = "sc:1", "sc:2"

    __hash__ = str.__hash__  # cards are looked up on every move

    suit: Suit
    letter: str
    """One capital; empty for a [Scroker], which stands for any."""
    peppers: int
    """Drawn on a chili, 1 to 5; 0 on every other card."""
    place: int
    """The place in the box, 0 to 53. It is the rank too, from 0 to 51 (the Unicorn); [Scrokers]
    have no rank."""
    scroker: bool
    """True if it is a [Scroker]."""

    def __init__(self, code: str) -> None:
        prefix, face = code.split(":")
        self.suit = Suit(prefix)
        self.scroker = self.suit is Suit.SCROKERS
        self.letter = "" if self.scroker else face[0]
        self.peppers = int(face[1:]) if self.suit is Suit.CHILIS else 0
        self.place = len(type(self).__members__)


DECK: Final[tuple[Card, ...]] = tuple(card for card in Card if not card.scroker)
"""The 52 with a rank, lowest first: the card at index n has rank n."""
SCROKERS: Final[tuple[Card, ...]] = tuple(card for card in Card if card.scroker)
"""The wild cards that a table may add."""
UNICORN: Final = Card.AN_U
"""The top of the deck, and what makes a Scroker fly."""
SUITS: Final = (Suit.LIMES, Suit.LEMONS, Suit.CHILIS, Suit.ANIMALS)
"""The suits of the deck, lowest first."""
SOUR: Final = (Suit.LIMES, Suit.LEMONS)
"""The juice: only these suits may borrow chilis as vowels."""

SUIT_NAMES: Final = {
    Suit.LIMES: "Limes",
    Suit.LEMONS: "Lemons",
    Suit.CHILIS: "Chili Peppers",
    Suit.ANIMALS: "Animals",
    Suit.SCROKERS: "[Scrokers]",
}
ANIMALS: Final = {
    "A": "Ape",
    "D": "Dog",
    "E": "Elephant",
    "G": "Goat",
    "I": "Iguana",
    "L": "Lion",
    "M": "Moose",
    "N": "Newt",
    "O": "Owl",
    "R": "Rabbit",
    "S": "Snail",
    "T": "Turtle",
    "U": "Unicorn",
}
"""The animals by their letter."""


def pack(scrokers: int) -> tuple[Card, ...]:
    """The cards of one deal in the order of their codes: 52, and up to two [Scrokers]."""
    return DECK + SCROKERS[:scrokers]


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suit, the highest first; a hand never shows in which order it was dealt."""
    return tuple(sorted(cards, key=_place, reverse=True))


def _place(card: Card) -> int:
    return card.place


def call_card(card: Card) -> str:
    """The card's name.

    >>> [call_card(card) for card in read_cards("an:U ch:E5 ch:U1 le:W sc:1")]
    ['Unicorn', 'E with 5 peppers', 'U with 1 pepper', 'W of Lemons', '[Scroker]']
    """
    if card.scroker:
        return "[Scroker]"
    if card.suit is Suit.ANIMALS:
        return ANIMALS[card.letter]
    if card.suit is Suit.CHILIS:
        return f"{card.letter} with {card.peppers} pepper{'s' * (card.peppers != 1)}"
    return f"{card.letter} of {SUIT_NAMES[card.suit]}"


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards from their codes between blanks, in order. Raises ValueError for an unknown code.

    >>> [(card.suit.value, card.letter, card.peppers) for card in read_cards("an:U ch:E5 li:C")]
    [('an', 'U', 0), ('ch', 'E', 5), ('li', 'C', 0)]
    """
    return tuple(Card(code) for code in text.split())


def write_cards(cards: Iterable[Card]) -> str:
    """The codes of the cards between blanks: what `read_cards` reads."""
    return " ".join(cards)
