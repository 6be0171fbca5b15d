"""The worlds a search plays in: the view cannot tell them from the truth, and those in which the others played sensibly come oftener."""

from bisect import bisect

from app.rules.game import AnyGame, AnyState, AnyView, Chance, Game


class Worlds:
    """A growing pool; each world is taken from it as often as it is likely, compared with the others."""

    def __init__(self, game: AnyGame, view: AnyView, chance: Chance, number: int) -> None:
        """`number`: how many worlds are added to the pool for each that is taken."""
        assert view.seat is not None
        self._game, self._seat, self._chance = game, view.seat, chance
        self._number = number
        self._alike = type(game).likelihood is Game.likelihood
        self._drawn = game.sample_worlds(view, chance)
        self._pool: list[AnyState] = []
        self._sums: list[float] = []

    def draw(self) -> AnyState:
        """One world."""
        if self._alike:
            return next(self._drawn)
        for _ in range(self._number if self._pool else 4 * self._number):
            world = next(self._drawn)
            self._pool.append(world)
            before = self._sums[-1] if self._sums else 0.0
            self._sums.append(before + self._game.likelihood(world, self._seat))
        return self._pool[
            bisect(self._sums, self._chance.random() * self._sums[-1], hi=len(self._sums) - 1)
        ]
