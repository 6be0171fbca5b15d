"""One search for every game: a Monte Carlo tree search over what the seats see, guided by the game's own judgement.

The true state is unknown, so the search draws worlds that the view cannot tell from the truth and plays each of them on, as
far as the game's `promise` needs or to the end of the deal. Every candidate of the present question is tried in the same
worlds, so that a lucky deal helps them all alike; one that falls clearly behind is dropped (app/bots/racing.py). What comes
later is answered from trees of what was seen, one a seat (app/bots/search_tree.py), and beyond them by judgement.

Compare Cowling, Powley and Whitehouse (2012), "Information Set Monte Carlo Tree Search": this is the variant with a tree for
each player, with a prior from `weigh`. The others follow their judgement rather than a tree where they have one: in a search
of one hand they would learn that hand from how they fare, and no bluff would ever look good.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from app.bots.determinization import Worlds
from app.bots.racing import Race
from app.bots.search_tree import Arm, Node, seen_by_all, weightiest
from app.rules.game import (
    AnyGame,
    AnyState,
    AnyView,
    Chance,
    Outcome,
    Seat,
    Standing,
    prompts,
    take_limited,
)
from app.rules.game import view as view_of

GoOn: TypeAlias = Callable[[], bool]
"""Asked before every playout whether there may be one more."""

MOST_STEPS: Final = 2000
"""After so many moves a playout counts as undecided."""
MOST_MOVES: Final = 200
"""How many moves of a later question are looked at."""


class Plan(msgspec.Struct, frozen=True):
    """How to search; the numbers were found by letting plans play each other."""

    candidates: int = 8
    """How many moves of the present question are tried, the weightiest."""
    branches: int = 4
    """How many moves of a later question are."""
    depth: int = 2
    """How many questions after the present one the trees hold."""
    horizon: int | None = None
    """How many real choices a playout makes before it asks for the game's promise; None: as many as the game says."""
    blunder: float = 0.02
    """How often a playout takes any move instead of the weightiest."""
    curiosity: float = 0.2
    """How much a move that was tried rarely, or weighs much, is favoured over one that has paid well."""
    firmness: float = 2.2
    """By how many standard errors a candidate has to be behind to be dropped."""
    patience: int = 8
    """In how many worlds a candidate is tried before it may be dropped."""
    credulity: int = 6
    """How many worlds are drawn for each that is played, where the game can tell which are likelier."""
    trust: float = 0.2
    """How much payoff, in all, the weightiest move starts ahead."""
    caution: float | None = None
    """By how many standard errors another move has to do better than the weightiest to be chosen; None: as many as the game says."""


PLAN: Final = Plan()


def counted(number: int) -> GoOn:
    """So many playouts and no more."""
    left = iter(range(number))
    return lambda: next(left, None) is not None


def choose(
    game: AnyGame,
    view: AnyView,
    moves: Sequence[Any],
    chance: Chance,
    go_on: GoOn,
    plan: Plan = PLAN,
) -> Any:
    """One of `moves`, all that are considered in `view`; it depends on the view, the chance and on when `go_on` ends it, alone."""
    if len(moves) == 1:
        return moves[0]
    candidates, behind = weightiest(moves, game.score_moves(view, moves), plan.candidates, chance)
    race = Race(
        behind,
        plan.firmness,
        plan.patience,
        plan.trust,
        game.switch_margin if plan.caution is None else plan.caution,
    )
    search, worlds = Search(game, view, chance, plan), Worlds(game, view, chance, plan.credulity)
    while len(race.running) > 1:
        world = worlds.draw()
        payoffs: dict[int, float] = {}
        for index in chance.sample(
            race.running, len(race.running)
        ):  # in another order each time, or the others would learn it
            if not go_on():
                return candidates[race.choice()]
            payoffs[index] = search.playout(world, candidates[index])
        race.record(payoffs)
        search.learning = len(race.running) == len(candidates)
    return candidates[race.choice()]


