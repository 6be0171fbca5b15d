"""The odds of a trick, and what a hand still costs, as far as one view tells.

Every group of one face costs about a turn. It costs less if it is likely to win its trick and so
bring the lead, and less if others are likely to lead something that it can follow.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Final

from app.games.scum_of_the_earth.cards import (
    FACE,
    INFINITY_FACE,
    KING_FACE,
    PLAIN,
    REACH,
    SPECIAL,
    Card,
)
from app.games.scum_of_the_earth.skips import unseen
from app.games.scum_of_the_earth.state import ScumView, Seen, Tableau, still_in

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
WILD_GROUP: Final = {Card.WILD: -1, Card.WILD_3_9: -2}
"""Wild cards are groups of their own in a hand, each card worth as much as the group that stands in for it: face and number."""
STAND_IN: Final = {-1: (1, 1), -2: (3, 1)}
GROUP: Final = FACE | WILD_GROUP


def groups(cards: Sequence[Card]) -> dict[int, int]:
    """How many cards of each face a hand holds; wild cards apart."""
    found: dict[int, int] = {}
    for card in cards:
        group = GROUP[card]
        found[group] = found.get(group, 0) + 1
    return found


class Odds:
    """What the other hands may hold together, as far as this view tells; answers are in turns and chances, and kept."""

    def __init__(self, view: ScumView) -> None:
        assert view.seat is not None
        assert view.private is not None
        public = view.public
        self.others = [seat for seat in still_in(public) if seat != view.seat]
        left = unseen(public)
        for card in view.private.cards:
            left[card] -= 1
        known = [
            (seen.seat, known_hand(public, seen))
            for seen in view.private.seen
            if seen.seat in self.others
        ]
        for _, cards in known:
            left.subtract(cards)
        watched = {seat for seat, _ in known}
        hidden = [seat for seat in self.others if seat not in watched]
        self._known = [_able(cards) for _, cards in known]
        self._own, self._wild = _able(left)
        self._most = max((public.counts[seat] for seat in hidden), default=0)
        self._hidden = len(hidden)
        self._rows: dict[int, tuple[list[float], list[float]]] = {}

    def row(self, number: int) -> tuple[list[float], list[float]]:
        """For `number` cards of each face up to Infinity: the chance that they win their trick, and what they cost."""
        known = self._rows.get(number)
        if known is None:
            known = self._rows[number] = self._row(number)
        return known

    def _row(self, number: int) -> tuple[list[float], list[float]]:
        held = [self._held(face, number) for face in range(KING_FACE + 1)]
        wins: list[float] = []
        chance = 1.0
        for face in range(INFINITY_FACE + 1):
            wins.append(chance)
            if face <= KING_FACE and (face or number == 1):
                chance *= max(1 - WILLING * held[face], 0.001)
        quiet = [1.0] * (INFINITY_FACE + 1)
        for face in range(KING_FACE, 0, -1):
            quiet[face - 1] = quiet[face] * (1 - held[face] / 2)
        each = 1 - FOLLOWED + EACH * number
        cost = [
            each + FOLLOWED * quiet[face] - CONTROL * wins[face] for face in range(INFINITY_FACE)
        ]
        return wins, [*cost, 1 + FORCED]

    def _held(self, face: int, number: int) -> float:
        """The chance that somebody else can show `number` of `face`."""
        if self._known and any(own[face] + wild[face] >= number for own, wild in self._known):
            return 1.0
        return (
            someone(self._own[face], self._wild[face], number, self._hidden)
            if number <= self._most
            else 0.0
        )

    def wins(self, face: int, number: int) -> float:
        """The chance that `number` of `face` wins its trick, against everybody else still in."""
        return self.row(number)[0][face]

    def cost(self, face: int, number: int) -> float:
        """What a group of `number` of `face` costs to be rid of, in turns; less than nothing for one that brings the lead."""
        return self.row(number)[1][face]

    def hand(self, held: Mapping[int, int]) -> float:
        """What these groups are worth in hand, in turns: nothing is best, but for what brings the lead."""
        if not held:
            return OUT
        worth = 0.0
        for face, number in held.items():
            if face < 0:
                worth -= number * self.cost(*STAND_IN[face])
            else:
                worth -= self.row(number)[1][face]
        return worth

    def lead(self, held: Mapping[int, int]) -> float:
        """What having the lead with these groups in hand is worth, in turns: the dearest group goes."""
        run, least, dearest = 1.0, 1.0, None
        for face, number in held.items():
            if face >= 0:
                wins, cost = self.row(number)
                run *= wins[face]
                least = min(least, wins[face])
                if dearest is None or cost[face] > dearest:
                    dearest = cost[face]
        return RUN if dearest is None else dearest + RUN * run / least


def known_hand(public: Tableau, seen: Seen) -> Counter[Card]:
    """What a hand that a special 5 showed still holds, but for Infinity, which may have come and gone."""
    held = Counter(seen.cards)
    held.subtract(public.played[seen.seat][seen.played :])
    held[Card.INFINITY] = 0
    return +held


def _able(cards: Counter[Card]) -> tuple[list[int], list[int]]:
    """By face, Infinity's too: how many of these cards have it, and how many wild ones may stand for it."""
    own = [cards[plain] for plain in PLAIN]
    for face, special in SPECIAL.items():
        own[face] += cards[special]
    wild = [0] * len(PLAIN)
    for card, reach in REACH.items():
        if cards[card]:
            for face in reach:
                wild[face] += cards[card]
    return own, wild


@cache
def someone(own: int, wild: int, number: int, hands: int) -> float:
    """The chance that one of so many hands, among which these cards lie at random, can show `number` of a face, half trusting wild ones."""
    share = 1 / max(hands, 1)
    one = (_tail(own, number, share) + _tail(own + wild, number, share)) / 2
    return 1 - (1 - one) ** hands


def _tail(copies: int, number: int, share: float) -> float:
    """The chance that at least `number` of `copies` cards lie in a hand that gets each with chance `share`."""
    if copies < number:
        return 0.0
    return 1 - sum(
        comb(copies, few) * share**few * (1 - share) ** (copies - few) for few in range(number)
    )
