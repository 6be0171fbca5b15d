"""Players that see only a view and its legal moves. Pure: no clock, no I/O; chance is handed in.

A bot is a strength: a function of the game, a view, the legal moves and chance. More may be added to STRENGTHS; rooms, pages
and the log know them by name alone, so a name is stable for ever.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from app.bots import casual, search, steady
from app.rules.game import AnyGame, AnyView, Chance

Strength: TypeAlias = Callable[[AnyGame, AnyView, Sequence[Any], Chance], Any]

PLAYOUTS: Final = 16
"""How long "sharp" searches where no clock bounds it: in tests, and wherever a choice has to be the same again."""


def sharp(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
    """What a search finds in PLAYOUTS playouts; the house gives it a time instead (app/bot_workers)."""
    return search.choose(game, view, moves, chance, search.counted(PLAYOUTS))


STRENGTHS: Final[dict[str, Strength]] = {
    "casual": casual.choose,
    "steady": steady.choose,
    "sharp": sharp,
}
"""By name, weakest first."""

SEARCHES: Final[dict[str, str]] = {"sharp": "steady"}
"""Strengths that search, each with the one that answers in its place where there is no time to."""


def choose(
    strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance
) -> Any:
    """One of `moves`, all of them legal, as a bot of that strength picks it. Raises KeyError for a strength nobody has."""
    return STRENGTHS[strength](game, view, moves, chance)
