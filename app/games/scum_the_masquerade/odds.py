"""The burden of a crypt, in turns, and the odds that a hand wins its trick."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from math import comb
from typing import Final

from app.games.scum_the_masquerade.cards import PACK, RANKS, Card
from app.games.scum_the_masquerade.powers.forbidden_ranks import forbidden
from app.games.scum_the_masquerade.state import ScumView, still_in

STRENGTH: Final = tuple((rank / (len(RANKS) - 1)) ** 2 for rank in range(len(RANKS)))
"""The chance that a group of this rank wins its trick, roughly."""
SAVED: Final = 0.45
"""The part of a turn that is saved by a group that is sure to win its trick."""
TURN: Final = tuple(1.0 - SAVED * strong for strong in STRENGTH)
"""The turns that a group of this rank takes."""
WILLING: Final = 0.6
"""The share of players who beat a hand if they can."""
LARGE: Final = 0.5
"""The chance that the lowest straight, full house or other large hand wins its trick."""


def groups(cards: Iterable[Card]) -> Counter[int]:
    """The number of cards of each rank."""
    return Counter(card.rank for card in cards)


def burden(cards: Collection[Card]) -> float:
    """A group is a turn to be found, and less of one the likelier it wins the lead."""
    return sum([TURN[rank] for rank in {card.rank for card in cards}]) + 0.02 * len(cards)


class Odds:
    """The chances of hands against all cards that one view does not see.

    Hands topped by forbidden ranks do not count, nor those topped by `ranks`.
    """

    def __init__(self, view: ScumView, ranks: Iterable[int] = ()) -> None:
        public, own = view.public, view.private
        gone = {*public.open_cards, *(own.cards if own is not None else ())}
        self._singles = [0] * len(PACK)
        self._ranks = [0] * len(RANKS)
        for card in public.deck:
            if card not in gone:
                self._singles[card.height] += 1
                self._ranks[card.rank] += 1
        self._players = max(1, len(still_in(public)) - 1)
        for rank in (*forbidden(public), *ranks):
            self._ranks[rank] = 0
            self._singles[4 * rank : 4 * rank + 4] = [0] * 4

    def unseen(self, rank: int) -> int:
        """The cards of a rank that others may play."""
        return self._ranks[rank]

    def wins(self, cards: Collection[Card], height: int) -> float:
        """The chance that this hand, with its top at this height, is not beaten."""
        shape = set(groups(cards).values())
        if len(cards) == 1:
            return float((1 - WILLING) ** sum(self._singles[height + 1 :]))
        if shape == {len(cards)}:
            return self._same_rank(len(cards), height // 4)
        return LARGE + (1 - LARGE) * height / len(PACK)

    def _same_rank(self, size: int, rank: int) -> float:
        chance = 1.0
        for unseen in self._ranks[rank + 1 :]:
            chance *= 1 - WILLING * someone(unseen, size, self._players)
        return chance


@cache
def someone(unseen: int, size: int, players: int) -> float:
    """The chance that one of this many players holds `size` of these cards."""
    if unseen < size:
        return 0.0
    share = 1 / players
    few = sum(
        comb(unseen, held) * share**held * (1 - share) ** (unseen - held) for held in range(size)
    )
    return float(min(1.0, players * (1 - few)))


def lone(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that stand alone, without another of their rank, in the order given."""
    held = groups(cards)
    return tuple(card for card in cards if held[card.rank] == 1)
