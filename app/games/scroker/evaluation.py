"""What a hand of chips promises: on one scale from 0 to 1, after its end and while it is still played."""

from collections.abc import Sequence
from typing import Final

from app.games.scroker.lexicon import lexicon
from app.games.scroker.openers import opened_on
from app.games.scroker.opponent_samples import own_key
from app.games.scroker.options import hand_rules
from app.games.scroker.state import Phase, ScrokerState, Tableau, live, shared

RANGE: Final = 0.4
"""How many buy-ins, for each player, won or lost make the whole scale: pots grow with the table, and what lies beyond is cut off."""


def payoff(public: Tableau) -> list[float] | None:
    """What the last finished hand was worth, by seat."""
    if public.paid is None:
        return None
    worth = [0.5] * len(public.stacks)
    for seat, net in zip(public.paid.seats, public.paid.nets, strict=True):
        worth[seat] = _scaled(public, net)
    return worth


def evaluate(world: ScrokerState) -> Sequence[float] | None:
    """What the running hand promises once nothing is left to it but words: each pot goes to the best real ones."""
    public = world.public
    if public.phase is not Phase.DECLARE or public.declared:
        return None
    rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
    keys = {
        seat: own_key(world.private[seat].cards + shared(public, seat), rules, words)
        for seat in live(public)
    }
    if public.opener in keys and opened_on(public, world.private[public.opener].dealt) is None:
        del keys[public.opener]
    won = [0.0] * len(public.stacks)
    for pot in public.pots:
        most = max((keys[seat] for seat in pot.eligible if seat in keys), default=None)
        winners = [seat for seat in pot.eligible if keys.get(seat) == most]
        for seat in winners if most else ():
            won[seat] += pot.chips / len(winners)
    worth = [0.5] * len(public.stacks)
    for seat in public.players:
        worth[seat] = _scaled(
            public, public.stacks[seat] - public.markers[seat] - public.started[seat] + won[seat]
        )
    return worth


def _scaled(public: Tableau, net: float) -> float:
    return min(max(0.5 + net / (2 * RANGE * public.options.buy_in * len(public.seats)), 0.0), 1.0)
