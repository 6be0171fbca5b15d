"""What a hand of chips promises: on one scale from 0 to 1, after its end and while it is still played."""

from collections.abc import Sequence
from typing import Final

from app.games.scroker.hands import Key
from app.games.scroker.lexicon import lexicon
from app.games.scroker.options import hand_rules
from app.games.scroker.rivals import own_key
from app.games.scroker.showdown import strength
from app.games.scroker.state import Phase, ScrokerState, Tableau, in_the_middle, live, shared
from app.rules.game import Seat

RANGE: Final = 0.8
"""How many buy-ins won or lost make the whole scale."""
FIRM: Final = 3.0
"""How many times likelier than the next best hand the best one wins, while cards or words are still to come."""


def earned(public: Tableau) -> list[float] | None:
    """What the last finished hand was worth, by seat."""
    if public.paid is None:
        return None
    worth = [0.5] * len(public.stacks)
    for seat, net in zip(public.paid.seats, public.paid.nets, strict=True):
        worth[seat] = _scaled(public, net)
    return worth


def promise(world: ScrokerState) -> Sequence[float] | None:
    """What the running hand promises: the pot goes by the hands as they are now, the better the likelier."""
    public = world.public
    if public.phase not in (Phase.BET, Phase.DRAW, Phase.DECLARE, Phase.CHALLENGE):
        return None
    stayed = live(public)
    shares = _shares(world, stayed)
    pot = in_the_middle(public)
    worth = [0.5] * len(public.stacks)
    for seat in public.players:
        net = public.stacks[seat] - public.markers[seat] - public.started[seat] + pot * shares.get(seat, 0.0)
        worth[seat] = _scaled(public, net)
    return worth


def _shares(world: ScrokerState, stayed: Sequence[Seat]) -> dict[Seat, float]:
    public = world.public
    keys: dict[Seat, Key] = {}
    rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
    for seat in stayed:
        if public.phase is Phase.CHALLENGE:
            keys[seat] = strength(world, seat).key
        else:
            keys[seat] = own_key(world.private[seat].cards + shared(public, seat), rules, words)
    shares: dict[Seat, float] = {}
    left = 1.0
    order = sorted(stayed, key=lambda seat: keys[seat], reverse=True)
    for place, seat in enumerate(order):
        last = place == len(order) - 1
        shares[seat] = left if last else left * FIRM / (FIRM + 1)
        left -= shares[seat]
    return shares


def _scaled(public: Tableau, net: float) -> float:
    return min(max(0.5 + net / (2 * RANGE * public.options.buy_in), 0.0), 1.0)
