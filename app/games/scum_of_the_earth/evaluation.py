"""An estimate of a running hand, for a search that stops before the end.

A hand's strength is the sum of what its groups are worth, a number for each face and size. Of two
players the stronger goes out first, with a chance that follows from the difference (a logistic
curve). The numbers were fitted to 27 000 positions that steady bots finished.
"""

from math import exp
from typing import Final

from app.games.scum_of_the_earth.cards import INFINITY_FACE
from app.games.scum_of_the_earth.odds import groups
from app.games.scum_of_the_earth.state import Asked, Phase, ScumState, still_in

BASE: Final = (0.45, 0.85, 1.35, 1.7)
"""The worth of a group of one, two, three or more cards, were its face 0."""
SLOPE: Final = (0.085, 0.115, 0.17, 0.2)
"""The part of it that is lost with each worse face."""
WILD: Final = 0.4
INFINITY: Final = -0.7
LEAD: Final = 1.36
"""The worth of leading now."""
AHEAD: Final = 0.4
"""The worth of having the best set in the trick."""

WORTH: Final = tuple(
    tuple(base - slope * face for face in range(INFINITY_FACE))
    for base, slope in zip(BASE, SLOPE, strict=True)
)


def evaluate(world: ScumState) -> list[float] | None:
    """The expected place, by seat: 1 for the first, 0 for the last.

    None unless a hand is played.
    """
    public = world.public
    if public.phase is not Phase.PLAY or public.trick is None:
        return None
    playing = still_in(public)
    strong = dict.fromkeys(playing, 0.0)
    for seat in playing:
        for face, number in groups(world.private[seat].cards).items():
            if face < 0:
                strong[seat] += WILD * number
            elif face == INFINITY_FACE:
                strong[seat] += INFINITY
            else:
                strong[seat] += WORTH[min(number, len(BASE)) - 1][face]
    if public.asked is Asked.LEAD and public.turn is not None:
        strong[public.turn] += LEAD
    elif public.trick.sets and public.trick.sets[-1].seat in strong:
        strong[public.trick.sets[-1].seat] += AHEAD
    last = len(public.ranks) - 1
    paid = [0.0] * len(world.private)
    for place, seat in enumerate(public.out):
        paid[seat] = 1 - place / last
    odds = {seat: exp(strength) for seat, strength in strong.items()}
    for seat in playing:
        behind = sum(odds[other] / (odds[seat] + odds[other]) for other in playing if other != seat)
        paid[seat] = 1 - (len(public.out) + behind) / last
    return paid
