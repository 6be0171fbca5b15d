"""Trials: the moves of one decision, each played on in the same imagined deals.

They are played on as steady bots play, without the trees of a search. A tree learns from one deal
to the next, and then the error of a mean could not be told.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, TypeAlias

from app.bots.search import MayContinue, Search, SearchConfig
from app.bots.world_pool import WorldPool
from app.rules.game import AnyGame, AnyState, AnyView, Chance

Payoffs: TypeAlias = list[list[float]]
"""The payoff of each move in one imagined deal, once for each time that the deal was drawn."""
CONFIG: Final = SearchConfig(tree_depth=0)


def try_moves(
    game: AnyGame,
    view: AnyView,
    moves: Sequence[Any],
    chance: Chance,
    deals: int,
    may_continue: MayContinue,
) -> list[Payoffs]:
    """The payoffs in up to `deals` draws, by imagined deal; only of deals that all moves had.

    They follow from the view, the chance and the end of `may_continue` alone.
    """
    search = Search(game, view, chance, CONFIG)
    worlds = WorldPool(game, view, chance, CONFIG.worlds_per_sample)
    found: dict[int, tuple[AnyState, Payoffs]] = {}  # by identity; the world is kept for its id
    for _ in range(deals):
        world = worlds.sample()
        paid = [0.0] * len(moves)
        for index, move in enumerate(moves):
            if not may_continue():
                return [payoffs for _, payoffs in found.values()]
            paid[index] = search.playout(world, move)
        found.setdefault(id(world), (world, []))[1].append(paid)
    return [payoffs for _, payoffs in found.values()]


class Difference:
    """The difference between the payoffs of two moves: its mean, and how far that may be off."""

    def __init__(self, deals: Sequence[Payoffs], move: int, other: int) -> None:
        """Draws of one deal count as one group: only deals are independent."""
        groups = [[paid[move] - paid[other] for paid in payoffs] for payoffs in deals]
        draws = sum(map(len, groups))
        self.deals = len(groups)
        """Deals that were imagined."""
        self.mean = sum(map(sum, groups)) / draws if draws else 0.0
        self.error = float("inf")
        """The standard error of the mean."""
        if self.deals > 1:
            squares = sum((sum(group) - self.mean * len(group)) ** 2 for group in groups)
            self.error = sqrt(squares * self.deals / (self.deals - 1)) / draws

    def exceeds(self, errors: float) -> bool:
        """True if it is more than that many standard errors above nothing."""
        return self.mean > errors * self.error
