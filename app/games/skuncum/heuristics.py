"""A simple score of each move: cheap winning plays, support for strong Candidates."""

from collections.abc import Sequence

from app.games.skuncum.cards import FACES
from app.games.skuncum.moves import (
    Area,
    BuyHats,
    ChooseHats,
    Concede,
    DropOut,
    Join,
    Lead,
    Move,
    PassLead,
    Play,
    Politiks,
    PowerPlay,
    Stand,
)
from app.games.skuncum.settlement import default_purchase
from app.games.skuncum.state import SkuncumView


def score_moves(view: SkuncumView, moves: Sequence[Move]) -> Sequence[float]:
    """Scores of these legal moves, larger is better."""
    return [_score(view, move) for move in moves]


def _score(view: SkuncumView, move: Move) -> float:
    match move:
        case Lead(card):
            return 10 + FACES[card].value / 10
        case PassLead():
            return 9
        case Politiks():
            return 1
        case Join(card, area):
            value = FACES[card].value
            if area is Area.CHALLENGER:
                return 5 + value / 5
            return 9 - value / 10
        case DropOut():
            return 0
        case Play(card):
            return 50 - FACES[card].value / 10
        case PowerPlay(cards):
            return 30 - sum(FACES[card].value for card in cards) / 10
        case Stand() | Concede():
            return 5
        case ChooseHats(picks):
            return float(not picks)
        case BuyHats(number):
            assert view.seat is not None
            return float(-abs(number - default_purchase(view.public, view.seat)))
