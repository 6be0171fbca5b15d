"""The choice of a bot's move, by the strength of the bot.

A strength is a function of game, view, moves and chance. More may be added to STRENGTHS. Rooms,
pages and the log store its name, so a name never changes.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from app.bots import search
from app.rules.game import AnyGame, AnyView, Chance

Strength: TypeAlias = Callable[[AnyGame, AnyView, Sequence[Any], Chance], Any]

PLAYOUTS: Final = 16
"""The playouts of "sharp" where no clock limits it, as in tests."""


def casual(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
    """One of the better half of `moves`: the lower of two draws, so the best one most often."""
    if len(moves) == 1:
        return moves[0]
    scores = game.score_moves(view, moves)
    best_first = sorted(range(len(moves)), key=lambda index: -scores[index])
    half = (len(moves) + 1) // 2
    return moves[best_first[min(chance.randrange(half), chance.randrange(half))]]


def steady(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
    """The move with the best score; chance decides between equals."""
    if len(moves) == 1:
        return moves[0]
    scores = game.score_moves(view, moves)
    most = max(scores)
    return chance.choice([move for move, score in zip(moves, scores, strict=True) if score == most])


def sharp(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
    """The move that a search finds in PLAYOUTS playouts; tables limit its time instead."""
    return search.choose(game, view, moves, chance, search.playout_limit(PLAYOUTS))


STRENGTHS: Final[dict[str, Strength]] = {
    "casual": casual,
    "steady": steady,
    "sharp": sharp,
}
"""By name, weakest first."""

SEARCHES: Final[dict[str, str]] = {"sharp": "steady"}
"""Strengths that search, each with the one that answers in its place where there is no time to."""


def choose(
    strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance
) -> Any:
    """One of these legal moves, as a bot of that strength picks it.

    Raises KeyError for an unknown strength.
    """
    return STRENGTHS[strength](game, view, moves, chance)
