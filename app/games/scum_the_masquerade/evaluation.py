"""An estimate of a running round, for a search that stops before its end."""

from math import exp

from app.games.scum_the_masquerade.odds import burden
from app.games.scum_the_masquerade.state import Asked, Phase, ScumState, still_in

LEAD = 0.5
"""The worth of leading now, in turns."""


def evaluate(world: ScumState) -> list[float] | None:
    """The expected place, by seat: 1 for the first, 0 for the last; None unless a round runs."""
    public = world.public
    if public.phase is not Phase.PLAY:
        return None
    playing = still_in(public)
    strength = {seat: -burden(world.private[seat].cards) for seat in playing}
    if public.asked is Asked.LEAD and public.turn in strength:
        strength[public.turn] += LEAD
    last = len(public.order) - 1
    paid = [0.0] * len(world.private)
    for place, seat in enumerate(public.out):
        paid[seat] = 1 - place / last
    odds = {seat: exp(strong) for seat, strong in strength.items()}
    for seat in playing:
        behind = sum(odds[other] / (odds[seat] + odds[other]) for other in playing if other != seat)
        paid[seat] = 1 - (len(public.out) + behind) / last
    return paid
