"""The game of one hand, as a dealer names it, and the cards that may stand above all others."""

from functools import lru_cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from app.games.scroker.cards import DECK, SUITS, Card
from app.games.scroker.claims import UNLIMITED, HandRules
from app.games.scroker.options import MOST_WILDS, Base, Options


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game of one hand: what the dealer named, or what the table always plays."""

    base: Base = "scroker"
    hot: bool | Literal["hand"] = False
    """Chili peppers are hot; "hand": those of the whole hand count, by the table's options."""
    ruling: Annotated[str, Meta(max_length=300)] = ""
    """The cards that stand above all others: a card (`ch:E5`), a letter of a suit (`ch:E`), a
    letter (`E`), a suit (`ch`), or none. Where the table allows any: several, between blanks."""
    wild: Annotated[tuple[Card, ...], Meta(max_length=MOST_WILDS)] = ()
    """Cards named wild; together with the [Scrokers] at most as many as the table allows."""
    scrokers: Literal[0, 1, 2] = 0
    hot_n_sour: Literal[0, 1, 2] | None = None
    """The most chilis in a word with sour cards; None: as many as one likes."""
    mix_juice: bool = False
    """Lemons and Limes may share a word."""


def default_game(options: Options) -> Named:
    """The game where nobody names one, or does not in time."""
    if options.game == "dealers-choice":
        return Named()
    return Named(base=options.game, scrokers=options.scrokers)


def agreed(named: Named, options: Options) -> Named:
    """The game that a dealer has named, by the rules of the table, cards in their order."""
    return replace(
        named,
        hot="hand" if named.hot and options.peppers == "hand" else named.hot,
        ruling=in_order(named.ruling),
        wild=tuple(sorted(named.wild, key=lambda card: card.place)),
    )


@lru_cache(maxsize=256)
def hand_rules(named: Named) -> HandRules:
    """The rules for hands in this game."""
    return HandRules(
        hot=named.hot,
        ruling=ruling_cards(named.ruling),
        wild=frozenset(named.wild),
        hot_n_sour=UNLIMITED if named.hot_n_sour is None else named.hot_n_sour,
        mix_juice=named.mix_juice,
    )


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
    """The ruling with its cards in order of rank."""
    return " ".join(sorted(ruling.split(" "), key=lambda code: _RANKS.get(code, 0)))


_BY_CODE: Final = {card.value: card for card in DECK}
_RANKS: Final = {card.value: card.place for card in DECK}
