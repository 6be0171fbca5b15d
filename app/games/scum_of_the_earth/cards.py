"""The deck: n copies of each face n, five extra cards and six experimental ones; their order for bonuses and draws."""

from enum import StrEnum


class Card(StrEnum):
    """One printed card by its code. Cards with the same code are interchangeable; a deck holds several of most."""

    WILD = "WILD"
    """Stands for any face A to K; two of them before the bonuses make a takeover."""
    WILD_3_9 = "3-9"
    ZERO = "0"
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    INFINITY = "INF"
    SPECIAL_5 = "5*"
    SPECIAL_6 = "6*"
    SPECIAL_7 = "7*"
    SPECIAL_8 = "8*"
    SPECIAL_9 = "9*"
    SPECIAL_10 = "10*"
