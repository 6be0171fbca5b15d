"""How good a move looks to somebody who sees one view: what the bots listen to.

A hand is worth what it still costs to be rid of. Every group of one face costs about a turn; less if it is likely to win the
trick it is played on, for then it brings the lead; less if others are likely to lead something that it can follow. A move is
worth the hand that it leaves, and the lead if it wins it.
"""

from collections import Counter
from collections.abc import Sequence
from math import comb, prod
from typing import Final, assert_never

from app.games.scum_of_the_earth.cards import FACE, INFINITY_FACE, KING_FACE, PLACE, PLAIN, REACH, SPECIAL, Card, without
from app.games.scum_of_the_earth.moves import Confirm, Decline, Give, Move, Pass, Play, Takeover, Target
from app.games.scum_of_the_earth.skips import unseen
from app.games.scum_of_the_earth.state import ScumView, Set, Tableau, still_in
from app.games.scum_of_the_earth.tricks import meanings, size
from app.games.scum_of_the_earth.turns import best_set
from app.rules.game import Seat

WILLING: Final = 0.68
"""How often somebody who could beat a set does so."""
FOLLOWED: Final = 0.3
"""How much of a turn is saved where others are sure to lead something that can be followed."""
CONTROL: Final = 2.1
"""How much of a turn is saved by a group that is sure to win its trick."""
OUT: Final = 2.9
"""What the last card out of the hand is worth, in turns."""
EACH: Final = 0.07
"""What every single card costs besides its group's turn."""
RUN: Final = 4.7
"""What it is worth to be able to go out in one run of tricks, in turns."""
FORCED: Final = 0.1
"""What Infinity costs besides its turn: it may come back."""


class Outlook:
    """What the other hands may hold together, as far as this view tells; answers are in turns and chances, and kept."""

    def __init__(self, view: ScumView) -> None:
        assert view.seat is not None
        assert view.private is not None
        public = view.public
        self.left = unseen(public)
        self.left.subtract(view.private.cards)
        self.others = [seat for seat in still_in(public) if seat != view.seat]
        self.most = max((public.counts[seat] for seat in self.others), default=0)
        self._share = 1 / max(len(self.others), 1)
        self._held: dict[tuple[int, int], float] = {}
        self._wins: dict[tuple[int, int], float] = {}
        self._cost: dict[tuple[int, int], float] = {}

    def held(self, face: int, number: int) -> float:
        """The chance that somebody else can show `number` of `face`."""
        known = self._held.get((face, number))
        if known is None:
            known = self._held[face, number] = self._any(face, number)
        return known

    def _any(self, face: int, number: int) -> float:
        if number > self.most:
            return 0.0
        plain = max(self.left[PLAIN[face]], 0)
        special = SPECIAL.get(face)
        if special is not None:
            plain += max(self.left[special], 0)
        wild = max(self.left[Card.WILD], 0) if 0 < face <= KING_FACE else 0
        if face in REACH[Card.WILD_3_9]:
            wild += max(self.left[Card.WILD_3_9], 0)
        one = (_tail(plain, number, self._share) + _tail(plain + wild, number, self._share)) / 2
        return 1 - (1 - one) ** len(self.others)

    def wins(self, face: int, number: int) -> float:
        """The chance that `number` of `face` wins its trick, against everybody else still in."""
        known = self._wins.get((face, number))
        if known is None:
            known = 1.0
            for better in range(0 if number == 1 else 1, min(face, KING_FACE + 1)):
                known *= max(1 - WILLING * self.held(better, number), 0.001)
            self._wins[face, number] = known
        return known

    def cost(self, face: int, number: int) -> float:
        """What a group of `number` of `face` costs to be rid of, in turns; less than nothing for one that brings the lead."""
        known = self._cost.get((face, number))
        if known is None:
            quiet = 1.0
            for worse in range(face + 1, KING_FACE + 1):
                quiet *= 1 - self.held(worse, number) / 2
            follow = 1 - quiet
            known = 1 - FOLLOWED * follow - CONTROL * self.wins(face, number) + EACH * number
            if face == INFINITY_FACE:
                known = 1 + FORCED
            self._cost[face, number] = known
        return known

    def hand(self, cards: Sequence[Card]) -> float:
        """What these cards are worth in hand, in turns: nothing is best, but for what brings the lead."""
        if not cards:
            return OUT
        groups: Counter[int] = Counter()
        worth = 0.0
        for card in cards:
            if card is Card.WILD:
                worth -= self.cost(1, 1)
            elif card is Card.WILD_3_9:
                worth -= self.cost(3, 1)
            else:
                groups[FACE[card]] += 1
        for face, number in groups.items():
            worth -= self.cost(face, number)
        return worth

    def lead(self, cards: Sequence[Card]) -> float:
        """What having the lead with these cards in hand is worth, in turns: the dearest group goes."""
        groups = Counter(FACE[card] for card in cards if card in FACE)
        if not groups:
            return RUN
        wins = [self.wins(face, number) for face, number in groups.items()]
        run = prod(wins) / min(wins) if min(wins) else 0.0
        return max(self.cost(face, number) for face, number in groups.items()) + RUN * run


def _tail(copies: int, number: int, share: float) -> float:
    """The chance that at least `number` of `copies` cards lie in a hand that gets each with chance `share`."""
    if copies < number:
        return 0.0
    return 1 - sum(comb(copies, few) * share**few * (1 - share) ** (copies - few) for few in range(number))


def weigh(view: ScumView, moves: Sequence[Move]) -> Sequence[float]:
    """How good each legal move looks, in turns; larger is better."""
    outlook = Outlook(view)
    return [_weight(view, outlook, move) for move in moves]


def _weight(view: ScumView, outlook: Outlook, move: Move) -> float:
    assert view.seat is not None
    assert view.private is not None
    public, hand = view.public, view.private.cards
    match move:
        case Confirm():
            return 0.0
        case Takeover():
            return 1.0
        case Give(cards):
            return outlook.hand(without(hand, cards)) + sum(PLACE[card] for card in cards) / 50
        case Play():
            return _play(view, outlook, move)
        case Pass():
            return outlook.hand(hand)
        case Decline():
            best = best_set(public)
            assert best is not None
            return _after(view, outlook, best, hand)
        case Target(seat):
            return _threat(public, seat)
        case _:
            assert_never(move)


def _play(view: ScumView, outlook: Outlook, move: Play) -> float:
    assert view.seat is not None
    assert view.private is not None
    face = meanings(move, best_set(view.public))[0]
    laid = Set(view.seat, move.cards, face, size(move))
    return _after(view, outlook, laid, without(view.private.cards, move.cards))


def _after(view: ScumView, outlook: Outlook, best: Set, hand: tuple[Card, ...]) -> float:
    """The worth of `hand` while the own set `best` lies in the trick."""
    public = view.public
    worth = outlook.hand(hand)
    if not hand:
        return worth
    trick = public.trick
    assert trick is not None
    against = [seat for seat in outlook.others if seat not in trick.barred and public.counts[seat] >= best.size]
    fresh = sum(0.4 if seat in trick.passed else 1.0 for seat in against)
    if Card.SPECIAL_6 in best.cards:
        fresh = max(fresh - 1, 0)
    wins: float = outlook.wins(best.face, best.size) ** (fresh / max(len(outlook.others), 1))
    infinity = bool(trick.sets) and trick.sets[0].face == INFINITY_FACE
    gain = outlook.lead(hand) - (outlook.cost(INFINITY_FACE, 1) if infinity else 0.0)
    return worth + wins * gain


def _threat(public: Tableau, seat: Seat) -> float:
    return float(-public.counts[seat])
