"""The cards that one may count as with Protean, by level."""

from functools import cache

from app.games.scum_the_masquerade.cards import PACK, Card

FARTHEST = (1, 3, 6)
"""The greatest distance in ranks of the other card, by level; the third has no more (edition 2)."""


@cache
def shapes(card: Card, level: int) -> tuple[Card, ...]:
    """The cards that one may count as; no wrap (A22).

    At the first level a rank up or down in its suit, or another suit of its rank; later any suit.
    """
    farthest = FARTHEST[level - 1]
    return tuple(
        other
        for other in PACK
        if other is not card.face
        and abs(other.rank - card.rank) <= farthest
        and (level > 1 or other.rank == card.rank or other.suit == card.suit)
    )
