"""Legal hands: the type of some cards, and all hands of a type that a crypt can play."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Final

from app.games.scum_the_masquerade.cards import RANKS, Card, sort_hand


class HandType(StrEnum):
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    QUAD = "quad"
    TWO_PAIR = "two-pair"
    FULL_HOUSE = "full-house"
    STRAIGHT = "straight"
    """Five consecutive ranks with one pack, six with two (H4: no wrap)."""
    THREE_PAIR = "three-pair"
    DOUBLE_TRIPLE = "double-triple"
    FIVE = "five-of-a-kind"
    SIX = "six-of-a-kind"


SHAPES: Final[dict[int, dict[tuple[int, ...], HandType]]] = {
    1: {
        (1,): HandType.SINGLE,
        (2,): HandType.PAIR,
        (3,): HandType.TRIPLE,
        (4,): HandType.QUAD,
        (2, 2): HandType.TWO_PAIR,
        (3, 2): HandType.FULL_HOUSE,
    }
}
"""By packs: how often the ranks of a hand occur, most often first, and its type."""
SHAPES[2] = SHAPES[1] | {
    (5,): HandType.FIVE,
    (6,): HandType.SIX,
    (2, 2, 2): HandType.THREE_PAIR,
    (3, 3): HandType.DOUBLE_TRIPLE,
}
STRAIGHT: Final = {1: 5, 2: 6}
"""Cards of a straight, by packs."""
TYPES: Final[dict[int, tuple[HandType, ...]]] = {
    packs: (*shapes.values(), HandType.STRAIGHT) for packs, shapes in SHAPES.items()
}
"""The types of hands, by packs."""
LONGEST: Final = 6
"""Cards of the longest hand."""
_SHAPE: Final = {
    packs: {kind: shape for shape, kind in shapes.items()} for packs, shapes in SHAPES.items()
}


def hand_type(cards: Collection[Card], packs: int) -> HandType | None:
    """The type of these cards, which follows from them alone (H3), or None."""
    counts: dict[int, int] = {}
    for card in cards:
        counts[card.rank] = counts.get(card.rank, 0) + 1
    shape = tuple(sorted(counts.values(), reverse=True))
    if shape in SHAPES[packs]:
        return SHAPES[packs][shape]
    long = STRAIGHT[packs]
    straight = len(counts) == len(cards) == long and max(counts) - min(counts) == long - 1
    return HandType.STRAIGHT if straight else None


@lru_cache(maxsize=4096)
def kind_of(cards: tuple[Card, ...]) -> HandType:
    """The type of a hand that was legal: types of one pack and of two do not overlap."""
    kind = hand_type(cards, 1) or hand_type(cards, 2)
    assert kind is not None
    return kind


def length(kind: HandType, packs: int) -> int:
    """The number of cards of a hand of this type."""
    return STRAIGHT[packs] if kind is HandType.STRAIGHT else sum(_SHAPE[packs][kind])


def shape_of(kind: HandType, packs: int) -> tuple[int, ...]:
    """The counts of the ranks in a hand of this type, greatest first; of no straight."""
    return _SHAPE[packs].get(kind, ())


def top(cards: Collection[Card]) -> int:
    """The height of the highest card: what two hands of a type are compared by (H6)."""
    return max(card.height for card in cards)


def hands(crypt: Collection[Card], packs: int) -> Iterator[tuple[Card, ...]]:
    """Every legal hand among these cards, each once, singles first."""
    for kind in TYPES[packs]:
        yield from hands_of(kind, crypt, packs)


def hands_of(kind: HandType, crypt: Collection[Card], packs: int) -> Iterator[tuple[Card, ...]]:
    """Every hand of one type among these cards, each once, sorted; low ranks first."""
    ranks = _by_rank(tuple(crypt))
    if kind is HandType.STRAIGHT:
        yield from _straights(ranks, STRAIGHT[packs])
        return
    shape = _SHAPE[packs].get(kind, ())
    for chosen in _ranks(ranks, shape):
        parts = (combinations(ranks[r], n) for r, n in zip(chosen, shape, strict=True))
        yield from (sort_hand(card for part in cards for card in part) for cards in product(*parts))


@lru_cache(maxsize=2048)
def _by_rank(crypt: tuple[Card, ...]) -> dict[int, list[Card]]:
    """The cards of each rank, low ranks first; never changed."""
    ranks: dict[int, list[Card]] = {}
    for card in sort_hand(crypt):
        ranks.setdefault(card.rank, []).append(card)
    return ranks


def _ranks(ranks: dict[int, list[Card]], shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The ranks that may fill the parts of a shape; equal parts in one order only."""
    if not shape:
        return
    fitting = [[rank for rank, cards in ranks.items() if len(cards) >= size] for size in shape]
    if not fitting[0]:
        return
    for chosen in product(*fitting):
        places = zip(pairwise(chosen), pairwise(shape), strict=True)
        ordered = all(size != other or one < two for (one, two), (size, other) in places)
        if ordered and len(set(chosen)) == len(chosen):
            yield chosen


def _straights(ranks: dict[int, list[Card]], long: int) -> Iterator[tuple[Card, ...]]:
    for low in range(len(RANKS) - long + 1):
        run = [ranks.get(rank, []) for rank in range(low, low + long)]
        yield from product(*run)
