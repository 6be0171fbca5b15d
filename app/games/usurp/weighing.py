"""How good a move looks to somebody who sees one view: what the bots listen to.

A card is weighed by the points that it wins or loses now, by what it then offers the next player as the Upcard, and by what it
could still win later if it were kept. An Uprising is weighed by how likely it is to be challenged, judged from what the other side can
know; a challenge by how likely the Downcard is to win, judged from the cards that nobody has seen. Weights are in points.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, assert_never

from app.games.usurp.cards import PACK, Card
from app.games.usurp.moves import CallReneg, Challenge, Move, NameOrder, Play, Uprise
from app.games.usurp.orders import Order, beats
from app.games.usurp.plays import judge
from app.games.usurp.scoring import BEATEN, BONUS, RENEG, VALUES, left_of
from app.games.usurp.state import Asked, Tableau, UsurpView
from app.games.usurp.ways import Way

GRACE: Final = 0.45
"""What part of an Upcard's worth the player before gets, on average, from somebody who cannot win it: there are bluffs."""
SPARE: Final = 5.0
"""What a Sluff Off offers besides: the card that lies there next, for anything."""
KEEP: Final = 14.0
"""What a card is worth in hand that would win on every Upcard to come."""
HONEST: Final = 0.45
"""How often somebody who could win openly rises instead."""
BLUFF: Final = 0.5
"""How often somebody who could not does."""
NERVE: Final = 2.0
"""How many points make a challenge fairly certain."""
WHIM: Final = 6.0
"""How many points a mood may weigh where a bluff or a challenge is a matter of nerve."""
SLY: Final = 0.1
"""How often somebody who could follow suit sluffs off instead, on their honour."""
CALLED: Final = 0.4
"""How often that is called."""


def _mask(cards: Sequence[Card]) -> int:
    """A set of cards as the bits of a number, each at its place in the pack."""
    return sum(1 << card.place for card in cards)


BIT: Final = {card: 1 << card.place for card in PACK}
SUIT: Final = {card: _mask([other for other in PACK if other.suit == card.suit]) for card in PACK}
"""The cards of a card's suit."""
EQUALS: Final = {card: _mask([other for other in PACK if other.rank == card.rank and other is not card]) for card in PACK}
"""The cards that usurp it."""
BETTER: Final = {
    order: {
        card: _mask([other for other in PACK if other.suit == card.suit and other is not card and beats(other, card, order)])
        for card in PACK
    }
    for order in Order
}
"""The cards of its suit that beat it."""
WORSE: Final = {
    order: {
        card: _mask([other for other in PACK if other.suit == card.suit and other is not card and beats(card, other, order)])
        for card in PACK
    }
    for order in Order
}
"""The cards of its suit that it beats."""


class Outlook:
    """What the next player may hold, as far as this view tells."""

    def __init__(self, view: UsurpView) -> None:
        public, hand = view.public, view.private
        assert hand is not None
        assert view.seat is not None
        other = left_of(public, view.seat) if public.asked is not Asked.ANSWER or public.rising is None else public.rising
        seen, void = 0, 0
        upcard: Card | None = None
        enforced = public.options.renegs == "enforced"
        for laid in public.discard:
            card = laid.card
            if card is not None:
                if enforced and laid.way is Way.SLUFF and laid.seat == other and not laid.challenged and upcard is not None:
                    void |= SUIT[upcard]
                seen |= BIT[card]
                upcard = card
        for card in public.reveal:
            seen |= BIT[card]
        self.gone = seen
        for card in hand.cards:
            seen |= BIT[card]
        for card, _ in hand.downcards:
            seen |= BIT[card]
        if hand.rising is not None:
            seen |= BIT[hand.rising]
        self.unseen = (1 << 52) - 1 & ~seen
        self.held = self.unseen & ~void
        """What the other may hold."""
        count = public.counts[other] + (public.rising == other)
        self.miss = 1 - min(count / max(self.held.bit_count(), 1), 1.0)
        """The chance that one such card is not in that hand."""
        self.values = VALUES[public.options.points]
        self.beaten = BEATEN[public.options.points]

    def winning(self, upcard: Card, order: Order) -> float:
        """The chance that the other can win this Upcard openly."""
        return 1.0 - self.miss ** (self.held & (BETTER[order][upcard] | EQUALS[upcard])).bit_count()

    def exposed(self, upcard: Card, order: Order) -> float:
        """What leaving this Upcard to the other brings, in points; mostly less than nothing."""
        worth = self.values[upcard.rank]
        held, miss = self.held, self.miss
        no_win = miss ** (held & (BETTER[order][upcard] | EQUALS[upcard])).bit_count()
        sluffs = miss ** (held & (SUIT[upcard] | EQUALS[upcard])).bit_count()
        loss = (1.0 - no_win) * worth
        if upcard.beater:
            beater = 1.0 - miss ** (held & SUIT[upcard] & EQUALS_OF_BEATER[upcard.rank]).bit_count()
            loss += beater * (self.beaten - worth)
        return GRACE * no_win * worth + sluffs * SPARE - loss

    def kept(self, card: Card, order: Order) -> float:
        """What the card may win later, as a share of the cards that may come to lie open."""
        open_ = self.unseen.bit_count() or 1
        return KEEP * (self.unseen & (WORSE[order][card] | EQUALS[card])).bit_count() / open_


EQUALS_OF_BEATER: Final = {
    rank: _mask([card for card in PACK if card.beater and card.rank != rank]) for rank in {card.rank for card in PACK if card.beater}
}
"""The beaters that beat a beater of this rank, of whatever suit."""


