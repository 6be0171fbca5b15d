"""How good a move looks to somebody who sees one view: what the bots listen to."""

from collections.abc import Sequence

from app.games.usurp.moves import Move
from app.games.usurp.state import UsurpView


def weigh(view: UsurpView, moves: Sequence[Move]) -> Sequence[float]:
    """How good each legal move looks; larger is better."""
    return [0.0 for _ in moves]
