"""The burden of a crypt, in turns: how long it takes to be rid of its cards."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from app.games.scum_the_masquerade.cards import RANKS, Card

STRENGTH: Final = tuple((rank / (len(RANKS) - 1)) ** 2 for rank in range(len(RANKS)))
"""The chance that a group of this rank wins its trick, roughly."""


def groups(cards: Iterable[Card]) -> Counter[int]:
    """The number of cards of each rank."""
    return Counter(card.rank for card in cards)


def burden(cards: Collection[Card]) -> float:
    """A group is a turn to be found, and less of one the likelier it wins the lead."""
    return sum(1.0 - 0.9 * STRENGTH[rank] for rank in groups(cards)) + 0.02 * len(cards)


def wins(height: int, size: int) -> float:
    """The chance that a hand of this height and number of cards wins the trick, roughly."""
    return min(1.0, (height / 51) ** 3 + 0.12 * (size - 1))
