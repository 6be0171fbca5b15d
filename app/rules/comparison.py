"""The comparison of moves by a search: what each was paid in the same imagined deals."""

from typing import Any

import msgspec


class Comparison(msgspec.Struct, frozen=True):
    """The candidates of a search, and the one it chose."""

    moves: tuple[Any, ...]
    chosen: int
    """Its index in `moves`."""
    payoffs: tuple[tuple[float, ...], ...]
    """By candidate: one payoff for each imagined deal, 0 to 1; fewer for one that was dropped."""

    @property
    def move(self) -> Any:
        return self.moves[self.chosen]

    @property
    def deals(self) -> int:
        """The imagined deals in which all candidates were tried."""
        return min(map(len, self.payoffs))

    @property
    def unbeaten(self) -> int:
        """The number of these deals that paid no other candidate more than the chosen one."""
        return sum(paid[self.chosen] == max(paid) for paid in self._worlds)

    @property
    def tells_apart(self) -> bool:
        """True if the candidates' payoffs differ in some deal."""
        return any(min(paid) < max(paid) for paid in self._worlds)

    @property
    def _worlds(self) -> list[tuple[float, ...]]:
        return list(zip(*self.payoffs, strict=False))
