"""The value of a hand of chips from 0 to 1, for a search: at its end, and before the showdown."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import opened_on
from app.games.scroker.opponent_samples import own_key
from app.games.scroker.state import Phase, ScrokerState, Tableau, live, shared
from app.rules.game import Seat

RANGE: Final = 0.4
"""Buy-ins, for each player, that make the whole scale. Pots grow with the table; larger results are
cut off."""
HAND: Final = 8
"""Antes that winning a hand is worth besides its chips. Before anybody has bet, chips alone hardly
say whether to try for the pot."""


def payoff(public: Tableau) -> list[float] | None:
    """The payoff of the last finished hand, by seat."""
    if public.paid is None:
        return None
    return _scaled(public, dict(zip(public.paid.seats, public.paid.nets, strict=True)))


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
    nets = {
        seat: public.stacks[seat] - public.markers[seat] - public.started[seat] + won[seat]
        for seat in public.players
    }
    return _scaled(public, nets)


def _scaled(public: Tableau, nets: Mapping[Seat, float]) -> list[float]:
    """The worth of these chips, and of winning the hand, by seat."""
    whole = 2 * RANGE * public.options.buy_in * len(public.seats)
    prize = HAND * public.options.ante
    most = max(nets.values(), default=0)
    winners = sum(net == most for net in nets.values())
    worth = [0.5] * len(public.stacks)
    for seat, net in nets.items():
        won = (net == most) / winners - 1 / len(nets)
        worth[seat] = min(max(0.5 + (net + prize * won) / whole, 0.0), 1.0)
    return worth
