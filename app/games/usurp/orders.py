"""Regal and Common: which of two cards of one suit wins, and the beaters' exception to both."""

from enum import StrEnum

from app.games.usurp.cards import Card


class Order(StrEnum):
    """The present ranking of the cards of one suit."""

    REGAL = "regal"
    """High wins, Crown best; but a Plow beats a Crown."""
    COMMON = "common"
    """Low wins, Plow best; but a Crown beats a Plow."""


def beats(card: Card, upcard: Card, order: Order) -> bool:
    """True if `card` wins on `upcard` of the same suit. A beater always beats the other beater."""
    if card.beater and upcard.beater:
        return True
    return (card.rank > upcard.rank) == (order is Order.REGAL)


def other(order: Order) -> Order:
    """The Order that is not this one."""
    return Order.COMMON if order is Order.REGAL else Order.REGAL
