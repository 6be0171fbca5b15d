"""Which of several candidates is paid best, found with few tries: all are paid in the same worlds, and who falls behind drops out."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

FLOOR: Final = 0.01
"""Squared payoff by which a spread that was seen once is doubted."""


class Race:
    """Candidates, the weightiest first, by their numbers."""

    def __init__(
        self,
        behind: Sequence[int],
        firmness: float,
        patience: int,
        trust: float,
        caution: float = 0.0,
    ) -> None:
        """`behind`: how many candidates weigh more than each. A candidate drops out once it is `firmness` standard errors behind
        the best, not before `patience` worlds; `trust` is how much payoff the weightiest starts ahead. With `caution` the weightiest
        stays in as the measure of all others, which have to be so many standard errors ahead of it to be chosen."""
        self.running = list(range(len(behind)))
        self._ahead = [trust / (1 + number) for number in behind]
        self._paid: list[list[float]] = [[] for _ in behind]
        self._firmness, self._patience, self._caution = firmness, patience, caution

    def record(self, payoffs: Mapping[int, float]) -> None:
        """One more world: what each candidate that still runs was paid in it."""
        for index, payoff in payoffs.items():
            self._paid[index].append(payoff)
        first = self.best()
        if len(self._paid[first]) >= self._patience:
            kept = (first, 0) if self._caution else (first,)
            self.running = [
                index
                for index in self.running
                if index in kept or not self._behind(index, first, self._firmness)
            ]

    def _behind(self, index: int, first: int, errors: float) -> bool:
        """Whether one was paid so many standard errors less than the other in the worlds that they share."""
        gaps = [
            ahead - paid for ahead, paid in zip(self._paid[first], self._paid[index], strict=True)
        ]
        number = len(gaps)
        if not number:
            return False
        mean = sum(gaps) / number
        spread = (sum((gap - mean) ** 2 for gap in gaps) + FLOOR) / number
        return mean > errors * sqrt(spread / number)

    def choice(self) -> int:
        """Whom to choose: the best, or with caution the weightiest unless the best is clearly ahead of it."""
        best = self.best()
        return best if not self._caution or best == 0 or self._behind(0, best, self._caution) else 0

    def best(self) -> int:
        """Who is paid best of those that run; the weightier of equals."""
        return max(self.running, key=lambda index: (self._standing(index), -index))

    def _standing(self, index: int) -> float:
        paid = self._paid[index]
        return (sum(paid) + self._ahead[index]) / max(len(paid), 1)
