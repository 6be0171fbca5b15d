"""How good a move looks to somebody who sees one view: what the bots listen to."""

from collections.abc import Sequence

from app.games.scum_of_the_earth.cards import PLACE
from app.games.scum_of_the_earth.moves import Move, Play
from app.games.scum_of_the_earth.state import ScumView


def weigh(view: ScumView, moves: Sequence[Move]) -> Sequence[float]:
    """Larger is better, in no unit."""
    return [sum(PLACE[card] for card in move.cards) if isinstance(move, Play) else 0.0 for move in moves]
