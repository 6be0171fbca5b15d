"""Estimates for bots: what a hand may still bring in a duel."""

from collections.abc import Sequence

from app.games.skuncum.cards import FACES, Card


def strength(hand: Sequence[Card]) -> int:
    """The points that this hand may still bring in duels, roughly."""
    return sum(FACES[card].value for card in hand)
