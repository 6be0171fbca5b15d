"""Hints: the move that a steady player would make for one view, and the reason in words."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from app.rules.game import AnyGame, AnyView, Prompt
from app.rules.play import take_up_to

MAX_MOVES: Final = 1000
"""Candidate moves that are scored at most, as for bots."""


class Hint(msgspec.Struct, frozen=True):
    """Made from the view alone, so it says nothing that its seat may not know."""

    move: Any
    text: str
    """The move and its reason, in one sentence."""


def hint(game: AnyGame, view: AnyView, prompt: Prompt, names: Sequence[str]) -> Hint:
    """The first of the moves with the best score, for one of the seat's questions.

    Always the same for the same view, so asking twice tells nothing more.
    """
    moves, _ = take_up_to(game.candidate_answers(view, prompt), MAX_MOVES)
    scores = [0.0] if len(moves) == 1 else game.score_moves(view, moves)
    move = moves[max(range(len(moves)), key=scores.__getitem__)]
    return Hint(move, game.say_reason(view, moves, move, names))
