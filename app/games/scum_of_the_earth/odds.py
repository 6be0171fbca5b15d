"""The odds of winning a trick, and the cost of a hand in turns, as far as one view tells.

Every group of one face costs about a turn. It costs less if it is likely to win its trick and bring
the lead. It also costs less if others are likely to lead something that it can follow.
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
"""The share of players who beat a set if they can."""
FOLLOWED: Final = 0.3
"""The part of a turn that is saved where others are sure to lead something to follow."""
CONTROL: Final = 2.1
"""The part of a turn that is saved by a group that is sure to win its trick."""
OUT: Final = 2.9
"""The worth of playing the last card, in turns."""
EACH: Final = 0.07
"""The cost of every single card on top of its group's turn."""
RUN: Final = 4.7
"""The worth of being able to go out in one run of tricks, in turns."""
FORCED: Final = 0.1
"""The cost of Infinity on top of its turn: it may come back."""
WILD_GROUP: Final = {Card.WILD: -1, Card.WILD_3_9: -2}
"""The group of each wild card, apart from all faces."""
STAND_IN: Final = {-1: (1, 1), -2: (3, 1)}
GROUP: Final = FACE | WILD_GROUP


def groups(cards: Sequence[Card]) -> dict[int, int]:
    """The number of cards of each face in a hand; wild cards apart."""
    found: dict[int, int] = {}
    for card in cards:
        group = GROUP[card]
        found[group] = found.get(group, 0) + 1
    return found


class Odds:
    """Chances and costs of groups of cards, against all other hands; answers are cached."""

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
        """The chances of `number` cards of each face to win their trick, and their costs."""
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
        """The turns that a group of `number` of `face` costs; below 0 if it brings the lead."""
        return self.row(number)[1][face]

    def hand(self, held: Mapping[int, int]) -> float:
        """The worth of these groups in hand, in turns: mostly below 0."""
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
        """The worth of the lead with these groups in hand, in turns: the dearest group goes."""
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
    """The cards still in a hand that a special 5 showed, without Infinity, which may move."""
    held = Counter(seen.cards)
    held.subtract(public.played[seen.seat][seen.played :])
    held[Card.INFINITY] = 0
    return +held


def _able(cards: Counter[Card]) -> tuple[list[int], list[int]]:
    """By face: the number of these cards that have it, and of wild ones that may stand for it."""
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
    """The chance that one of this many random hands can show `number` of a face.

    Wild cards count half.
    """
    share = 1 / max(hands, 1)
    one = (_tail(own, number, share) + _tail(own + wild, number, share)) / 2
    return 1 - (1 - one) ** hands


def _tail(copies: int, number: int, share: float) -> float:
    """The chance of at least `number` of `copies` cards in a hand, each with chance `share`."""
    if copies < number:
        return 0.0
    return 1 - sum(
        comb(copies, few) * share**few * (1 - share) ** (copies - few) for few in range(number)
    )
