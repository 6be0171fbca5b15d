"""Regal and Common: which of two cards of one suit wins, and the beaters' exception to both."""

from enum import StrEnum

from app.games.usurp.cards import Card


class Order(StrEnum):
    """How cards of one suit rank at present."""

    REGAL = "regal"
    """High wins, Crown best; but a Plow beats a Crown."""
    COMMON = "common"
    """Low wins, Plow best; but a Crown beats a Plow."""


def beats(card: Card, upcard: Card, order: Order) -> bool:
    """True if `card`, played on `upcard` of the same suit, wins. A beater on the other beater always does."""
    if card.beater and upcard.beater:
        return True
    return (card.rank > upcard.rank) == (order is Order.REGAL)


def other(order: Order) -> Order:
    """The Order that is not this one."""
    return Order.COMMON if order is Order.REGAL else Order.REGAL
