"""The deeds of players to each other in this match, from what the whole table saw.

Rules never ask for it; bots keep their accounts by it.
"""

from typing import Final

from app.games.scum_the_masquerade.events import DisciplineUsed, HuntDeclared
from app.games.scum_the_masquerade.politics.trade_events import BoonAnswered, Conspired, Smuggled
from app.games.scum_the_masquerade.state import Tableau, first_rank
from app.rules.game import Event, Seat

GRANTED: Final = 3
"""A boon weighs as much as three powers that are used against somebody."""
REFUSED: Final = -1
HUNTED: Final = -2
USED: Final = -1
AGREED: Final = 1
"""A look at each other's cards, or an illegal trade."""
MOST: Final = 4
"""An account is no larger, either way, so that old deeds fade behind new ones."""

Regards = tuple[tuple[int, ...], ...]


def regard(public: Tableau, seat: Seat, other: Seat) -> int:
    """The account of this seat with the other: above 0 for good, below for harm."""
    return public.regards[seat][other] if public.regards else 0


def remembered(public: Tableau, events: tuple[Event, ...]) -> Regards:
    """The accounts after these events."""
    deeds = [deed for event in events for deed in _deeds(public, event)]
    if not deeds:
        return public.regards
    seats = len(public.scores)
    accounts = [list(row) for row in public.regards] or [[0] * seats for _ in range(seats)]
    for by, to, worth in deeds:
        accounts[to][by] = max(-MOST, min(MOST, accounts[to][by] + worth))
    return tuple(map(tuple, accounts))


def _deeds(public: Tableau, event: Event) -> list[tuple[Seat, Seat, int]]:
    """By whom, to whom, and how it counts."""
    match event:
        case BoonAnswered(seat, granted):
            return [(first_rank(public), seat, GRANTED if granted else REFUSED)]
        case HuntDeclared(seat, hunted):
            return [(seat, hunted, HUNTED)]
        case DisciplineUsed(seat=seat, targets=targets):
            return [(seat, target, USED) for target in targets if target != seat]
        case Conspired(seats):
            first, second = seats
            return [(first, second, AGREED), (second, first, AGREED)]
        case Smuggled():
            return [(one, two, AGREED) for one in event.seats for two in event.seats if one != two]
        case _:
            return []
