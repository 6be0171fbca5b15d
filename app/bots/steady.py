"""The steady bot: plays what the game's own judgement weighs highest, every time."""

from collections.abc import Sequence
from typing import Any

from app.rules.game import AnyGame, AnyView, Chance


def choose(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
    """The move that weighs most; chance decides between equals."""
    if len(moves) == 1:
        return moves[0]
    weights = game.score_moves(view, moves)
    most = max(weights)
    return chance.choice(
        [move for move, weight in zip(moves, weights, strict=True) if weight == most]
    )
