"""The decisions of a seat: each answer that it gave where there were several, with the others."""

from typing import Any, Final

import msgspec

from app.rules.game import AnyGame, AnyView, Prompt
from app.rules.play import take_up_to

MAX_MOVES: Final = 1000
"""Candidate moves that are scored at most, as for bots."""
TRIED: Final = 6
"""Moves of one decision that are tried."""


class Choices(msgspec.Struct, frozen=True):
    """The moves of one decision that are compared: the one that was made is the first."""

    moves: tuple[Any, ...]
    usual: int
    """The index of the move that a steady bot would have made."""


def choices(game: AnyGame, view: AnyView, prompt: Prompt, made: Any) -> Choices | None:
    """The moves that are worth comparing, from the view alone; None if there was only one."""
    found, _ = take_up_to(game.candidate_answers(view, prompt), MAX_MOVES)
    moves = found if made in found else (made, *found)
    if len(moves) == 1:
        return None
    scores = game.score_moves(view, moves)
    best_first = sorted(range(len(moves)), key=lambda index: -scores[index])
    usual = moves[best_first[0]]
    others = [moves[index] for index in best_first if moves[index] != made]
    tried = (made, *others[: TRIED - 1])
    return Choices(tried, tried.index(usual))
