"""One search for every game: a Monte Carlo tree search over what the seats see, guided by the game's own judgement.

The true state is unknown, so the search draws worlds that the view cannot tell from the truth and plays each of them on, to
the end of the deal or as far as the game's `promise` needs. Every candidate of the present question is tried in the same
worlds, so that a lucky deal helps them all alike; one that falls clearly behind is dropped. Below, each seat has a tree of
its own whose branches are what that seat saw: its own moves, and of the others' moves what the table was told. So nobody in
the search answers a hidden card as if it lay open. Compare Cowling, Powley and Whitehouse (2012), "Information Set Monte
Carlo Tree Search": this is the variant with one tree a player, and a prior from `weigh`.
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, TypeAlias

import msgspec

from app.rules.game import AnyGame, AnyState, AnyView, Chance, Outcome, Seat, Standing, prompts, take
from app.rules.game import view as view_of

GoOn: TypeAlias = Callable[[], bool]
"""Asked before every playout whether there may be one more."""


class Plan(msgspec.Struct, frozen=True):
    """How to search; the numbers were found by letting plans play each other."""

    candidates: int = 6
    """How many moves of the present question are tried, the weightiest."""
    branches: int = 5
    """How many moves of a later question are."""
    depth: int = 4
    """How many questions after the present one the trees hold; later ones are answered by judgement alone."""
    horizon: int = 12
    """How many real choices a playout makes before it asks for the game's promise, where the game gives one."""
    blunder: float = 0.1
    """How often a playout takes any move instead of the weightiest."""
    curiosity: float = 0.6
    """How much a move that was tried rarely, or weighs much, is favoured over one that has paid well."""
    firmness: float = 1.6
    """By how many standard errors a candidate has to be behind to be dropped."""
    patience: int = 6
    """In how many worlds a candidate is tried before it may be dropped."""
    trust: float = 2.0
    """How many worlds' worth of payoff the weightiest move starts ahead."""


PLAN: Final = Plan()


def counted(number: int) -> GoOn:
    """So many playouts and no more."""
    left = iter(range(number))
    return lambda: next(left, None) is not None


def choose(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance, go_on: GoOn, plan: Plan = PLAN) -> Any:
    """One of `moves`, all that are legal in `view`; it depends on the view, the chance and on when `go_on` ends it, alone."""
    if len(moves) == 1:
        return moves[0]
    candidates, behind = _weightiest(moves, game.weigh(view, moves), plan.candidates, chance)
    race = Race(behind, plan)
    search = Search(game, view, chance, plan)
    while len(race.running) > 1:
        world = game.resample(view, chance)
        payoffs: dict[int, float] = {}
        for index in chance.sample(race.running, len(race.running)):  # in another order each time, or the others would learn it
            if not go_on():
                return candidates[race.best()]
            payoffs[index] = search.playout(world, candidates[index])
        race.record(payoffs)
        search.learning = len(race.running) == len(candidates)
    return candidates[race.best()]


def _weightiest(moves: Sequence[Any], weights: Sequence[float], number: int, chance: Chance) -> tuple[list[Any], list[int]]:
    """At most `number` of the moves, the weightiest first, and how many weigh more than each; chance decides who is left of equals."""
    order = sorted(range(len(moves)), key=lambda index: -weights[index])
    if len(order) > number and weights[order[number]] == weights[order[number - 1]]:
        level = weights[order[number]]
        above = [index for index in order if weights[index] > level]
        equal = [index for index in order if weights[index] == level]
        order = above + chance.sample(equal, number - len(above))
    order = order[:number]
    return [moves[index] for index in order], [sum(weights[other] > weights[index] for other in order) for index in order]


class Race:
    """Candidates that are paid in the same worlds, the weightiest first."""

    def __init__(self, behind: Sequence[int], plan: Plan) -> None:
        self.running = list(range(len(behind)))
        self._behind_of = behind
        self._paid: list[list[float]] = [[] for _ in behind]
        self._plan = plan

    def record(self, payoffs: Mapping[int, float]) -> None:
        """One more world: what each candidate that still runs was paid in it; drops those that are clearly behind."""
        for index, payoff in payoffs.items():
            self._paid[index].append(payoff)
        if len(self._paid[self.running[0]]) < self._plan.patience:
            return
        first = self.best()
        self.running = [index for index in self.running if index == first or not self._behind(index, first)]

    def _behind(self, index: int, first: int) -> bool:
        gaps = [ahead - paid for ahead, paid in zip(self._paid[first], self._paid[index], strict=True)]
        number = len(gaps)
        mean = sum(gaps) / number
        spread = sum((gap - mean) ** 2 for gap in gaps) / number + 0.01 / number
        return mean > self._plan.firmness * sqrt(spread / number)

    def best(self) -> int:
        """The candidate that runs and was paid best; the weightiest starts a little ahead, so that little evidence changes little."""
        return max(self.running, key=lambda index: (self._standing(index), -index))

    def _standing(self, index: int) -> float:
        paid = self._paid[index]
        ahead = self._plan.trust * 0.1 / (1 + self._behind_of[index])
        return (sum(paid) + ahead) / max(len(paid), 1)


class Arm:
    """One move in one seat's tree."""

    __slots__ = ("offered", "paid", "tried")

    def __init__(self) -> None:
        self.tried, self.paid, self.offered = 0, 0.0, 0


class Node:
    """What one seat has seen since the search began; where it is asked something, the moves that it has tried."""

    __slots__ = ("arms", "visits", "ways")

    def __init__(self) -> None:
        self.ways: dict[Any, Node] = {}
        self.arms: dict[Any, Arm] = {}
        self.visits = 0


