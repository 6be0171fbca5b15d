"""All arrangements of a few unseen cards, found by trying each."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from app.kits.constraints import Constraint, Holds

Lie: TypeAlias = tuple[tuple[Hashable, ...], ...]
"""The cards of each place, sorted."""


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
) -> dict[Lie, int]:
    """The ways in which each arrangement that keeps the constraints comes about."""
    found = Counter[Lie]()
    for cut in cuts(cards, tuple(places.values())):
        held = dict(zip(places, cut, strict=True))
        if all(keeps(held, constraint) for constraint in constraints):
            found[tuple(tuple(sorted(own)) for own in cut)] += 1
    return found
