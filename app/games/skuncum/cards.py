"""The deck as a table: Suit cards by rank and colour, BONUS and ATTACK cards, and their numbers.

A recovered original list would replace SUITS and ACTIONS and nothing else.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple, NewType

import msgspec

Card = NewType("Card", str)
"""One printed card by its code: its kind, a dot, and the number of the copy: "GR-R.3", "DH.1"."""


class Rank(StrEnum):
    """A rank of Suit cards. All but the Dark Horse have a hat."""

    GR = "GR"
    COM = "COM"
    DEL = "DEL"
    MAY = "MAY"
    CON = "CON"
    SEN = "SEN"
    GOV = "GOV"
    DH = "DH"


class Effect(StrEnum):
    """The effect of an Action card on a stack."""

    BONUS = "bonus"
    """Adds its number."""
    ATTACK = "attack"
    """Takes its number away."""
    DOUBLE = "double"
    """A BONUS: the opening card counts twice."""
    SKUNK = "skunk"
    """An ATTACK: the opening card counts nothing."""
    FINGER = "finger"
    """An ATTACK, by Politiks alone: no Suit or BONUS card may be added in this Race."""


HATS: Final = (Rank.GR, Rank.COM, Rank.DEL, Rank.MAY, Rank.CON, Rank.SEN, Rank.GOV)
"""The ranks with a hat, lowest first; a score box counts its hats in this order."""
COLOURS: Final = "RUKG"
"""Red, blue, black, green."""
ANY_HAT: Final = 50
"""A card of this many points wins any hat."""


class SuitRow(NamedTuple):
    """One rank of Suit cards."""

    rank: Rank
    value: int
    copies: int
    """Copies of each colour; the Dark Horse has none, so all its copies."""


class ActionRow(NamedTuple):
    """One kind of Action card."""

    kind: str
    effect: Effect
    value: int
    copies: int


SUITS: Final = (
    SuitRow(Rank.GR, 1, 7),
    SuitRow(Rank.COM, 3, 6),
    SuitRow(Rank.DEL, 5, 5),
    SuitRow(Rank.MAY, 10, 4),
    SuitRow(Rank.CON, 15, 3),
    SuitRow(Rank.SEN, 25, 2),
    SuitRow(Rank.GOV, 50, 1),
    SuitRow(Rank.DH, 100, 3),
)
ACTIONS: Final = (
    ActionRow("B5", Effect.BONUS, 5, 3),
    ActionRow("B10", Effect.BONUS, 10, 2),
    ActionRow("B25", Effect.BONUS, 25, 2),
    ActionRow("B50", Effect.BONUS, 50, 1),
    ActionRow("BDBL", Effect.DOUBLE, 0, 1),
    ActionRow("A5", Effect.ATTACK, 5, 3),
    ActionRow("A10", Effect.ATTACK, 10, 2),
    ActionRow("A25", Effect.ATTACK, 25, 1),
    ActionRow("A50", Effect.ATTACK, 50, 1),
    ActionRow("ASKUNK", Effect.SKUNK, 0, 2),
    ActionRow("AFINGER", Effect.FINGER, 0, 1),
)


class Face(msgspec.Struct, frozen=True):
    """All that is printed on a card."""

    kind: str
    """The code without the copy: "GR-R", "DH", "B10"."""
    place: int
    """The card's place in the deck, from 0; hands are sorted by it."""
    value: int = 0
    rank: Rank | None = None
    """None: an Action card."""
    colour: str = ""
    """One of COLOURS; none for the Dark Horse and Action cards."""
    effect: Effect | None = None
    """None: a Suit card."""

    @property
    def suit(self) -> bool:
        return self.rank is not None

    @property
    def bonus(self) -> bool:
        return self.effect is Effect.BONUS or self.effect is Effect.DOUBLE

    @property
    def attack(self) -> bool:
        return self.effect is not None and not self.bonus


def _faces() -> dict[Card, Face]:
    kinds: list[tuple[int, Face]] = [
        (row.copies, Face(f"{row.rank}-{colour}", 0, row.value, row.rank, colour))
        for row in SUITS
        for colour in COLOURS
        if row.rank is not Rank.DH
    ]
    kinds += [
        (row.copies, Face(str(row.rank), 0, row.value, row.rank))
        for row in SUITS
        if row.rank is Rank.DH
    ]
    kinds += [(row.copies, Face(row.kind, 0, row.value, effect=row.effect)) for row in ACTIONS]
    faces: dict[Card, Face] = {}
    for copies, face in kinds:
        for copy in range(1, copies + 1):
            card = Card(f"{face.kind}.{copy}")
            faces[card] = msgspec.structs.replace(face, place=len(faces))
    return faces


FACES: Final[dict[Card, Face]] = _faces()
DECK: Final[tuple[Card, ...]] = tuple(FACES)
"""All 134: Suit cards by rank, lowest first, then the Dark Horses, BONUS and ATTACK cards."""
_PLACES: Final = {card: place for place, card in enumerate(DECK)}


def packed(cards: Iterable[Card]) -> str:
    """The set of these cards as a hexadecimal number: the bit 2**n stands for DECK[n]."""
    return f"{sum(1 << _PLACES[card] for card in set(cards)):x}"


def unpacked(text: str) -> tuple[Card, ...]:
    """The cards of a packed set, in the order of DECK."""
    bits = int(text, 16)
    return tuple(card for place, card in enumerate(DECK) if bits >> place & 1)


SUIT_CARDS: Final[frozenset[Card]] = frozenset(card for card in DECK if FACES[card].suit)


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of the deck; a hand never shows in which order it was dealt."""
    return tuple(sorted(cards, key=_place))


def _place(card: Card) -> int:
    return FACES[card].place


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand in its order without `cards`."""
    gone = set(cards)
    return tuple(card for card in hand if card not in gone)


def has_suit(cards: Iterable[Card]) -> bool:
    """True if a Suit card is among these."""
    return not SUIT_CARDS.isdisjoint(cards)


def suit_points(cards: Iterable[Card]) -> int:
    """The printed values of the Suit cards among these; Action cards count nothing."""
    return sum(FACES[card].value for card in cards if card in SUIT_CARDS)


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards from their kinds between blanks: each kind's first copies. Raises KeyError.

    >>> read_cards("GR-R GR-R DH")
    ('GR-R.1', 'GR-R.2', 'DH.1')
    """
    taken: dict[str, int] = {}
    cards = []
    for kind in text.split():
        taken[kind] = taken.get(kind, 0) + 1
        card = Card(f"{kind}.{taken[kind]}")
        FACES[card]
        cards.append(card)
    return tuple(cards)
