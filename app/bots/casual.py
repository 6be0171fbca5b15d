"""The casual bot: takes any move that is not silly, the better ones more often."""

from collections.abc import Sequence
from typing import Any

from app.rules.game import AnyGame, AnyView, Chance


def choose(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
    """One of the better half of `moves`: the lower of two draws, so the best one most often."""
    if len(moves) == 1:
        return moves[0]
    scores = game.score_moves(view, moves)
    best_first = sorted(range(len(moves)), key=lambda index: -scores[index])
    half = (len(moves) + 1) // 2
    return moves[best_first[min(chance.randrange(half), chance.randrange(half))]]
