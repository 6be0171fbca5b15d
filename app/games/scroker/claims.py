"""Claims: the words that a player may present, by lengths, cards and suits, never by spelling."""

from collections.abc import Collection
from enum import StrEnum
from typing import Final, Literal

import msgspec

from app.games.scroker.cards import SOUR, Card, Suit

PATTERNS: Final = ((), (2,), (2, 2), (3,), (4,), (3, 2), (5,))
"""The lengths that a claim's words may have, the longer first."""
UNLIMITED: Final = 13


class HandRules(msgspec.Struct, frozen=True):
    """The rules that decide about hands; by default those of plain Scroker."""

    hot: bool | Literal["hand"] = False
    """Chili peppers are hot: inside a category they count before the high card. By default those
    of the words; "hand": those of all five cards."""
    ruling: frozenset[Card] = frozenset()
    """Cards that stand above all others, in their own order."""
    wild: frozenset[Card] = frozenset()
    """Cards that the dealer has named wild. A [Scroker] is always."""
    hot_n_sour: int = UNLIMITED
    """The most chilis in one word that also has a sour card."""
    mix_juice: bool = False
    """Lemons and Limes may share a word."""


PLAIN: Final = HandRules()


class Claim(msgspec.Struct, frozen=True):
    """The words that a player presents: none, one or two."""

    words: tuple[tuple[Card, ...], ...] = ()
    """Each as its cards in spelling order."""
    wild: tuple[tuple[Card, str], ...] = ()
    """The cards used as wild, and the capital that each stands for. A wild card that is not here is
    played at its face."""


NO_WORD: Final = Claim()


class Fault(StrEnum):
    """The reasons why a claim cannot be made."""

    LENGTHS = "lengths"
    """No such pattern of words."""
    NOT_YOURS = "not-yours"
    """A card that is not among the player's."""
    TWICE = "twice"
    """A card used twice."""
    NO_LETTER = "no-letter"
    """A [Scroker] without a letter, or a wild card whose letter is none of the 26."""
    NOT_WILD = "not-wild"
    """A letter for a card that is not wild, or not used."""
    ANIMALS_MIXED = "animals-mixed"
    """Animals with another suit."""
    JUICE_MIXED = "juice-mixed"
    """Lemons with Limes."""
    TOO_HOT = "too-hot"
    """More chilis with sour cards than are allowed."""


def find_fault(cards: Collection[Card], claim: Claim, rules: HandRules = PLAIN) -> Fault | None:
    """The reason why a player with these cards, shared ones included, cannot make this claim, or
    None.
    """
    if tuple(sorted(map(len, claim.words), reverse=True)) not in PATTERNS:
        return Fault.LENGTHS
    used = [card for word in claim.words for card in word]
    if not set(used) <= set(cards):
        return Fault.NOT_YOURS
    if len(set(used)) < len(used):
        return Fault.TWICE
    stands_for = dict(claim.wild)
    if any(card not in used or not (card.scroker or card in rules.wild) for card in stands_for):
        return Fault.NOT_WILD
    if len(stands_for) < len(claim.wild):
        return Fault.TWICE
    if any(card.scroker and card not in stands_for for card in used):
        return Fault.NO_LETTER
    if any(len(letter) != 1 or not "A" <= letter <= "Z" for letter in stands_for.values()):
        return Fault.NO_LETTER
    for word in claim.words:
        fault = suit_fault([card for card in word if card not in stands_for], rules)
        if fault is not None:
            return fault
    return None


def suit_fault(cards: Collection[Card], rules: HandRules = PLAIN) -> Fault | None:
    """The reason why these cards, at face value, cannot share a word; wild cards may join any."""
    suits = {card.suit for card in cards}
    if Suit.ANIMALS in suits and len(suits) > 1:
        return Fault.ANIMALS_MIXED
    if suits.issuperset(SOUR) and not rules.mix_juice:
        return Fault.JUICE_MIXED
    if hot_n_sour(suits) and sum(card.suit is Suit.CHILIS for card in cards) > rules.hot_n_sour:
        return Fault.TOO_HOT
    return None


def hot_n_sour(suits: Collection[Suit]) -> bool:
    """True if chilis are vowels between sour letters here."""
    return Suit.CHILIS in suits and not set(SOUR).isdisjoint(suits)


def spell(word: tuple[Card, ...], claim: Claim) -> str:
    """The word's letters, in capitals."""
    stands_for = dict(claim.wild)
    return "".join(stands_for.get(card, card.letter) for card in word)
