"""An estimate of a running round, for a search that stops before its end.

A crypt's strength is a sum over its groups. Of two players the stronger goes out first, with a
chance that follows from the difference (a logistic curve). The numbers were fitted to 11,500 pairs
of players in plain rounds of steady bots.
"""

from math import exp
from typing import Final

from app.games.scum_the_masquerade.cards import RANKS, Card
from app.games.scum_the_masquerade.state import Asked, Phase, ScumState, still_in

GROUP: Final = -1.43
"""The worth of a group of cards of one rank, were they 3s."""
HIGHER: Final = 0.49
HIGHEST: Final = 1.04
"""The further worth of a group of 2s: in proportion to the rank, and to its square."""
EACH: Final = 0.33
"""The worth of every card: groups of more cards are harder to beat."""
LEAD: Final = 0.62
"""The worth of leading now."""
ON_TOP: Final = 0.22
"""The worth of having the best hand in the trick."""
_WORTH: Final = tuple(
    GROUP + HIGHER * share + HIGHEST * share**2
    for share in (rank / (len(RANKS) - 1) for rank in range(len(RANKS)))
)


def strength(cards: tuple[Card, ...]) -> float:
    """The strength of a crypt."""
    return sum(_WORTH[rank] for rank in {card.rank for card in cards}) + EACH * len(cards)


def evaluate(world: ScumState) -> list[float] | None:
    """The expected place, by seat: 1 for the first, 0 for the last; None unless a round runs."""
    public = world.public
    if public.phase is not Phase.PLAY:
        return None
    playing = still_in(public)
    strong = {seat: strength(world.private[seat].cards) for seat in playing}
    if public.asked is Asked.LEAD and public.turn in strong:
        strong[public.turn] += LEAD
    elif public.trick is not None and public.trick.hands and public.trick.hands[-1].seat in strong:
        strong[public.trick.hands[-1].seat] += ON_TOP
    last = len(public.order) - 1
    paid = [0.0] * len(world.private)
    for place, seat in enumerate(public.out):
        paid[seat] = 1 - place / last
    odds = {seat: exp(worth) for seat, worth in strong.items()}
    for seat in playing:
        behind = sum(odds[other] / (odds[seat] + odds[other]) for other in playing if other != seat)
        paid[seat] = 1 - (len(public.out) + behind) / last
    return paid
