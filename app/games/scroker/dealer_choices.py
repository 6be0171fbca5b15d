"""The games that a dealer may name: any of the three, with options alone and together."""

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Final

from app.games.scroker.cards import DECK, SUITS, Card
from app.games.scroker.moves import NameGame, Reason
from app.games.scroker.options import BASES, MOST_WILDS, RULINGS, Named

LIMITS: Final = (None, 2, 1, 0)
"""Chilis in a word with sour cards."""


def refusal(game: Named) -> Reason | None:
    """The rule that forbids naming this, or None."""
    if game.ruling not in RULINGS:
        return Reason.NO_SUCH_RULING
    if len(set(game.wild)) < len(game.wild) or any(card.scroker for card in game.wild):
        return Reason.NOT_TO_BE_WILD
    return Reason.TOO_MANY_WILDS if len(game.wild) + game.scrokers > MOST_WILDS else None


def legal() -> Iterator[NameGame]:
    """The games that may be named, each once: usual ones first, then options, then wild cards.

    Wild cards together with other options are legal too, but nobody could read the list.
    """
    choices = product(BASES, (False, True), RULINGS, ((),), (0, 1, 2), LIMITS, (False, True))
    wilds = ((base, False, "", wild, 0, None, False) for base, wild in product(BASES, _wilds()))
    known = dict.fromkeys(plain())
    yield from map(NameGame, known)
    for choice in chain(choices, wilds):
        game = Named(*choice)  # type: ignore[arg-type]  # 0, 1, 2 are the literals
        if game not in known:
            yield NameGame(game)


def plain() -> Iterator[Named]:
    """The games as people would name them."""
    for base in BASES:
        yield Named(base)
    for base in BASES:
        yield Named(base, hot=True)
        yield Named(base, mix_juice=True)
        yield from (Named(base, hot_n_sour=limit) for limit in LIMITS[1:])
        yield from (Named(base, scrokers=number) for number in (1, 2))
        yield from (Named(base, ruling=suit.value) for suit in SUITS)
        yield Named(base, ruling="ch:E")
        yield Named(base, hot=True, ruling="le", mix_juice=True)
        yield Named(base, hot=True, ruling="ch:E", scrokers=1, hot_n_sour=1, mix_juice=True)
        yield Named(base, wild=(Card.AN_U,))
        yield Named(base, wild=(Card.LI_E, Card.CH_E5))


def _wilds() -> Iterator[tuple[Card, ...]]:
    for number in range(1, MOST_WILDS + 1):
        yield from combinations(DECK, number)
