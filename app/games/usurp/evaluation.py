"""The worth of a hand that has ended, and an estimate of one that runs, for a search.

The estimate adds up each side's points, what its cards may still win in the present Order, and the
turn. The more cards are left, the less a lead counts. The numbers were fitted to 23 000 positions
that steady bots finished.
"""

from math import exp, sqrt
from typing import Final

from app.games.usurp.cards import CROWN, PLOW, Order
from app.games.usurp.plays import judge
from app.games.usurp.scoring import side_of, standings
from app.games.usurp.state import Asked, Tableau, UsurpState

CARD: Final = (-1.0, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, 0.5, 2.0, 3.0, 4.5, 8.0)
"""Points that a card may still win, from the lowest rank in the present Order to the highest."""
WORTH: Final = {
    Order.REGAL: {rank: CARD[rank - PLOW] for rank in range(PLOW, CROWN + 1)},
    Order.COMMON: {rank: CARD[CROWN - rank] for rank in range(PLOW, CROWN + 1)},
}
WINS: Final = 1.1
"""The share of the Upcard's worth that a player gets who can win it."""
LOSES: Final = -1.5
"""And to one who cannot: the others get it, and the next card to win."""
LAST: Final = 11.5
"""The worth of having a card more than the next player, and so the last word."""
TURN: Final = -6.3
SPREAD: Final = 8.1
"""The scale of a lead, in points, for each root of the number of cards left."""


def payoff(public: Tableau) -> list[float]:
    """By seat, 1 for the winners of the last hand: a second place earns nothing."""
    paid = sorted(standings(public), key=lambda standing: standing.seat)
    return [float(standing.rank == 1) for standing in paid]


def evaluate(world: UsurpState) -> list[float] | None:
    """By seat, the chance that its side wins the hand; None where no card is asked for."""
    public = world.public
    seat, order = public.turn, public.order
    if public.asked is not Asked.PLAY or seat is None or order is None:
        return None
    stands: list[float] = list(public.hand_points)
    worth = WORTH[order]
    for holder, hand in enumerate(world.private):
        stands[holder % len(stands)] += sum(worth[card.rank] for card in hand.cards)
    won = max(
        (
            verdict.points
            for card in world.private[seat].cards
            if (verdict := judge(public, card)).wins
        ),
        default=0,
    )
    ahead = public.counts[seat] - public.counts[(seat + 1) % len(public.counts)]
    stands[side_of(public, seat)] += (
        TURN + LAST * ahead + (WINS * won if won else LOSES * public.worth)
    )
    spread = SPREAD * sqrt(sum(public.counts))
    best = max(stands)
    odds = [exp((points - best) / spread) for points in stands]
    whole = sum(odds)
    return [odds[side_of(public, seat)] / whole for seat in public.seats]
