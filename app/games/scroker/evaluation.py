"""The value of a hand of chips from 0 to 1, for a search: at its end, and before the showdown."""

from collections.abc import Sequence
from typing import Final

from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import opened_on
from app.games.scroker.opponent_samples import own_key
from app.games.scroker.state import Phase, ScrokerState, Tableau, live, shared

RANGE: Final = 0.4
"""Buy-ins, for each player, that make the whole scale. Pots grow with the table; larger results are
cut off."""


def payoff(public: Tableau) -> list[float] | None:
    """The payoff of the last finished hand, by seat."""
    if public.paid is None:
        return None
    worth = [0.5] * len(public.stacks)
    for seat, net in zip(public.paid.seats, public.paid.nets, strict=True):
        worth[seat] = _scaled(public, net)
    return worth


def evaluate(world: ScrokerState) -> Sequence[float] | None:
    """The expected payoff once only words are left: each pot goes to the best real ones."""
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
