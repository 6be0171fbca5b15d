"""The drama of a match, from what all were told.

Each kind comes once in that many hands, by 30 matches of five casual bots (preset "long", 210
rounds; `tests/games/moment_figures.py`).
"""

from app.games.scum_the_masquerade.events import (
    BluffCalled,
    Revolution,
    RoundEnded,
    UseCancelled,
)
from app.games.scum_the_masquerade.state import Tableau
from app.rules.drama import Drama
from app.rules.game import Event


def drama(before: Tableau, event: Event) -> Drama | None:
    match event:
        case Revolution(seat=seat):
            return Drama("{0} went out first from the bottom: a revolution.", (seat,), 10.0)
        case BluffCalled(seat=seat, user=user, false=True):
            return Drama("{0} caught {1} bluffing.", (seat, user), 210.0)
        case UseCancelled(seat=seat, user=user):
            return Drama("{0} stopped a power of {1}.", (seat, user), 3.1)
        case RoundEnded(order=order) if len(before.order) > 1 and order[-1] == before.order[0]:
            return Drama("{0} fell from the top to the bottom in one round.", (order[-1],), 4.8)
    return None
