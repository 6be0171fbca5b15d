"""The trees of a search: for each seat what it has observed, and how its moves were paid there."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from app.rules.game import Chance, Seat

FIRST_PLAY_REDUCTION: Final = 0.1
"""An untried move counts this much less than the mean, unless no other scores more."""


class MoveStats:
    """The results of one move at one node."""

    __slots__ = ("availability", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total, self.availability = 0, 0.0, 0

    def update(self, payoff: float) -> None:
        self.visits += 1
        self.total += payoff


class Node:
    """All that one seat has observed since the search began, and the statistics of its moves."""

    __slots__ = ("children", "stats")

    def __init__(self) -> None:
        self.children: dict[Any, Node] = {}
        self.stats: dict[Any, MoveStats] = {}

    def select(
        self, moves: Sequence[Any], prior_rank: Sequence[int], exploration: float
    ) -> tuple[Any, MoveStats]:
        """The move to try next, by PUCT: mean payoff plus an exploration bonus by prior.

        `moves`: the best prior first; `prior_rank`: how many of them score more than each. A move
        is not legal in every world, so its availability counts instead of the node's visits.
        """
        stats = [self.stats.setdefault(move, MoveStats()) for move in moves]
        visits = sum(one.visits for one in stats)
        mean = sum(one.total for one in stats) / visits if visits else 0.5
        priors = [1 / (2 + rank) for rank in prior_rank]
        whole = sum(priors)
        best, most = 0, float("-inf")
        for index, one in enumerate(stats):
            one.availability += 1
            reduction = FIRST_PLAY_REDUCTION if prior_rank[index] else 0.0
            value = (one.total + mean - reduction) / (one.visits + 1)
            bonus = exploration * priors[index] / whole * sqrt(one.availability) / (1 + one.visits)
            if value + bonus > most:
                best, most = index, value + bonus
        return moves[best], stats[best]


def descend(nodes: Sequence[Node], seat: Seat, move: Any, events: Any) -> list[Node]:
    """The next node of each seat: the mover observes its move, the others the events."""
    after: list[Node] = []
    for other, node in enumerate(nodes):
        observation = move if other == seat else events
        child = node.children.get(observation)
        if child is None:
            child = node.children[observation] = Node()
        after.append(child)
    return after


def top_moves(
    moves: Sequence[Any], scores: Sequence[float], number: int, chance: Chance
) -> tuple[list[Any], list[int]]:
    """At most `number` moves, best score first, and how many score more than each.

    Chance decides which of equals are left out.
    """
    order = sorted(range(len(moves)), key=lambda index: -scores[index])
    if len(order) > number and scores[order[number]] == scores[order[number - 1]]:
        level = scores[order[number]]
        above = [index for index in order if scores[index] > level]
        equal = [index for index in order if scores[index] == level]
        order = above + chance.sample(equal, number - len(above))
    order = order[:number]
    return [moves[index] for index in order], [
        sum(scores[other] > scores[index] for other in order) for index in order
    ]
