"""The drama of a match.

Each kind comes once in that many hands, by 60 matches of two casual bots (248 hands;
`tests/games/moment_figures.py`).
"""

from app.games.usurp.cards import CROWN
from app.games.usurp.events import Scored, TurnedUp
from app.games.usurp.state import Tableau
from app.rules.drama import Drama
from app.rules.game import Event


def drama(before: Tableau, event: Event) -> Drama | None:
    match event:
        case Scored(seat=seat, card=card, beater=True) if card.rank == CROWN:
            return Drama("{0} beat the Plow with the Crown.", (seat,), 13.8)
        case Scored(seat=seat, beater=True):
            return Drama("{0} beat the Crown with the Plow.", (seat,), 31.0)
        case TurnedUp(seat=seat, beater=True):
            return Drama("{0}’s face-down card beat its rival beater.", (seat,), 35.4)
    return None
