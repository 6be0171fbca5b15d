"""The cards that a dealer may have stand above all others."""

from typing import Final

from app.games.scroker.cards import DECK, SUITS, Card

RULINGS: Final[dict[str, frozenset[Card]]] = {
    "": frozenset(),
    **{suit.value: frozenset(card for card in DECK if card.suit is suit) for suit in SUITS},
    **{
        card.letter: frozenset(one for one in DECK if one.letter == card.letter)
        for card in sorted(DECK, key=lambda card: card.letter)
    },
    **{
        f"{card.suit.value}:{card.letter}": frozenset(
            one for one in DECK if (one.suit, one.letter) == (card.suit, card.letter)
        )
        for card in DECK
    },
    **{card.value: frozenset((card,)) for card in DECK},
}
"""Everything that may be named to rule, and which cards that is."""


def ruling_cards(ruling: str) -> frozenset[Card]:
    """The cards that rule. Raises KeyError where one of several is no card of the 52."""
    if ruling in RULINGS:
        return RULINGS[ruling]
    return frozenset(_BY_CODE[code] for code in ruling.split(" "))


def in_order(ruling: str) -> str:
    """The same ruling, several cards by their rank."""
    return " ".join(sorted(ruling.split(" "), key=lambda code: _RANKS.get(code, 0)))


_BY_CODE: Final = {card.value: card for card in DECK}
_RANKS: Final = {card.value: card.place for card in DECK}
