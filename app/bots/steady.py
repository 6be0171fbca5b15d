"""The steady bot: always plays the move with the best score."""

from collections.abc import Sequence
from typing import Any

from app.rules.game import AnyGame, AnyView, Chance


def choose(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
    """The move with the best score; chance decides between equals."""
    if len(moves) == 1:
        return moves[0]
    scores = game.score_moves(view, moves)
    most = max(scores)
    return chance.choice([move for move, score in zip(moves, scores, strict=True) if score == most])
