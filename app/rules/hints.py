"""Hints: the move that a search found best for one view, and what it counted, in a sentence."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyView, Prompt
from app.rules.phrases import sentence
from app.rules.play import take_up_to

MAX_MOVES: Final = 1000
"""Candidate moves that are scored at most, as for bots."""
FEWEST_DEALS: Final = 10
"""A count of fewer imagined deals is not told."""
LOOKS_BEST: Final = "it looks best"


class Hint(msgspec.Struct, frozen=True):
    """Made from a view alone, so it says nothing that its seat may not know."""

    move: Any
    text: str
    """The move and its reason, in one sentence."""


def hint(
    game: AnyGame,
    view: AnyView,
    prompt: Prompt,
    names: Sequence[str],
    compared: Comparison | None = None,
) -> Hint:
    """The move that the comparison chose; without one the first with the best score.

    Made of the view and the comparison alone. Nothing else is claimed than what was counted.
    """
    moves, _ = take_up_to(game.candidate_answers(view, prompt), MAX_MOVES)
    if compared is None:
        scores = [0.0] if len(moves) == 1 else game.score_moves(view, moves)
        move = moves[max(range(len(moves)), key=scores.__getitem__)]
    else:
        move = compared.move
    deed, fact = game.say_reason(view, moves, move, names)
    clauses = [clause for clause in (fact, _count(compared)) if clause]
    return Hint(move, f"{deed}: {'; '.join(clauses) or LOOKS_BEST}.")


def _count(compared: Comparison | None) -> str:
    """The share of imagined deals in which the move was not beaten; "" if it says nothing."""
    if compared is None or compared.deals < FEWEST_DEALS or not compared.tells_apart:
        return ""
    deals, unbeaten = compared.deals, compared.unbeaten
    if 2 * unbeaten < deals:
        return ""
    number = "all" if unbeaten == deals else f"{unbeaten} of"
    return f"in {number} {deals} imagined deals no other move tried came out better"


def name_move(
    game: AnyGame, view: AnyView, moves: Sequence[Any], move: Any, names: Sequence[str]
) -> str:
    """The move as a hint names it: "Play the Jack"."""
    if not game.gives_reasons:
        return sentence(str(type(move).__struct_config__.tag)).rstrip(".")
    return game.say_reason(view, moves, move, names)[0]
