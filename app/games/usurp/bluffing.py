"""Bluffing and challenging at rates that give the other side nothing to exploit.

A challenge pays if more than a certain share of all Uprisings are bluffs, so bots bluff at just
that share. They challenge just so often that a bluff gains nothing. A bluff is a card that would
lose. A player who holds a winner may bluff too, to keep it.
"""

from collections.abc import Sequence
from typing import Final

from app.games.usurp.cards import Card
from app.games.usurp.odds import SPARE

HONEST: Final = 0.8
"""The share of winning cards that are laid face down, not kept."""
CERTAIN: Final = 6
"""The exponent by which doubts outweigh the knowledge that there can hardly be a winner."""
SAVED: Final = 8.0
"""Points that it is worth to keep a card that would win."""


def fair_share(worth: int, bonus: int) -> float:
    """The share of bluffs among Uprisings at which a challenge brings as much as giving in."""
    return bonus / (2 * worth + 2 * bonus + SPARE)


def bluffs(able: float, share: float, *, winner: bool) -> float:
    """The rate of bluffing with or without a winner, so that the fair share of Uprisings are
    bluffs.

    `able`: the chance of a winner in this hand, as the other side sees it.
    """
    unable = 1 - able
    if winner:
        spare = share * (able * HONEST + unable) - unable
        return max(0.0, spare / (able * (1 - share * (1 - HONEST)))) if able else 0.0
    return min(1.0, share * able * HONEST / ((1 - share) * unable)) if unable else 1.0


def unmasked(able: float, worth: int, bonus: int) -> float:
    """The gain of a challenge over giving in, where there can hardly be a winner."""
    bluffing = 1 - able
    return bluffing**CERTAIN * (bluffing * (2 * worth + bonus) - able * bonus)


def challenges(able: float, share: float, worth: int, bonus: int) -> float:
    """The rate of challenging a player who is `able` (0 to 1) to win openly.

    It is low where a bluff only saves a winner, and high where it saves the points.
    """
    seldom, often = (min(gain / (2 * worth + bonus), 1.0) for gain in (SAVED, 2 * worth))
    desperate = (1 - able) / (1 - able + able * HONEST)
    return seldom + (often - seldom) * min(desperate / share, 1.0)


def hand_random(hand: Sequence[Card]) -> float:
    """A pseudo-random number from 0 to 1 that follows from the hand, which nobody else knows."""
    mixed = 7
    for card in hand:
        mixed = (mixed * 31 + card.place * 17 + 5) % 1009
    return mixed / 1008
