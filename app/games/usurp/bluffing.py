"""How often to bluff and how often to challenge, so that neither gives the other side anything to go by.

A challenge pays where more than a certain share of all Uprisings are bluffs. Whoever rises keeps just to that share; whoever
answers challenges just so often that a bluff gains nothing. To bluff is to lay a card that would lose; who holds one that would
win may do so too, and keep it.
"""

from collections.abc import Sequence
from typing import Final

from app.games.usurp.cards import Card
from app.games.usurp.odds import SPARE

HONEST: Final = 0.8
"""How often a card that would win openly is laid face down instead."""
CERTAIN: Final = 6
"""How quickly doubts make somebody forget that there can hardly be a winner."""
SAVED: Final = 8.0
"""Points that it is worth to keep a card that would win."""


def fair_share(worth: int, bonus: int) -> float:
    """The share of bluffs among Uprisings at which a challenge brings as much as giving in."""
    return bonus / (2 * worth + 2 * bonus + SPARE)


def bluffs(able: float, share: float, *, winner: bool) -> float:
    """How often to bluff with or without a winner in hand, while the other side thinks it `able` (0 to 1) that there is one, so
    that the fair share of Uprisings are bluffs."""
    unable = 1 - able
    if winner:
        spare = share * (able * HONEST + unable) - unable
        return max(0.0, spare / (able * (1 - share * (1 - HONEST)))) if able else 0.0
    return min(1.0, share * able * HONEST / ((1 - share) * unable)) if unable else 1.0


def unmasked(able: float, worth: int, bonus: int) -> float:
    """What a challenge brings besides giving in where there can hardly be a winner, so that it has to be a bluff."""
    bluffing = 1 - able
    return bluffing**CERTAIN * (bluffing * (2 * worth + bonus) - able * bonus)


def challenges(able: float, share: float, worth: int, bonus: int) -> float:
    """How often to challenge somebody who is `able` (0 to 1) to win openly: seldom where a bluff only saves a winner, often where
    it saves the points."""
    seldom, often = (min(gain / (2 * worth + bonus), 1.0) for gain in (SAVED, 2 * worth))
    desperate = (1 - able) / (1 - able + able * HONEST)
    return seldom + (often - seldom) * min(desperate / share, 1.0)


def hand_random(hand: Sequence[Card]) -> float:
    """A number from 0 to 1 that follows from the cards in hand, and that nobody else can foresee: chance for those who have none."""
    mixed = 7
    for card in hand:
        mixed = (mixed * 31 + card.place * 17 + 5) % 1009
    return mixed / 1008
