"""Racing: finds the best of several candidates with few samples.

All candidates are paid in the same worlds (common random numbers). One that is clearly behind the
best is eliminated. Compare Maron and Moore (1994), "Hoeffding Races".
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

MIN_VARIANCE: Final = 0.01
"""Added to the sum of squared differences: a spread that was seen once is not trusted."""
FEW_WORLDS: Final = 4
"""In this many worlds a switch needs 1.4 times the margin: what so few show is mostly luck. One
world shows no spread at all, so it is never enough."""


class Race:
    """The candidates of one choice by index, best prior first, and their payoffs so far."""

    def __init__(
        self,
        prior_rank: Sequence[int],
        elimination_margin: float,
        min_worlds: int,
        prior_bonus: float,
        switch_margin: float = 0.0,
    ) -> None:
        """`prior_rank`: how many candidates have a better prior than each.

        A candidate is eliminated once it is `elimination_margin` standard errors behind the best,
        but not before `min_worlds` worlds. The best prior starts with `prior_bonus` payoff ahead.
        With a `switch_margin` it is never eliminated, and another candidate is chosen only if it
        is that many standard errors ahead of it, and more in few worlds.
        """
        self.remaining = list(range(len(prior_rank)))
        self._bonus = [prior_bonus / (1 + rank) for rank in prior_rank]
        self._paid: list[list[float]] = [[] for _ in prior_rank]
        self._elimination_margin, self._min_worlds = elimination_margin, min_worlds
        self._switch_margin = switch_margin

    @property
    def payoffs(self) -> tuple[tuple[float, ...], ...]:
        """By candidate, one for each world in which it was tried."""
        return tuple(map(tuple, self._paid))

    def record(self, payoffs: Mapping[int, float]) -> None:
        """The payoffs of one more world, for each remaining candidate."""
        for index, payoff in payoffs.items():
            self._paid[index].append(payoff)
        first = self.best()
        if len(self._paid[first]) >= self._min_worlds:
            kept = (first, 0) if self._switch_margin else (first,)
            self.remaining = [
                index
                for index in self.remaining
                if index in kept or not self._is_behind(index, first, self._elimination_margin)
            ]

    def _is_behind(self, index: int, first: int, errors: float) -> bool:
        """True if one candidate is this many standard errors behind, in the worlds they share."""
        gaps = [
            ahead - paid for ahead, paid in zip(self._paid[first], self._paid[index], strict=True)
        ]
        number = len(gaps)
        if not number:
            return False
        mean = sum(gaps) / number
        spread = (sum((gap - mean) ** 2 for gap in gaps) + MIN_VARIANCE) / number
        return mean > errors * sqrt(spread / number)

    def choice(self) -> int:
        """The best candidate, or the best prior where the switch margin is not reached."""
        best = self.best()
        if not self._switch_margin or best == 0:
            return best
        worlds = len(self._paid[0])
        if worlds < 2:
            return 0
        errors = self._switch_margin * sqrt(1 + FEW_WORLDS / worlds)
        return best if self._is_behind(0, best, errors) else 0

    def best(self) -> int:
        """The best paid of the remaining candidates; of equals the one with the better prior."""
        return max(self.remaining, key=lambda index: (self._estimate(index), -index))

    def _estimate(self, index: int) -> float:
        paid = self._paid[index]
        return (sum(paid) + self._bonus[index]) / max(len(paid), 1)