def weigh(view: UsurpView, moves: Sequence[Move]) -> Sequence[float]:
    """How good each legal move looks, in points; larger is better."""
    public = view.public
    match public.asked:
        case None:
            return [0.0] * len(moves)
        case Asked.LEADING | Asked.ORDER:
            return _orders(view, moves)
        case Asked.ANSWER:
            return _answers(view, moves)
        case Asked.LEAD | Asked.PLAY:
            return _cards(view, moves)
        case _:
            assert_never(public.asked)


def mood(hand: Sequence[Card]) -> float:
    """A number from -1 to 1 that follows from the cards in hand, and that nobody else can foresee."""
    mixed = 7
    for card in hand:
        mixed = (mixed * 31 + card.place * 17 + 5) % 1009
    return mixed / 504 - 1


def _cards(view: UsurpView, moves: Sequence[Move]) -> list[float]:
    public, hand = view.public, view.private
    assert hand is not None
    assert public.order is not None
    outlook, order = Outlook(view), public.order
    points = public.options.points
    last = len(hand.cards) == 1
    upcard = public.upcard
    played: dict[Card, float] = {}
    risen: dict[Card, float] = {}
    bonus = BONUS[points]
    challenged, given, nerve = 0.0, 0.0, 0.0
    if upcard is not None:
        challenged = _doubt(public, outlook, hand.cards, bonus)
        given = (1 - challenged) * (public.worth + (0 if last else outlook.exposed(upcard, order)))
        nerve = WHIM * mood(hand.cards) / 2
    weights: list[float] = []
    for move in moves:
        match move:
            case Play(card) | Uprise(card):
                if card not in played:
                    kept = outlook.kept(card, order)
                    if upcard is None:
                        played[card] = outlook.exposed(card, order) - kept
                    else:
                        verdict = judge(public, card)
                        if verdict.way is Way.SLUFF:
                            then = -outlook.values[card.rank] - SPARE
                        elif verdict.way is Way.USURP:
                            then = max(outlook.exposed(card, Order.REGAL), outlook.exposed(card, Order.COMMON))
                        else:
                            then = outlook.exposed(card, order)
                        now = verdict.points if verdict.wins else -verdict.points
                        played[card] = now + then - kept
                        more = bonus if verdict.wins else -bonus
                        risen[card] = given + challenged * (now + more + then) - kept + (0 if verdict.wins else nerve)
                        if (
                            verdict.way is Way.SLUFF
                            and public.options.renegs == "honour"
                            and any(c.suit == upcard.suit for c in hand.cards)
                        ):
                            played[card] -= CALLED * 2 * RENEG[points]
                weights.append(played[card] if isinstance(move, Play) else risen[card])
            case _:
                weights.append(0.0)
    if CallReneg() in moves:
        at = moves.index(CallReneg())
        weights[at] = max(weight for index, weight in enumerate(weights) if index != at) + _call(public, outlook)
    return weights


def _doubt(public: Tableau, outlook: Outlook, hand: Sequence[Card], bonus: int) -> float:
    """How likely an Uprising is to be challenged, by somebody who sees what everybody sees and a hand of their own."""
    assert public.upcard is not None
    assert public.order is not None
    if public.free:
        return 0.02
    wins = BETTER[public.order][public.upcard] | EQUALS[public.upcard]
    known = outlook.miss * (outlook.unseen & wins).bit_count() + sum(1 for card in hand if BIT[card] & wins)
    strangers = outlook.miss * outlook.unseen.bit_count() + len(hand)
    able = 1 - (1 - min(len(hand) / strangers, 1.0)) ** known
    return _sure(_challenge(able, public.worth, bonus))


def _challenge(able: float, worth: int, bonus: int) -> float:
    """What a challenge brings besides giving in, where the riser is able to win openly that likely."""
    honest = able * HONEST
    bluff = (1 - able) * BLUFF
    bluff /= honest + bluff
    return bluff * (2 * worth + bonus) - (1 - bluff) * bonus


def _sure(points: float) -> float:
    """From points to a chance."""
    return 1 / (1 + exp(-points / NERVE))


def _answers(view: UsurpView, moves: Sequence[Move]) -> list[float]:
    public, hand = view.public, view.private
    assert hand is not None
    assert public.upcard is not None
    assert public.order is not None
    outlook = Outlook(view)
    able = 1.0 if public.free else outlook.winning(public.upcard, public.order)
    brings = _challenge(able, public.worth, BONUS[public.options.points])
    wins = BETTER[public.order][public.upcard] | EQUALS[public.upcard]
    mine = any(BIT[card] & wins for card in hand.cards)
    if not public.free:
        brings += WHIM * mood(hand.cards) / 2
    stays = public.worth if mine else -GRACE * public.worth
    if not hand.cards:
        stays = 0
    brings -= 0.5 * stays
    return [brings if isinstance(move, Challenge) else 0.0 for move in moves]


def _call(public: Tableau, outlook: Outlook) -> float:
    """What calling a Reneg brings: sluffing off is rarely sly."""
    assert public.upcard is not None
    assert public.accused is not None
    before = next(laid.card for laid in reversed(public.discard[:-1]) if laid.card is not None)
    held = 1 - outlook.miss ** (outlook.unseen & SUIT[before]).bit_count()
    sly = held * SLY
    sly /= sly + 1 - held
    return RENEG[public.options.points] * (2 * sly - 1)


def _orders(view: UsurpView, moves: Sequence[Move]) -> list[float]:
    public, hand = view.public, view.private
    assert hand is not None
    outlook = Outlook(view)
    weights = []
    for move in moves:
        assert isinstance(move, NameOrder)
        worth = sum(outlook.kept(card, move.order) + 0.5 * outlook.exposed(card, move.order) for card in hand.cards)
        if public.upcard is not None:
            worth += outlook.exposed(public.upcard, move.order)
        weights.append(worth)
    return weights
