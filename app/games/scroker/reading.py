"""What the others' bets tell about their cards: how likely they are to have bet as they did, had they held these.

Whoever opens, raises or calls is taken not to hold the worst of the hands that the sample knows; bluffs do happen.
"""

from typing import Final

from app.games.scroker.cards import sort_hand
from app.games.scroker.lexicon import lexicon
from app.games.scroker.options import hand_rules
from app.games.scroker.outlook import never
from app.games.scroker.rivals import beaten, draw_keys, own_key, stud_keys
from app.games.scroker.state import Phase, ScrokerState, live, shared
from app.rules.game import Seat

BLUFF: Final = 0.25
"""How much likelier a hand is that is good enough for its bets than one that is not, turned round."""


def likelihood(world: ScrokerState, viewer: Seat) -> float:
    """How likely the others' bets were in this world; only its ratio to another world's means anything."""
    public = world.public
    if public.phase not in (Phase.BET, Phase.DRAW, Phase.DECLARE):
        return 1.0
    rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
    likely = 1.0
    for seat in live(public):
        least = never(public, seat)
        if seat == viewer or not least:
            continue
        common = shared(public, seat)
        key = own_key(world.private[seat].cards + common, rules, words)
        if public.named.base == "longhorn":
            keys = stud_keys(public.named, words.name, sort_hand(common), len(world.private[seat].cards) + len(common))
        else:
            keys = draw_keys(public.named, words.name, public.spit, 0, public.drawn[seat])
        if beaten(keys, key) < least:
            likely *= BLUFF
    return likely
