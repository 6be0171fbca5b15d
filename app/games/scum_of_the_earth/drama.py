"""The drama of a match.

Each kind comes once in that many hands, by 24 matches of five casual bots (235 hands;
`tests/games/moment_figures.py`).
"""

from app.games.scum_of_the_earth.events import HandEnded, SetPlayed, TakeoverDeclared
from app.games.scum_of_the_earth.state import Tableau
from app.rules.drama import Drama
from app.rules.game import Event


def drama(before: Tableau, event: Event) -> Drama | None:
    match event:
        case SetPlayed(seat=seat, size=size) if size >= 5:
            if size > 5:
                return Drama("{0} played six of a kind or more at once.", (seat,), 23.5)
            return Drama("{0} played five of a kind at once.", (seat,), 4.9)
        case TakeoverDeclared(seat=seat) if before.ranks:
            return Drama("{0} declared a takeover against {1}.", (seat, before.ranks[0]), 7.8)
        case HandEnded(order=order) if len(before.ranks) > 1:
            if order[-1] == before.ranks[0]:
                return Drama("{0} fell from the top to the bottom in one hand.", (order[-1],), 7.8)
            if order[0] == before.ranks[-1]:
                return Drama("{0} rose from the bottom to the top in one hand.", (order[0],), 10.7)
    return None
