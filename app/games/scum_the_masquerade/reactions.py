"""The worth of cancelling a use that waits for answers, from one view."""

from typing import Final

from app.games.scum_the_masquerade import bluffing
from app.games.scum_the_masquerade.powers import announcing
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.state import ScumView, still_in

FEW: Final = 5
"""Cards of a crypt that is nearly empty."""
COST: Final = 0.3
"""The worth of the dots or the charge that the answer costs."""
HARM: Final = {Discipline.AUSPEX: 0.2, Discipline.DOMINATE: 0.5, Discipline.QUIETUS: 0.4}
"""The harm that a use does to its target; of others it is greater."""
MOST: Final = 1.0
LATE: Final = 0.5
"""The further harm that a use does to somebody who is nearly out."""


def worth_of_cancelling(view: ScumView) -> float:
    """Above 0 if the use should come to nothing.

    A target saves itself. Others hold up a user who is nearly out. A bluff is challenged by odds.
    """
    public, seat = view.public, view.seat
    pending = public.pending
    if pending is None or seat is None:
        return 0.0
    if announcing.bluff(public) is not None:
        return bluffing.worth_of_challenge(view)
    use = pending.use
    if seat in use.targets:
        late = LATE * (public.counts[seat] <= FEW)
        return HARM.get(use.discipline, MOST) + late - COST
    ahead = public.counts[pending.seat] <= min(FEW, public.counts[seat])
    return MOST * (ahead and len(still_in(public)) > 1) - COST
