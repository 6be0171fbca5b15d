"""What a heap of deals must look like if every order is as likely as any other: counts, their expectation, and how unlikely they are."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import exp, factorial, lgamma, log
from typing import Final

Order = Sequence[int]

FEWEST: Final = 10.0
"""Expected deals in a cell; rarer ones are counted together."""


class ShuffleCounts:
    """Counts deals of `n` things, one after the other."""

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

    def verdicts(self) -> dict[str, float]:
        """By name, how likely something so uneven, or so even, is by chance alone."""
        n, deals = self.n, self.deals
        each = deals / (n * n) * n
        uneven = sum((seen - each) ** 2 for seen in self._cells) / each
        pair = deals / (n * (n - 1))
        pairs = (
            sum((self._pairs[n * a + b] - pair) ** 2 for a in range(n) for b in range(n) if a != b)
            / pair
        )
        return {
            # each row and each column adds up to the number of deals
            "card at a place": both_sides((n - 1) / n * uneven, (n - 1) ** 2),
            "card after a card": both_sides(pairs, n * (n - 1) - 1),
            "cycles": against(self._cycles, cycle_chances(n), deals),
            "rising sequences": against(self._rising, rising_chances(n), deals),
            "alike in two deals": against(self._alike, alike_chances(n), deals - 1),
        }


def cycles(order: Order) -> int:
    """How many cycles the order has as a permutation."""
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
    """How many runs of things that follow each other lie in the order from left to right: a pack that was riffled once has two."""
    places = [0] * len(order)
    for position, thing in enumerate(order):
        places[thing] = position
    return 1 + sum(places[thing] > places[thing + 1] for thing in range(len(order) - 1))


@cache
def cycle_chances(n: int) -> Mapping[int, float]:
    """Stirling's numbers of the first kind over n!."""
    row = [1]
    for size in range(1, n + 1):
        longer = [*row, 0]
        row = [(longer[k - 1] if k else 0) + (size - 1) * longer[k] for k in range(size + 1)]
    return {k: many / factorial(n) for k, many in enumerate(row) if many}


@cache
def rising_chances(n: int) -> Mapping[int, float]:
    """Euler's numbers over n!."""
    row = [1]
    for size in range(2, n + 1):
        row = [
            (k + 1) * (row[k] if k < size - 1 else 0) + (size - k) * (row[k - 1] if k else 0)
            for k in range(size)
        ]
    return {k + 1: many / factorial(n) for k, many in enumerate(row)}


@cache
def alike_chances(n: int) -> Mapping[int, float]:
    """In how many places two orders have the same."""
    none = [
        sum((-1) ** k * factorial(m) // factorial(k) for k in range(m + 1)) for m in range(n + 1)
    ]
    return {
        k: factorial(n) // (factorial(k) * factorial(n - k)) * none[n - k] / factorial(n)
        for k in range(n + 1)
    }


def against(seen: Mapping[int, int], chances: Mapping[int, float], deals: int) -> float:
    """The verdict on counts of a number whose chances are known."""
    cells = list(_joined(seen, chances, deals))
    assert len(cells) > 1, "too few deals to say anything"
    uneven = sum((many - expected) ** 2 / expected for many, expected in cells)
    return both_sides(uneven, len(cells) - 1)


def _joined(
    seen: Mapping[int, int], chances: Mapping[int, float], deals: int
) -> Iterable[tuple[int, float]]:
    """Neighbours counted together until enough are expected in each cell."""
    cells: list[tuple[int, float]] = []
    many, expected = 0, 0.0
    for value in sorted(chances):
        many, expected = many + seen.get(value, 0), expected + chances[value] * deals
        if expected >= FEWEST:
            cells.append((many, expected))
            many, expected = 0, 0.0
    last_many, last_expected = cells.pop() if cells else (0, 0.0)
    return [*cells, (many + last_many, expected + last_expected)]


def both_sides(chi_square: float, freedom: int) -> float:
    """How likely it is that chance alone is so far from the middle: too uneven, or too even to be true."""
    above = upper_gamma(freedom / 2, chi_square / 2)
    return min(1.0, 2 * min(above, 1 - above))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): by its series below a + 1, by Lentz's continued fraction above."""
    if x <= 0:
        return 1.0
    scale = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while abs(term) > abs(total) * 1e-16:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1 - total * scale)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h, i = d, 0
    while True:
        i += 1
        an = -i * (i - a)
        b += 2
        d = 1 / (_away(an * d + b, tiny))
        c = _away(b + an / c, tiny)
        h *= c * d
        if abs(c * d - 1) < 1e-15 or i > 100_000:
            return scale * h


def _away(value: float, tiny: float) -> float:
    return tiny if abs(value) < tiny else value


Deals = Callable[[int], Order]
"""The deal of this number."""


def p_values(deals: Iterable[Order], n: int) -> tuple[int, dict[str, float]]:
    """How many deals were counted, and the verdicts on them."""
    battery = ShuffleCounts(n)
    for order in deals:
        battery.add(order)
    return battery.deals, battery.verdicts()
