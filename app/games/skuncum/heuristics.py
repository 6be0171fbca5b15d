"""A score of each move: lead low, spare Suit cards, challenge with high ones, fight cheaply."""

from collections.abc import Sequence
from typing import Final

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
from app.games.skuncum.odds import aim, price
from app.games.skuncum.settlement import default_purchase
from app.games.skuncum.state import SkuncumView

STRONG: Final = 25
"""A card of this many points stands as a Challenger."""
TOO_HIGH: Final = 12
"""A card of this many points is kept for later: the lead is rather passed."""


def score_moves(view: SkuncumView, moves: Sequence[Move]) -> Sequence[float]:
    """Scores of these legal moves, larger is better."""
    return [_score(view, move) for move in moves]


def _score(view: SkuncumView, move: Move) -> float:
    public, seat = view.public, view.seat
    assert seat is not None
    match move:
        case Lead(card):
            return -FACES[card].value
        case PassLead():
            return -TOO_HIGH
        case Politiks(card, target):
            return 60 + aim(public, seat, card, target)
        case DropOut():
            return 70 if public.politiks else 0
        case Join():
            return _join(move)
        case Play(card):
            return 100 - price((card,)) / 10
        case PowerPlay(cards):
            return 50 - price(cards) / 10
        case Stand() | Concede():
            return 0
        case ChooseHats(picks):
            return float(not picks)
        case BuyHats(number):
            return float(-abs(number - default_purchase(public, seat)))


def _join(move: Join) -> float:
    """The score of a Suit card in an area; a low one on the Bandwagon risks least."""
    value = FACES[move.card].value
    match move.area:
        case Area.CHALLENGER:
            return 50 + value / 100 if value >= STRONG else 10 - value / 10
        case Area.BANDWAGON:
            return 40 - value / 10
        case Area.COALITION:
            return 25 - value / 10
