"""The cards that one may count as with Protean, by level."""

from functools import cache

from app.games.scum_the_masquerade.cards import PACK, Card


@cache
def shapes(card: Card, level: int, farthest: tuple[int, int, int]) -> tuple[Card, ...]:
    """The cards that one may count as; no wrap (A22). `farthest`: in ranks, by level.

    At the first level a rank up or down in its suit, or another suit of its rank; later any suit.
    """
    return tuple(
        other
        for other in PACK
        if other is not card.face
        and abs(other.rank - card.rank) <= farthest[level - 1]
        and (level > 1 or other.rank == card.rank or other.suit == card.suit)
    )
