"""The odds of the next player to win an Upcard, as far as one view tells.

Sets of cards are bits of a number, because a search asks thousands of times a second.
"""

from collections.abc import Iterable
from typing import Final

from app.games.usurp.cards import TWO_PACKS, Card, Order, PlayType, beats
from app.games.usurp.scoring import BEATEN, VALUES, left_of
from app.games.usurp.state import UsurpView, pack

GRACE: Final = 0.45
"""The share of an Upcard's worth that the player before gets from one who cannot win it."""
SPARE: Final = 5.0
"""The further cost of a Sluff Off: the card that lies there next can be taken by anything."""
KEEP: Final = 20.0
"""The worth of a card in hand that would win on every Upcard to come."""


def _mask(cards: Iterable[Card]) -> int:
    return sum(1 << card.place for card in cards)


BIT: Final = {card: 1 << card.place for card in TWO_PACKS}
SUIT: Final = {
    card: _mask(other for other in TWO_PACKS if other.suit == card.suit) for card in TWO_PACKS
}
"""The cards of a card's suit."""
EQUALS: Final = {
    card: _mask(other for other in TWO_PACKS if other.rank == card.rank and other is not card)
    for card in TWO_PACKS
}
"""The cards that usurp it."""
BEATERS: Final = {
    card: _mask(
        other
        for other in TWO_PACKS
        if other.suit == card.suit and other.beater and card.beater and other.rank != card.rank
    )
    for card in TWO_PACKS
}
"""The beater that beats it, if it is one."""
BETTER: Final = {
    order: {
        card: _mask(
            other
            for other in TWO_PACKS
            if other.suit == card.suit and other is not card and beats(other, card, order)
        )
        for card in TWO_PACKS
    }
    for order in Order
}
"""The cards of its suit that beat it."""
WORSE: Final = {
    order: {
        card: _mask(
            other
            for other in TWO_PACKS
            if other.suit == card.suit and other is not card and beats(card, other, order)
        )
        for card in TWO_PACKS
    }
    for order in Order
}
"""The cards of its suit that it beats."""


class Odds:
    """One other player as this view sees it: the riser that waits, else the next to play."""

    def __init__(self, view: UsurpView) -> None:
        public, hand = view.public, view.private
        assert hand is not None
        assert view.seat is not None
        other = left_of(public, view.seat) if public.rising is None else public.rising
        enforced = public.options.renegs == "enforced"
        seen, void = 0, 0
        upcard: Card | None = None
        for laid in public.discard:
            card = laid.card
            if card is not None:
                if (
                    enforced
                    and laid.way is PlayType.SLUFF
                    and laid.seat == other
                    and not laid.challenged
                    and upcard is not None
                ):
                    void |= SUIT[upcard]
                seen |= BIT[card]
                upcard = card
        for card in (*public.reveal, *hand.cards):
            seen |= BIT[card]
        for card, _ in hand.downcards:
            seen |= BIT[card]
        if hand.rising is not None:
            seen |= BIT[hand.rising]
        self.unseen = ~seen & (1 << len(pack(public))) - 1
        self.held = self.unseen & ~void
        """The cards that the other player may hold."""
        count = public.counts[other] + (public.rising == other)
        self.miss = 1 - min(count / (self.held.bit_count() or 1), 1.0)
        """The chance that one such card is not in that hand."""
        self.values = VALUES[public.options.points]
        self.beaten = BEATEN[public.options.points]

    def winning(self, upcard: Card, order: Order) -> float:
        """The chance that the other can win this Upcard openly."""
        return 1.0 - self.miss ** (self.held & (BETTER[order][upcard] | EQUALS[upcard])).bit_count()

    def exposed(self, upcard: Card, order: Order) -> float:
        """The gain from leaving this Upcard to the other player, in points; mostly below 0."""
        worth = self.values[upcard.rank]
        held, miss = self.held, self.miss
        no_win = miss ** (held & (BETTER[order][upcard] | EQUALS[upcard])).bit_count()
        sluffs = miss ** (held & (SUIT[upcard] | EQUALS[upcard])).bit_count()
        loss = (1.0 - no_win) * worth
        if upcard.beater and held & BEATERS[upcard]:
            loss += (1.0 - miss) * (self.beaten - worth)
        return GRACE * no_win * worth + sluffs * SPARE - loss

    def kept(self, card: Card, order: Order) -> float:
        """The points that the card may win later, by the share of cards that it would beat."""
        return (
            KEEP
            * (self.unseen & (WORSE[order][card] | EQUALS[card])).bit_count()
            / (self.unseen.bit_count() or 1)
        )