class Search:
    """The trees of one search and the playouts that grow them."""

    def __init__(self, game: AnyGame, view: AnyView, chance: Chance, plan: Plan) -> None:
        assert view.seat is not None, "a spectator is asked nothing"
        self._game, self._seat, self._chance, self._plan = game, view.seat, chance, plan
        self._horizon = game.search_depth if plan.horizon is None else plan.horizon
        standings = game.standings(view.public)
        self._before = standings[0].deal if standings else 0
        self._roots: list[Node] = []
        self.learning = True
        """Whether the trees of the others grow: only while every candidate is tried alike, or they would learn from what is
        tried what is meant."""

    def playout(self, world: AnyState, move: Any) -> float:
        """What this seat is paid for `move` in `world`, 0 to 1."""
        game = self._game
        if not self._roots:
            self._roots = [Node() for _ in world.private]
        state = game.apply(world, self._seat, move)
        nodes: list[Node] | None = seen_by_all(self._roots, self._seat, move, state.events)
        tried: list[tuple[Seat, Arm]] = []
        payoffs: Sequence[float] | None = None
        choices = 0
        for _ in range(MOST_STEPS):
            payoffs = self._payoffs(state, choices)
            if payoffs is not None:
                break
            number = game.pending_shuffle_size(state)
            if number:
                order = list(range(number))
                self._chance.shuffle(order)
                state, nodes = game.apply_shuffle(state, order), None
                continue
            seat = _asked(game, state)
            seen = view_of(state, seat)
            moves, _ = take_limited(game.candidate_moves(seen), MOST_MOVES)
            move = moves[0]
            if len(moves) > 1:
                choices += 1
                node = nodes[seat] if nodes is not None and choices <= self._plan.depth else None
                move, arm = self._answer(seat, seen, moves, node)
                if arm is not None:
                    tried.append((seat, arm))
                if node is None or (arm is not None and not arm.tried):
                    nodes = None
            state = game.apply(state, seat, move)
            if nodes is not None:
                nodes = seen_by_all(nodes, seat, move, state.events)
        payoffs = payoffs or [0.5] * len(world.private)
        for seat, arm in tried:
            arm.learn(payoffs[seat])
        return payoffs[self._seat]

    def _payoffs(self, state: AnyState, choices: int) -> Sequence[float] | None:
        game = self._game
        standings = game.standings(state.public)
        if standings and standings[0].deal != self._before:
            return game.payoff(state.public) or paid_by_standings(standings, len(state.private))
        outcome = game.outcome(state.public)
        if outcome is not None:
            return paid_by_outcome(outcome, len(state.private))
        return game.evaluate(state) if choices >= self._horizon else None

    def _answer(
        self, seat: Seat, seen: AnyView, moves: Sequence[Any], node: Node | None
    ) -> tuple[Any, Arm | None]:
        """A move, and the arm of the tree that it was taken from; None where it was judged or just taken."""
        if node is None and self._chance.random() < self._plan.blunder:
            return self._chance.choice(moves), None
        weights = self._game.score_moves(seen, moves)
        most = max(weights)
        if node is not None and (seat == self._seat or (self.learning and most == min(weights))):
            best, behind = weightiest(moves, weights, self._plan.branches, self._chance)
            return node.pick(best, behind, self._plan.curiosity)
        level = [move for move, weight in zip(moves, weights, strict=True) if weight == most]
        return level[0] if len(level) == 1 else self._chance.choice(level), None


def _asked(game: AnyGame, state: AnyState) -> Seat:
    """Somebody who is asked something."""
    for seat in game.awaited_seats(state.public):
        if game.prompt(view_of(state, seat)) is not None:
            return seat
    return next(iter(prompts(game, state)))


def paid_by_standings(standings: Sequence[Standing], seats: int) -> list[float]:
    """1 for the best rank of a deal, 0 for the worst, the others between them by how many are better."""
    better = {
        standing.seat: sum(other.rank < standing.rank for other in standings)
        for standing in standings
    }
    most = max(better.values())
    paid = [0.0] * seats
    for seat, number in better.items():
        paid[seat] = 1 - number / most if most else 0.5
    return paid


def paid_by_outcome(outcome: Outcome, seats: int) -> list[float]:
    """The same for a match."""
    ranks = (
        Standing(0, seat, place, 0) for place, group in enumerate(outcome.ranking) for seat in group
    )
    return paid_by_standings(tuple(ranks), seats)
