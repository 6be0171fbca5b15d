"""The drama of a match.

Each kind comes once in that many hands, by 20 matches of four casual bots (76 hands;
`tests/games/moment_figures.py`).
"""

from app.games.skuncum.cards import FACES, Card, Effect
from app.games.skuncum.events import DuelTied, MatchOver, Played, PolitiksPlayed, Stalemate
from app.games.skuncum.state import Tableau
from app.rules.drama import Drama
from app.rules.game import Event


def _is_skunk(card: Card) -> bool:
    return FACES[card].effect is Effect.SKUNK


def drama(before: Tableau, event: Event) -> Drama | None:
    match event:
        case DuelTied(seats=seats):
            return Drama("{0} and {1} both fell in one duel.", seats, 8.4)
        case PolitiksPlayed(seat=seat, card=card, target=target) if _is_skunk(card):
            return Drama("{0} skunked {1}.", (seat, target), 4.5)
        case Played(seat=seat, cards=cards) if any(map(_is_skunk, cards)):
            return Drama("{0} let a skunk loose in a duel.", (seat,), 12.7)
        case Stalemate():
            return Drama("A Race ended with nobody standing.", (), 8.4)
        case MatchOver(winners=winners, full=True) if len(winners) == 1:
            return Drama("{0} filled the whole score box.", winners, 3.8)
    return None
