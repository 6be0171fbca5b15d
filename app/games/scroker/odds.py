"""The odds of one seat in a hand, from its view: chances to win, the call and the pot."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from app.games.scroker.betting import owes
from app.games.scroker.cards import Card, pack, sort_hand
from app.games.scroker.hands import Key
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scroker.opponent_samples import (
    SEVEN,
    bits,
    draw_keys,
    own_key,
    share_beaten,
    stud_keys,
)
from app.games.scroker.state import ScrokerView, Tableau, in_the_middle, live, own_cards
from app.rules.game import Seat

BETTOR: Final = 0.14
"""The share of hands, the worst, that a player who opens does not hold; a raise cuts the rest
again."""
CALLER: Final = 0.08
"""The share of hands, the worst, that a player who has called in this round does not hold."""


def folded_share(public: Tableau, seat: Seat) -> float:
    """The share of hands, the worst, with which this seat would not have bet."""
    rest = 1.0
    if seat == public.aggressor:
        rest = (1 - BETTOR) ** (1 + public.raises)
    elif seat == public.opener and public.round > 1:
        rest = 1 - BETTOR
    elif public.level and public.put[seat]:
        rest = 1 - CALLER
    return min(1 - rest, 0.9)


class Odds:
    """One view of somebody who is in the hand."""

    def __init__(self, view: ScrokerView) -> None:
        assert view.seat is not None
        assert view.private is not None
        self.view, self.public, self.seat = view, view.public, view.seat
        self.rules, self.words = hand_rules(self.public.named), lexicon(self.public.options.lexicon)
        self.cards = own_cards(view)
        self.deck = pack(self.public.named.scrokers)
        self.stud = self.public.named.base == "longhorn"
        self.others = [seat for seat in live(self.public) if seat != self.seat]
        self.pot = in_the_middle(self.public)
        self.to_call = (
            min(owes(self.public, self.seat), self.public.stacks[self.seat])
            if self.public.level
            else 0
        )

    @cached_property
    def hand_random(self) -> float:
        """A pseudo-random number from 0 to 1 that follows from the hand alone."""
        mixed = 7 + self.public.hand + 3 * self.public.round
        assert self.view.private is not None
        for card in self.view.private.cards:
            mixed = (mixed * 31 + card.place * 17 + 5) % 1009
        return mixed / 1008

    @cached_property
    def own(self) -> tuple[Key, ...]:
        """Sorted keys of what this hand may become; in the draw games of what it is."""
        if self.stud:
            number = SEVEN if self.public.common is None else len(self.cards)
            return stud_keys(self.public.named, self.words.name, sort_hand(self.cards), number)
        return (own_key(self.cards, self.rules, self.words),)

    def theirs(self, seat: Seat) -> Sequence[Key]:
        """Sorted keys of what another seat may have in the end; before a draw, of what it may have
        now.
        """
        public = self.public
        if self.stud:
            keys: Sequence[Key] = stud_keys(public.named, self.words.name, self._open(seat), SEVEN)
        else:
            keys = draw_keys(
                public.named, self.words.name, public.spit, self._seen, public.drawn[seat]
            )
        return keys[int(folded_share(public, seat) * len(keys)) :]

    def _open(self, seat: Seat) -> tuple[Card, ...]:
        public = self.public
        shown = public.shown[seat] if public.shown else ()
        common = () if public.common is None else (public.common,)
        return sort_hand({*public.up[seat], *shown, *common})

    @cached_property
    def _seen(self) -> int:
        assert self.view.private is not None
        return bits({*self.view.private.cards, *self.view.private.discards})

    def wins(self, key: Key) -> list[float]:
        """The chances that this hand beats each of the others."""
        return [share_beaten(self.theirs(seat), key) for seat in self.others]

    @cached_property
    def chances(self) -> list[float]:
        """The chances that this hand, as it may become, beats each of the others."""
        own = self.own
        some = own[:: max(len(own) // 5, 1)]
        return [
            sum(share_beaten(keys, key) for key in some) / len(some)
            for keys in map(self.theirs, self.others)
        ]
