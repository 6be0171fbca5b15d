"""Pacts: for a rank higher, somebody plays a round without having seen the own crypt (8.1).

The owner's text gives the place of infernalism in a round and its effect on ranks. The rest is
ours.
"""

from typing import Final

from app.games.scum_the_masquerade.events import PactsRevealed
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.state import Phase, ScumState, Tableau, first_rank, with_hand
from app.kits.next_state import after
from app.rules.game import Seat, Span

SECONDS: Final = 15
"""The window runs its full time: its early end would tell that all have answered."""


def span(public: Tableau) -> Span | None:
    """The window for pacts, while it runs."""
    return Span(f"pacts-{public.round}", SECONDS) if public.phase is Phase.PACTS else None


def may_take(public: Tableau, seat: Seat) -> bool:
    """Anybody but the first rank, and nobody two rounds running."""
    return seat != first_rank(public) and seat not in public.takers


def choose(state: ScumState, seat: Seat, take: bool) -> ScumState:
    """A choice is its owner's alone until the window closes."""
    return with_hand(state, seat, pact=take)


def close(state: ScumState) -> ScumState:
    """All pacts are revealed, and the ranks change; who has to declares anew (owner, 5)."""
    public = state.public
    takers = tuple(seat for seat in public.order if state.private[seat].pact)
    for seat in public.order:
        state = with_hand(state, seat, pact=None)
    order = climbed(public.order, takers)
    risen = order[0] if order[0] != public.order[0] else None
    state = after(state, takers=takers, order=order, risen=risen)
    if takers:
        state = after(state, PactsRevealed(takers, order))
    return declaring.decided_or_not(state)


def climbed(order: tuple[Seat, ...], takers: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """From the highest rank down each taker changes places with the player then above.

    >>> climbed((0, 1, 2, 3, 4), (3, 4)), climbed((0, 1, 2, 3, 4), (1, 2))
    ((0, 1, 3, 4, 2), (1, 2, 0, 3, 4))
    """
    places = list(order)
    for taker in takers:
        at = places.index(taker)
        if at:
            places[at - 1], places[at] = places[at], places[at - 1]
    return tuple(places)
