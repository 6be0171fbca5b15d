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
from app.games.scum_of_the_earth.state import Asked, ScumView, Seen, Set, Tableau, still_in
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


NEVER: Final = -1000.0


class Outlook:
    """What the other hands may hold together, as far as this view tells; answers are in turns and chances, and kept."""

    def __init__(self, view: ScumView) -> None:
        assert view.seat is not None
        assert view.private is not None
        public = view.public
        self.others = [seat for seat in still_in(public) if seat != view.seat]
        self._known = [known_hand(public, seen) for seen in view.private.seen if seen.seat in self.others]
        self._open = [seat for seat in self.others if all(seen.seat != seat for seen in view.private.seen)]
        left = unseen(public)
        left.subtract(view.private.cards)
        for known in self._known:
            left.subtract(known)
        self._left = +left
        self._most = max((public.counts[seat] for seat in self._open), default=0)
        self._share = 1 / max(len(self._open), 1)
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
        if any(sum(_able(known, face)) >= number for known in self._known):
            return 1.0
        if number > self._most:
            return 0.0
        own, wild = _able(self._left, face)
        one = (_tail(own, number, self._share) + _tail(own + wild, number, self._share)) / 2
        return 1 - (1 - one) ** len(self._open)

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


def known_hand(public: Tableau, seen: Seen) -> Counter[Card]:
    """What a hand that a special 5 showed still holds, but for Infinity, which may have come and gone."""
    held = Counter(seen.cards)
    held.subtract(public.played[seen.seat][seen.played :])
    held[Card.INFINITY] = 0
    return +held


def _able(cards: Counter[Card], face: int) -> tuple[int, int]:
    """How many of these cards have that face, and how many wild ones may stand for it."""
    special = SPECIAL.get(face)
    own = cards[PLAIN[face]] + (0 if special is None else cards[special])
    return own, sum(cards[wild] for wild, reach in REACH.items() if face in reach)


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
            return NEVER if public.asked is Asked.LOOK else _after(view, outlook, best, hand)
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
    """How much it helps to bar that player, or to see that hand: whoever is nearest to going out, if able to answer at all."""
    best = best_set(public)
    assert best is not None
    able = public.counts[seat] >= best.size
    return float(-public.counts[seat]) if able else NEVER / 2
