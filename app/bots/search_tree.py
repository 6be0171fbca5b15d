"""What a search remembers: for each seat a tree of what it saw, and at each of its questions how the moves were paid."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from app.rules.game import Chance, Seat

DOUBT: Final = 0.1
"""By how much less than its fellows a move is expected to be paid before it was tried, unless none weighs more."""


class Arm:
    """One move at one question of one seat."""

    __slots__ = ("offered", "paid", "tried")

    def __init__(self) -> None:
        self.tried, self.paid, self.offered = 0, 0.0, 0

    def learn(self, payoff: float) -> None:
        self.tried += 1
        self.paid += payoff


class Node:
    """All that one seat has seen since the search began; where it is asked something, its moves so far."""

    __slots__ = ("arms", "ways")

    def __init__(self) -> None:
        self.ways: dict[Any, Node] = {}
        self.arms: dict[Any, Arm] = {}

    def pick(
        self, moves: Sequence[Any], behind: Sequence[int], curiosity: float
    ) -> tuple[Any, Arm]:
        """The move to try next, by what each was paid so far and by its prior: the weightier, the more (PUCT).

        `moves`: the weightiest first, `behind`: how many of them weigh more than each. Not all moves can be made in every world,
        so what counts is how often a move was offered, not how often the question was put.
        """
        arms = [self.arms.setdefault(move, Arm()) for move in moves]
        tried = sum(arm.tried for arm in arms)
        mean = sum(arm.paid for arm in arms) / tried if tried else 0.5
        shares = [1 / (2 + place) for place in behind]
        whole = sum(shares)
        best, most = 0, float("-inf")
        for index, arm in enumerate(arms):
            arm.offered += 1
            paid = (arm.paid + mean - (DOUBT if behind[index] else 0.0)) / (arm.tried + 1)
            worth = paid + curiosity * shares[index] / whole * sqrt(arm.offered) / (1 + arm.tried)
            if worth > most:
                best, most = index, worth
        return moves[best], arms[best]


def seen_by_all(nodes: Sequence[Node], seat: Seat, move: Any, told: Any) -> list[Node]:
    """Where each seat's tree goes on: the mover has seen its move, everybody else what the table was told."""
    after: list[Node] = []
    for other, node in enumerate(nodes):
        way = move if other == seat else told
        known = node.ways.get(way)
        if known is None:
            known = node.ways[way] = Node()
        after.append(known)
    return after


def weightiest(
    moves: Sequence[Any], weights: Sequence[float], number: int, chance: Chance
) -> tuple[list[Any], list[int]]:
    """At most `number` of the moves, the weightiest first, and how many of them weigh more than each; chance decides who is left
    of equals."""
    order = sorted(range(len(moves)), key=lambda index: -weights[index])
    if len(order) > number and weights[order[number]] == weights[order[number - 1]]:
        level = weights[order[number]]
        above = [index for index in order if weights[index] > level]
        equal = [index for index in order if weights[index] == level]
        order = above + chance.sample(equal, number - len(above))
    order = order[:number]
    return [moves[index] for index in order], [
        sum(weights[other] > weights[index] for other in order) for index in order
    ]
