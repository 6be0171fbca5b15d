"""The search of "sharp": Monte Carlo tree search over information sets, for every game.

The true state is unknown, so the search samples worlds that fit the view. It plays each on, until
the game's `evaluate` has an answer or the deal ends. All candidates are tried in the same worlds,
so that luck helps them alike (app/bots/racing.py). Later moves follow from one tree a seat
(app/bots/search_tree.py), and beyond the trees from the heuristic.

See Cowling, Powley and Whitehouse (2012), "Information Set Monte Carlo Tree Search". This is
MO-ISMCTS, with a prior from `score_moves`. Opponents follow the heuristic, not a tree, where it
prefers a move. In the search of one hand they would learn that hand from their payoffs, and no
bluff would ever look good.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, Final, TypeAlias

import msgspec

from app.bots.offers import Offers, accepted, may_offer
from app.bots.racing import Race
from app.bots.search_tree import MoveStats, Node, descend, top_moves
from app.bots.world_pool import WorldPool
from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyState, AnyView, Chance, Outcome, Prompt, Seat, Standing
from app.rules.game import view as view_of
from app.rules.play import all_prompts, first_questions, prompts, spans, take_up_to
from app.rules.values import Manner

MayContinue: TypeAlias = Callable[[], bool]
"""Asked before every playout whether there may be one more."""

MAX_STEPS: Final = 2000
"""After this many moves a playout counts as undecided."""
MAX_MOVES: Final = 200
"""The moves of a later question that are looked at, at most."""


class SearchConfig(msgspec.Struct, frozen=True):
    """The parameters of a search, found by playing configurations against each other."""

    candidates: int = 8
    """Moves of the present question that are tried: those with the best scores."""
    tree_width: int = 4
    """Moves of a later question that are tried."""
    tree_depth: int = 2
    """Questions after the present one that the trees hold."""
    search_depth: int | None = None
    """Choices of a playout before the game's `evaluate` is called; None: the game's own number."""
    random_move_rate: float = 0.02
    """The share of playout moves that are random instead of the best score."""
    exploration: float = 0.2
    """The PUCT constant: larger favours moves with few visits or a good prior."""
    elimination_margin: float = 2.2
    """By how many standard errors a candidate has to be behind to be dropped."""
    min_worlds: int = 8
    """In how many worlds a candidate is tried before it may be dropped."""
    worlds_per_sample: int = 6
    """Worlds drawn for each one that is played, where the game defines `likelihood`."""
    prior_bonus: float = 0.2
    """The payoff, in all, by which the best score starts ahead."""
    switch_margin: float | None = None
    """Standard errors by which another move must beat the best score; None: the game's own
    number."""


DEFAULT_CONFIG: Final = SearchConfig()
EVEN_CONFIG: Final = SearchConfig(candidates=4, elimination_margin=inf)
"""For a `Comparison` to be told to people: few candidates, all in the same worlds to the end."""


def playout_limit(number: int) -> MayContinue:
    """Allows this many playouts."""
    left = iter(range(number))
    return lambda: next(left, None) is not None


def choose(
    game: AnyGame,
    view: AnyView,
    moves: Sequence[Any],
    chance: Chance,
    may_continue: MayContinue,
    config: SearchConfig = DEFAULT_CONFIG,
) -> Any:
    """One of `moves`; it follows from the view, the chance and the end of `may_continue` alone."""
    return compare(game, view, moves, chance, may_continue, config).move


def compare(
    game: AnyGame,
    view: AnyView,
    moves: Sequence[Any],
    chance: Chance,
    may_continue: MayContinue,
    config: SearchConfig = DEFAULT_CONFIG,
) -> Comparison:
    """The best-scored of `moves`, tried in the same imagined deals."""
    if len(moves) == 1:
        return Comparison((moves[0],), 0, ((),))
    scores = game.score_moves(view, moves)
    candidates, prior_rank = top_moves(moves, scores, config.candidates, chance)
    race = Race(
        prior_rank,
        config.elimination_margin,
        config.min_worlds,
        config.prior_bonus,
        game.switch_margin if config.switch_margin is None else config.switch_margin,
    )
    search = Search(game, view, chance, config)
    worlds = WorldPool(game, view, chance, config.worlds_per_sample)
    while len(race.remaining) > 1:
        world = worlds.sample()
        payoffs: dict[int, float] = {}
        # in another order each time, or the opponents' trees would learn it
        for index in chance.sample(race.remaining, len(race.remaining)):
            if not may_continue():
                return Comparison(tuple(candidates), race.choice(), race.payoffs)
            payoffs[index] = search.playout(world, candidates[index])
        race.record(payoffs)
        search.opponents_learn = len(race.remaining) == len(candidates)
    return Comparison(tuple(candidates), race.choice(), race.payoffs)


class Search:
    """The trees of one search and the playouts that grow them."""

    def __init__(self, game: AnyGame, view: AnyView, chance: Chance, config: SearchConfig) -> None:
        assert view.seat is not None, "a spectator is asked nothing"
        self._game, self._seat, self._chance, self._config = game, view.seat, chance, config
        self._search_depth = (
            game.search_depth if config.search_depth is None else config.search_depth
        )
        standings = game.standings(view.public)
        self._deal_before = standings[0].deal if standings else 0
        self._roots: list[Node] = []
        self._players: list[AnyGame] = []
        """The game as the bot of each seat plays it."""
        self._may_offer = may_offer(game)
        self.opponents_learn = True
        """True while all candidates are tried alike. Later the opponents' trees would learn which
        move was meant."""

    def playout(self, world: AnyState, move: Any) -> float:
        """The payoff of this seat for `move` in `world`, 0 to 1."""
        game = self._game
        if not self._roots:
            self._roots = [Node() for _ in world.private]
            self._players = [game] * len(world.private)
        offers = self._offers(world) if self._may_offer else None
        state = game.apply(world, self._seat, move)
        nodes: list[Node] | None = descend(self._roots, self._seat, move, state.events)
        tried: list[tuple[Seat, MoveStats]] = []
        payoffs: Sequence[float] | None = None
        choices = 0
        for _ in range(MAX_STEPS):
            payoffs = self._payoffs(state, choices)
            if payoffs is not None:
                break
            number = game.pending_shuffle_size(state)
            if number:
                order = list(range(number))
                self._chance.shuffle(order)
                state, nodes = game.apply_shuffle(state, order), None
                continue
            if offers is None:
                seat, prompt = _next_question(game, state)
            else:
                open_to = all_prompts(game, state)
                taken = offers.next_taken(open_to, accepted(self._players, state))
                if taken is not None:
                    state, nodes = game.apply(state, taken.seat, taken.move), None
                    continue
                seat, prompt = _awaited(game, state, open_to)
            if prompt is None:
                state, nodes = game.expire(state, _next_span(game, state)), None
                continue
            seen = view_of(state, seat)
            moves, _ = take_up_to(game.candidate_answers(seen, prompt), MAX_MOVES)
            move = moves[0]
            if len(moves) > 1:
                choices += 1
                within = choices <= self._config.tree_depth
                node = nodes[seat] if nodes is not None and within else None
                move, stats = self._answer(seat, seen, moves, node)
                if stats is not None:
                    tried.append((seat, stats))
                if node is None or (stats is not None and not stats.visits):
                    nodes = None
            state = game.apply(state, seat, move)
            if offers is not None:
                offers.moved(seat)
            if nodes is not None:
                nodes = descend(nodes, seat, move, state.events)
        payoffs = payoffs or [0.5] * len(world.private)
        for seat, stats in tried:
            stats.update(payoffs[seat])
        return payoffs[self._seat]

    def _offers(self, world: AnyState) -> Offers:
        """The offers of one playout, whose other bots have tempers drawn by lot."""
        offers = Offers()
        offers.let_all_be(all_prompts(self._game, world))
        offers.moved(self._seat)
        if self._game.tempers:
            self._players = [
                self._game.in_manner(Manner(temper=self._chance.choice(self._game.tempers)))
                for _ in world.private
            ]
            self._players[self._seat] = self._game
        return offers

    def _payoffs(self, state: AnyState, choices: int) -> Sequence[float] | None:
        game = self._game
        standings = game.standings(state.public)
        if standings and standings[0].deal != self._deal_before:
            return game.payoff(state.public) or payoffs_from_standings(
                standings, len(state.private)
            )
        outcome = game.outcome(state.public)
        if outcome is not None:
            return payoffs_from_outcome(outcome, len(state.private))
        return game.evaluate(state) if choices >= self._search_depth else None

    def _answer(
        self, seat: Seat, seen: AnyView, moves: Sequence[Any], node: Node | None
    ) -> tuple[Any, MoveStats | None]:
        """A move, and its statistics in the tree; None if the heuristic or chance chose it."""
        if node is None and self._chance.random() < self._config.random_move_rate:
            return self._chance.choice(moves), None
        scores = self._players[seat].score_moves(seen, moves)
        most = max(scores)
        if node is not None and (
            seat == self._seat or (self.opponents_learn and most == min(scores))
        ):
            best, prior_rank = top_moves(moves, scores, self._config.tree_width, self._chance)
            return node.select(best, prior_rank, self._config.exploration)
        level = [move for move, score in zip(moves, scores, strict=True) if score == most]
        return level[0] if len(level) == 1 else self._chance.choice(level), None


def _next_question(game: AnyGame, state: AnyState) -> tuple[Seat, Prompt | None]:
    """A seat that is asked something, and its first question; None: only spans run."""
    for seat in game.awaited_seats(state.public):
        if (prompt := game.prompt(view_of(state, seat))) is not None:
            return seat, prompt
    return next(iter(prompts(game, state).items()), (Seat(0), None))


def _awaited(
    game: AnyGame, state: AnyState, open_to: Mapping[Seat, tuple[Prompt, ...]]
) -> tuple[Seat, Prompt | None]:
    """As `_next_question`, where all prompts are known."""
    asked = first_questions(open_to)
    first = (seat for seat in game.awaited_seats(state.public) if seat in asked)
    seat = next(first, next(iter(asked), None))
    return (Seat(0), None) if seat is None else (seat, asked[seat])


def _next_span(game: AnyGame, state: AnyState) -> str:
    """The key of a span that is waited for."""
    running = (one for found in spans(game, state).values() for one in found)
    return next(one.key for one in running if not one.beside)


def payoffs_from_standings(standings: Sequence[Standing], seats: int) -> list[float]:
    """The payoffs of a deal, by seat: 1 for the best rank, 0 for the worst, by rank between."""
    better = {
        standing.seat: sum(other.rank < standing.rank for other in standings)
        for standing in standings
    }
    most = max(better.values())
    paid = [0.0] * seats
    for seat, number in better.items():
        paid[seat] = 1 - number / most if most else 0.5
    return paid


def payoffs_from_outcome(outcome: Outcome, seats: int) -> list[float]:
    """The payoffs of a match, from the places in its outcome."""
    ranks = (
        Standing(0, seat, place, 0) for place, group in enumerate(outcome.ranking) for seat in group
    )
    return payoffs_from_standings(tuple(ranks), seats)
