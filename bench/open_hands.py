"""A bot that searches with all hands open: a yardstick for sharp bots, which nobody can play."""

import random
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import count, repeat
from typing import Any

from app.bot_workers.worker import time_limit
from app.bots import arena, search
from app.bots.move_choice import STRENGTHS
from app.games import BY_SLUG
from app.ops.arena import NO_TIME_LIMIT
from app.rules.game import AnyGame, AnyState, AnyView, Chance
from app.rules.values import Manner


def opened(game: AnyGame, state: AnyState) -> AnyGame:
    """The game whose imagined deals are all this state."""

    class Opened(type(game)):  # type: ignore[misc]
        def sample_worlds(self, view: AnyView, chance: Chance) -> Iterator[AnyState]:
            return repeat(state)

    known: AnyGame = copy(game)
    known.__class__ = Opened
    return known


def matches(slug: str, seats: int, budget: float, seed: int) -> Iterator[arena.MatchResult]:
    """Matches of one such bot among steady ones, without end: the deals and seats of a tournament.

    `budget`: seconds of the processor's time for each choice.
    """
    game, entrants = BY_SLUG[slug], ("sharp", *["steady"] * (seats - 1))
    shown: list[AnyState] = []

    def knowing(own: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
        limit = time_limit(budget, NO_TIME_LIMIT)
        return search.choose(opened(own, shown[-1]), view, moves, chance, limit)

    def watch(state: AnyState) -> None:
        shown[:] = [state]

    for number in count():
        at = arena.seating(entrants, seats, number)
        yield arena.play_match(
            game,
            [knowing if one == "sharp" else STRENGTHS[one] for one in at],
            game.options(),
            random.Random(f"{seed} deals {arena.deal_set(entrants, number)}"),
            [random.Random(f"{seed} match {number} seat {seat}") for seat in range(seats)],
            [Manner(one) for one in at],
            watch,
        )
