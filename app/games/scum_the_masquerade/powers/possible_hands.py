"""The hands that a crypt could make, found by counting ranks instead of listing hands."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from app.games.scum_the_masquerade.cards import RANKS, SUITS, Card
from app.games.scum_the_masquerade.hands import SHAPES, STRAIGHT, HandType, hands_of, top

_SHAPES: Final = {
    packs: {kind: shape for shape, kind in shapes.items()} for packs, shapes in SHAPES.items()
}


def _counts(cards: Collection[Card]) -> list[int]:
    counts = [0] * len(RANKS)
    for card in cards:
        counts[card.rank] += 1
    return counts


def _fills(shape: Sequence[int], counts: Sequence[int], *without: int) -> bool:
    """True if other ranks than these hold enough for every part of a shape."""
    left = sorted((count for rank, count in enumerate(counts) if rank not in without), reverse=True)
    return all(count >= part for count, part in zip(left, shape, strict=False))


def _rests(shape: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each size of part with the other parts."""
    for part in dict.fromkeys(shape):
        at = shape.index(part)
        yield part, (*shape[:at], *shape[at + 1 :])


def highest_top(
    crypt: tuple[Card, ...], kind: HandType, packs: int, forbidden: Collection[int] = ()
) -> int | None:
    """The highest top of a hand of this type in the crypt that is of no forbidden rank."""
    highest = _highest_top(crypt, kind, packs)
    while highest is not None and highest // len(SUITS) in forbidden:
        rank = highest // len(SUITS)
        crypt = tuple(card for card in crypt if card.rank < rank)
        highest = _highest_top(crypt, kind, packs)
    return highest


@lru_cache(maxsize=4096)
def _highest_top(crypt: tuple[Card, ...], kind: HandType, packs: int) -> int | None:
    counts = _counts(crypt)
    if kind is HandType.STRAIGHT:
        long = STRAIGHT[packs]
        runs = range(len(RANKS) - long, -1, -1)
        low = next((low for low in runs if all(counts[low : low + long])), None)
        rank = None if low is None else low + long - 1
    else:
        shape = _SHAPES[packs].get(kind)
        ranks = range(len(RANKS) - 1, -1, -1) if shape is not None else ()
        rank = next((rank for rank in ranks if _in_some_hand(rank, shape or (), counts)), None)
    if rank is None:
        return None
    return max(card.height for card in crypt if card.rank == rank)


def _in_some_hand(rank: int, shape: tuple[int, ...], counts: Sequence[int]) -> bool:
    return any(counts[rank] >= part and _fills(rest, counts, rank) for part, rest in _rests(shape))


def lowest_top(
    crypt: tuple[Card, ...],
    kind: HandType,
    packs: int,
    above: int,
    forbidden: Collection[int] = (),
) -> int | None:
    """The lowest top of a hand of this type that is above a height and of no forbidden rank."""
    found = (top(one) for one in hands_of(kind, crypt, packs))
    higher = (height for height in found if height > above)
    return min((one for one in higher if one // len(SUITS) not in forbidden), default=None)


def could_beat(crypt: Collection[Card], card: Card, kind: HandType, packs: int, above: int) -> bool:
    """True if some hand of this type that contains `card`, one of the crypt, is above a height."""
    counts = _counts(crypt)
    highest = [-1] * len(RANKS)
    for one in crypt:
        highest[one.rank] = max(highest[one.rank], one.height)
    own = card.rank
    if kind is HandType.STRAIGHT:
        long = STRAIGHT[packs]
        for low in range(max(0, own - long + 1), min(own, len(RANKS) - long) + 1):
            last = low + long - 1
            reached = card.height if last == own else highest[last]
            if reached > above and all(counts[low : low + long]):
                return True
        return False
    shape = _SHAPES[packs].get(kind)
    if shape is None:
        return False
    for part, rest in _rests(shape):
        if counts[own] < part or not _fills(rest, counts, own):
            continue
        if (highest[own] if part > 1 else card.height) > above:
            return True
        for other, more in _rests(rest):
            for rank in range(own + 1, len(RANKS)):
                reaches = counts[rank] >= other and highest[rank] > above
                if reaches and _fills(more, counts, own, rank):
                    return True
    return False
