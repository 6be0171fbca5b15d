"""Constraints: facts that a view proves of unseen cards. Their places and cards are any values."""

from collections.abc import Collection, Hashable
from typing import TypeAlias

import msgspec


class Holds(msgspec.Struct, frozen=True):
    """These places together hold at least `least` and at most `most` of these cards."""

    places: Collection[Hashable]
    cards: Collection[Hashable]
    least: int = 0
    most: int | None = None
    """None: as many as there are."""


class OneHolds(msgspec.Struct, frozen=True):
    """Exactly one of these places holds any of these cards."""

    places: Collection[Hashable]
    cards: Collection[Hashable]


Constraint: TypeAlias = Holds | OneHolds


class NoArrangement(Exception):
    """No arrangement keeps all constraints. The text names no card: logs may show it."""

    def __init__(self, conflict: tuple[int, ...], text: str = "") -> None:
        self.conflict = conflict
        """The constraints, by index, that cannot hold together; all of them are needed for that."""
        super().__init__(
            text or f"No arrangement of the unseen cards keeps the constraints {list(conflict)}."
        )


def has(place: Hashable, card: Hashable, copies: int = 1) -> Holds:
    """The place holds this card, or this many copies of it."""
    return Holds((place,), (card,), copies)


def lacks(place: Hashable, cards: Collection[Hashable]) -> Holds:
    """The place holds none of these cards."""
    return Holds((place,), cards, most=0)


def has_some(place: Hashable, cards: Collection[Hashable], least: int = 1) -> Holds:
    """The place holds at least this many of these cards."""
    return Holds((place,), cards, least)


def one_has(places: Collection[Hashable], card: Hashable) -> OneHolds:
    """Exactly one of these places holds the card, be it once or more often."""
    return OneHolds(places, (card,))
