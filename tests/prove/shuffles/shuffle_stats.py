"""Statistics of many orders: p-values of counts whose expectations are known.

scipy is imported where it is needed: it takes half a second, and every worker imports this.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import factorial
from typing import Final

Order = Sequence[int]

FEWEST: Final = 10.0
"""Expected deals in a cell; rarer cells are counted together."""


class ShuffleCounts:
    """Counts over many orders of `n` things."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.deals = 0
        self._cells = [0] * (n * n)
        self._pairs: Counter[int] = Counter()
        self._cycles: Counter[int] = Counter()
        self._rising: Counter[int] = Counter()
        self._alike: Counter[int] = Counter()
        self._last: Order | None = None

    def add(self, order: Order) -> None:
        n, cells = self.n, self._cells
        for position, thing in enumerate(order):
            cells[n * position + thing] += 1
        first = self.deals % (n - 1)
        self._pairs[n * order[first] + order[first + 1]] += 1
        self._cycles[cycles(order)] += 1
        self._rising[rising(order)] += 1
        if self._last is not None:
            self._alike[sum(map(int.__eq__, order, self._last))] += 1
        self._last = order
        self.deals += 1

    def p_values(self) -> dict[str, float]:
        """By name: how likely chance alone is to be as uneven, or as even."""
        from scipy import stats

        n, deals = self.n, self.deals
        pairs = [self._pairs[n * a + b] for a in range(n) for b in range(n) if a != b]
        # each row and each column of the cells adds up to the number of deals
        uneven = (n - 1) / n * stats.chisquare(self._cells).statistic
        return {
            "card at a place": two_sided(uneven, (n - 1) ** 2),
            "card after a card": two_sided(stats.chisquare(pairs).statistic, len(pairs) - 1),
            "cycles": against(self._cycles, cycle_chances(n), deals),
            "rising sequences": against(self._rising, rising_chances(n), deals),
            "alike in two deals": against(self._alike, alike_chances(n), deals - 1),
        }


def cycles(order: Order) -> int:
    """The number of cycles of the order as a permutation."""
    seen, many = bytearray(len(order)), 0
    for start in range(len(order)):
        if not seen[start]:
            many += 1
            at = start
            while not seen[at]:
                seen[at] = 1
                at = order[at]
    return many


def rising(order: Order) -> int:
    """The number of rising sequences; a pack that was riffled once has two."""
    places = [0] * len(order)
    for position, thing in enumerate(order):
        places[thing] = position
    return 1 + sum(places[thing] > places[thing + 1] for thing in range(len(order) - 1))


@cache
def cycle_chances(n: int) -> Mapping[int, float]:
    """Stirling numbers of the first kind over n!."""
    row = [1]
    for size in range(1, n + 1):
        longer = [*row, 0]
        row = [(longer[k - 1] if k else 0) + (size - 1) * longer[k] for k in range(size + 1)]
    return {k: many / factorial(n) for k, many in enumerate(row) if many}


@cache
def rising_chances(n: int) -> Mapping[int, float]:
    """Eulerian numbers over n!."""
    row = [1]
    for size in range(2, n + 1):
        row = [
            (k + 1) * (row[k] if k < size - 1 else 0) + (size - k) * (row[k - 1] if k else 0)
            for k in range(size)
        ]
    return {k + 1: many / factorial(n) for k, many in enumerate(row)}


@cache
def alike_chances(n: int) -> Mapping[int, float]:
    """The chances of the number of places in which two orders agree."""
    none = [
        sum((-1) ** k * factorial(m) // factorial(k) for k in range(m + 1)) for m in range(n + 1)
    ]
    return {
        k: factorial(n) // (factorial(k) * factorial(n - k)) * none[n - k] / factorial(n)
        for k in range(n + 1)
    }


def against(seen: Mapping[int, int], chances: Mapping[int, float], deals: int) -> float:
    """The p-value of counts of a number whose chances are known."""
    from scipy import stats

    counts, expected = _joined(seen, chances, deals)
    assert len(counts) > 1, "too few deals to say anything"
    return two_sided(stats.chisquare(counts, expected).statistic, len(counts) - 1)


def _joined(
    seen: Mapping[int, int], chances: Mapping[int, float], deals: int
) -> tuple[list[int], list[float]]:
    """Counts and expectations of neighbours taken together until enough are expected in each."""
    counts, expected = [0], [0.0]
    for value in sorted(chances):
        if expected[-1] >= FEWEST:
            counts.append(0)
            expected.append(0.0)
        counts[-1] += seen.get(value, 0)
        expected[-1] += chances[value] * deals
    if len(counts) > 1 and expected[-1] < FEWEST:
        counts[-2:], expected[-2:] = [sum(counts[-2:])], [sum(expected[-2:])]
    return counts, expected


def two_sided(chi_square: float, freedom: int) -> float:
    """The p-value of a chi-square that is too large or too small."""
    from scipy import stats

    law = stats.chi2(freedom)
    return float(min(1.0, 2 * min(law.sf(chi_square), law.cdf(chi_square))))


def p_values(deals: Iterable[Order], n: int) -> dict[str, float]:
    """The p-values of these deals."""
    counts = ShuffleCounts(n)
    for order in deals:
        counts.add(order)
    return counts.p_values()
