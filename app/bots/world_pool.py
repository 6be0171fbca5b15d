"""The pool of worlds that a search samples from, by how likely they are."""

from bisect import bisect

from app.rules.game import AnyGame, AnyState, AnyView, Chance, Game


class WorldPool:
    """A growing pool of worlds drawn from what one seat may know: determinization.

    Each is sampled in proportion to its likelihood.
    """

    def __init__(
        self, game: AnyGame, view: AnyView, chance: Chance, worlds_per_sample: int
    ) -> None:
        """`worlds_per_sample`: how many worlds join the pool for each one that is sampled."""
        assert view.seat is not None
        self._game, self._seat, self._chance = game, view.seat, chance
        self._worlds_per_sample = worlds_per_sample
        self._uniform = type(game).likelihood is Game.likelihood
        self._drawn = game.sample_worlds(view, chance)
        self._pool: list[AnyState] = []
        self._sums: list[float] = []

    def sample(self) -> AnyState:
        """One world."""
        if self._uniform:
            return next(self._drawn)
        for _ in range(self._worlds_per_sample if self._pool else 4 * self._worlds_per_sample):
            world = next(self._drawn)
            self._pool.append(world)
            before = self._sums[-1] if self._sums else 0.0
            self._sums.append(before + self._game.likelihood(world, self._seat))
        return self._pool[
            bisect(self._sums, self._chance.random() * self._sums[-1], hi=len(self._sums) - 1)
        ]
