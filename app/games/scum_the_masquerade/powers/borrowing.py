"""Necromancy: hands of own cards and of some out of the pile of finished tricks."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

import msgspec

from app.games.scum_the_masquerade.cards import RANKS, Card, sort_hand
from app.games.scum_the_masquerade.hands import STRAIGHT, HandType, shape_of

Ranks: TypeAlias = dict[int, tuple[Card, ...]]


class Part(msgspec.Struct, frozen=True):
    """The cards of one rank in a hand: some of them own, some borrowed."""

    rank: int
    own: int
    borrowed: int


def with_borrowed(
    kind: HandType, crypt: Collection[Card], pile: Collection[Card], packs: int, level: int
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every hand of one type with up to `level` cards of the pile: the own ones, and those."""
    mine, theirs = _by_rank(crypt), _by_rank(pile)
    for parts in _patterns(kind, mine, theirs, packs, level):
        own = [combinations(mine.get(part.rank, ()), part.own) for part in parts]
        lent = [combinations(theirs.get(part.rank, ()), part.borrowed) for part in parts]
        for chosen in product(*own, *lent):
            halves = (chosen[: len(own)], chosen[len(own) :])
            first, second = (sort_hand(card for some in half for card in some) for half in halves)
            yield first, second


@lru_cache(maxsize=1024)
def could_borrow(
    kind: HandType,
    crypt: tuple[Card, ...],
    pile: tuple[Card, ...],
    packs: int,
    level: int,
    above: int,
) -> bool:
    """True if some such hand has its top above a height."""
    mine, theirs = _by_rank(crypt), _by_rank(pile)
    patterns = _patterns(kind, mine, theirs, packs, level)
    return any(_highest(parts, mine, theirs) > above for parts in patterns)


def worth_borrowing(
    kind: HandType,
    own: Collection[Card],
    pile: Collection[Card],
    packs: int,
    level: int,
    above: int,
) -> set[Card]:
    """The cards of the pile that make a hand together with all of these own cards."""
    mine, theirs = _by_rank(own), _by_rank(pile)
    found: set[Card] = set()
    for parts in _patterns(kind, mine, theirs, packs, level):
        whole = sum(part.own for part in parts) == len(own)
        if whole and _highest(parts, mine, theirs) > above:
            found.update(card for part in parts if part.borrowed for card in theirs[part.rank])
    return found


def _by_rank(cards: Collection[Card]) -> Ranks:
    found: dict[int, list[Card]] = {}
    for card in sort_hand(cards):
        found.setdefault(card.rank, []).append(card)
    return {rank: tuple(some) for rank, some in found.items()}


def _highest(parts: Sequence[Part], mine: Ranks, theirs: Ranks) -> int:
    """The greatest height of the top of a hand of this pattern."""
    last = max(parts, key=lambda part: part.rank)
    cards = mine[last.rank][-1:] if last.own else ()
    return max(card.height for card in cards + (theirs[last.rank][-1:] if last.borrowed else ()))


def _patterns(
    kind: HandType, mine: Ranks, theirs: Ranks, packs: int, level: int
) -> Iterator[tuple[Part, ...]]:
    """The ranks of a hand, with the numbers of own and of borrowed cards; at least one of each."""
    for layout in _layouts(kind, mine, theirs, packs):
        size = sum(many for _, many in layout)
        ways = [
            [
                Part(rank, many - lent, lent)
                for lent in range(min(many, len(theirs.get(rank, ()))) + 1)
                if many - lent <= len(mine.get(rank, ()))
            ]
            for rank, many in layout
        ]
        for parts in product(*ways):
            if 1 <= sum(part.borrowed for part in parts) <= min(level, size - 1):
                yield parts


def _layouts(
    kind: HandType, mine: Ranks, theirs: Ranks, packs: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The ranks of a hand, and how many cards it has of each."""
    have = [len(mine.get(rank, ())) + len(theirs.get(rank, ())) for rank in range(len(RANKS))]
    if kind is HandType.STRAIGHT:
        long = STRAIGHT[packs]
        for low in range(len(RANKS) - long + 1):
            if all(have[low : low + long]):
                yield tuple((rank, 1) for rank in range(low, low + long))
        return
    yield from _filled(shape_of(kind, packs), have, ())


def _filled(
    shape: Sequence[int], have: Sequence[int], chosen: tuple[tuple[int, int], ...]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Different ranks for the parts of a shape; equal parts in one order only."""
    if not shape:
        yield chosen
        return
    many = shape[0]
    first = chosen[-1][0] + 1 if chosen and chosen[-1][1] == many else 0
    taken = {rank for rank, _ in chosen}
    for rank in range(first, len(RANKS)):
        if have[rank] >= many and rank not in taken:
            yield from _filled(shape[1:], have, (*chosen, (rank, many)))
