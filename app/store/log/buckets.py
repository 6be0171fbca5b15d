"""Buckets: how many values, such as durations, lie between which bounds."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate


class Buckets:
    """The counts of one histogram, at a tenth of what a metrics library's costs. Of one thread."""

    def __init__(self, bounds: Sequence[float]) -> None:
        """`bounds`: ascending, the last bucket being without one."""
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    def within(self, share: float) -> float | None:
        """The bound below which this share of the values lies; None: no value, or the last bucket.

        >>> buckets = Buckets((1, 2))
        >>> for value in (0.5, 0.5, 1.5, 9): buckets.observe(value)
        >>> buckets.within(0.5), buckets.within(0.75), buckets.within(0.9)
        (1, 2, None)
        """
        counts = list(accumulate(self._counts))
        found = bisect_left(counts, max(share * counts[-1], 1))
        return self._bounds[found] if found < len(self._bounds) else None

    def cumulative(self) -> list[tuple[str, float]]:
        """Each bucket's bound and how many values were at most that."""
        names = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        return list(zip(names, accumulate(self._counts), strict=True))
