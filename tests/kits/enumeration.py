"""All arrangements of a few unseen cards, found by trying each, with their weights."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import TypeAlias

from app.kits.constraints import Constraint, Holds

Lie: TypeAlias = tuple[tuple[Hashable, ...], ...]
"""The cards of each place, sorted."""
Weights: TypeAlias = Mapping[str, Mapping[str, float]]


def cuts(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to give each place its number of cards; equal cards count as two."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = [card for at, card in enumerate(cards) if at not in chosen]
        for others in cuts(rest, sizes[1:]):
            yield (tuple(cards[at] for at in chosen), *others)


def keeps(held: Mapping[str, Sequence[str]], constraint: Constraint) -> bool:
    numbers = [
        sum(card in set(constraint.cards) for card in held[place])
        for place in held
        if place in set(constraint.places)
    ]
    if isinstance(constraint, Holds):
        most = sum(numbers) if constraint.most is None else constraint.most
        return constraint.least <= sum(numbers) <= most
    return sum(map(bool, numbers)) == 1


def enumerated(
    cards: Sequence[str],
    places: Mapping[str, int],
    constraints: Sequence[Constraint] = (),
    weights: Weights | None = None,
) -> dict[Lie, Fraction]:
    """The weight of each arrangement that keeps the constraints."""
    found: dict[Lie, Fraction] = {}
    for cut in cuts(cards, tuple(places.values())):
        held = dict(zip(places, cut, strict=True))
        if all(keeps(held, constraint) for constraint in constraints):
            weight = prod(
                Fraction((weights or {}).get(place, {}).get(card, 1))
                for place, own in held.items()
                for card in own
            )
            if weight:
                lie = tuple(tuple(sorted(own)) for own in cut)
                found[lie] = found.get(lie, Fraction()) + weight
    return found