class Search:
    """The trees of one search, one a seat, and the playouts that grow them."""

    def __init__(self, game: AnyGame, view: AnyView, chance: Chance, plan: Plan) -> None:
        assert view.seat is not None, "a spectator is asked nothing"
        self._game, self._seat, self._chance, self._plan = game, view.seat, chance, plan
        self._before = _deal(game.standings(view.public))
        self._roots: list[Node] | None = None
        self.learning = True
        """Whether the trees grow: only while every candidate is tried alike, or the others would learn from what is tried what is meant."""

    def playout(self, world: AnyState, move: Any) -> float:
        """What this seat was paid after `move` in `world`, 0 to 1."""
        game, plan = self._game, self._plan
        if self._roots is None:
            self._roots = [Node() for _ in world.private]
        nodes: list[Node] | None
        tried: list[tuple[Seat, Arm]] = []
        seat, state = self._seat, game.apply(world, self._seat, move)
        nodes = _seen(self._roots, seat, move, state)
        choices = 0
        for _ in range(MOST_STEPS):
            payoffs = self._payoffs(state, choices)
            if payoffs is not None:
                break
            number = game.awaits_shuffle(state)
            if number:
                order = list(range(number))
                self._chance.shuffle(order)
                state = game.shuffled(state, order)
                nodes = None
                continue
            seat = _asked(game, state)
            seen = view_of(state, seat)
            moves, _all = take(game.legal_moves(seen), MOST_MOVES)
            if len(moves) == 1:
                move = moves[0]
            else:
                choices += 1
                if nodes is not None and choices <= plan.depth:
                    node = nodes[seat]
                    fresh = not node.visits
                    if fresh and not self.learning:
                        nodes = None
                        move = self._judge(seen, moves)
                    else:
                        move, arm = self._grow(node, seen, moves)
                        tried.append((seat, arm))
                        if fresh:
                            nodes = None
                else:
                    nodes = None
                    move = self._judge(seen, moves)
            state = game.apply(state, seat, move)
            if nodes is not None:
                nodes = _seen(nodes, seat, move, state)
        else:
            payoffs = [0.5] * len(world.private)
        assert payoffs is not None
        if self.learning:
            for seat, arm in tried:
                arm.tried += 1
                arm.paid += payoffs[seat]
        return payoffs[self._seat]

    def _payoffs(self, state: AnyState, choices: int) -> Sequence[float] | None:
        game = self._game
        standings = game.standings(state.public)
        if _deal(standings) != self._before:
            return paid_by_standings(standings, len(state.private))
        outcome = game.outcome(state.public)
        if outcome is not None:
            return paid_by_outcome(outcome, len(state.private))
        return game.promise(state) if choices >= self._plan.horizon else None

    def _judge(self, seen: AnyView, moves: Sequence[Any]) -> Any:
        if self._chance.random() < self._plan.blunder:
            return self._chance.choice(moves)
        weights = self._game.weigh(seen, moves)
        most = max(weights)
        level = [move for move, weight in zip(moves, weights, strict=True) if weight == most]
        return level[0] if len(level) == 1 else self._chance.choice(level)

    def _grow(self, node: Node, seen: AnyView, moves: Sequence[Any]) -> tuple[Any, Arm]:
        """The move to try next at this node, by what its arms were paid so far and by how much they weigh."""
        best, behind = _weightiest(moves, self._game.weigh(seen, moves), self._plan.branches, self._chance)
        arms = [node.arms.setdefault(move, Arm()) for move in best]
        for arm in arms:
            arm.offered += 1
        node.visits += 1
        if node.visits == 1:
            return best[0], arms[0]
        share = sum(1 / (2 + place) for place in behind)
        mean = sum(arm.paid for arm in arms) / max(sum(arm.tried for arm in arms), 1)

        def worth(index: int) -> float:
            arm = arms[index]
            prior = 1 / (2 + behind[index]) / share
            paid = (arm.paid + mean) / (arm.tried + 1)
            return paid + self._plan.curiosity * prior * sqrt(arm.offered) / (1 + arm.tried)

        index = max(range(len(best)), key=worth)
        return best[index], arms[index]


MOST_STEPS: Final = 2000
MOST_MOVES: Final = 200


def _seen(nodes: list[Node], seat: Seat, move: Any, state: AnyState) -> list[Node]:
    """Where each seat's tree goes on: the mover has seen the move, everybody else what the table was told."""
    told = state.events
    after: list[Node] = []
    for other, node in enumerate(nodes):
        way = move if other == seat else told
        known = node.ways.get(way)
        if known is None:
            known = node.ways[way] = Node()
        after.append(known)
    return after


def _asked(game: AnyGame, state: AnyState) -> Seat:
    """Somebody who is asked something."""
    for seat in game.awaited(state.public):
        if game.prompt(view_of(state, seat)) is not None:
            return seat
    return next(iter(prompts(game, state)))


def _deal(standings: Sequence[Standing]) -> int:
    return standings[0].deal if standings else 0


def paid_by_standings(standings: Sequence[Standing], seats: int) -> list[float]:
    """1 for the best rank of a deal, 0 for the worst; seats with the same rank share what their places are worth."""
    ranks = [standing.rank for standing in standings]
    paid = [0.0] * seats
    for standing in standings:
        better = sum(rank < standing.rank for rank in ranks)
        equal = ranks.count(standing.rank)
        paid[standing.seat] = 1 - (better + (equal - 1) / 2) / max(len(ranks) - 1, 1)
    return paid


def paid_by_outcome(outcome: Outcome, seats: int) -> list[float]:
    """The same for a match."""
    paid = [0.0] * seats
    better = 0
    for group in outcome.ranking:
        for seat in group:
            paid[seat] = 1 - (better + (len(group) - 1) / 2) / max(seats - 1, 1)
        better += len(group)
    return paid
