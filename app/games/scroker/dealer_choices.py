"""The games that a dealer may name: any of the three, with options alone and together."""

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Final

from app.games.scroker.cards import DECK, SUITS, Card
from app.games.scroker.moves import NameGame, Reason
from app.games.scroker.named_game import RULINGS, Named, ruling_cards
from app.games.scroker.options import BASES, Options

LIMITS: Final = (None, 2, 1, 0)
"""Chilis in a word with sour cards."""


def refusal(game: Named, options: Options) -> Reason | None:
    """The rule of this table that forbids naming this, or None."""
    if not _may_rule(game.ruling, options):
        return Reason.NO_SUCH_RULING
    if len(set(game.wild)) < len(game.wild) or any(card.scroker for card in game.wild):
        return Reason.NOT_TO_BE_WILD
    if game.hot == "hand":
        return Reason.NOT_THE_DEALERS
    return Reason.TOO_MANY_WILDS if len(game.wild) + game.scrokers > options.wilds else None


def _may_rule(ruling: str, options: Options) -> bool:
    if ruling in RULINGS:
        return True
    if options.rulings == "named":
        return False
    try:
        return len(ruling_cards(ruling)) == len(ruling.split(" "))
    except KeyError:
        return False


def legal(options: Options) -> Iterator[NameGame]:
    """The games that may be named, each once: usual ones first, then options, then wild cards.

    Wild cards together with other options are legal too, and so are other sets of ruling cards,
    but nobody could read the list.
    """
    choices = product(BASES, (False, True), RULINGS, ((),), (0, 1, 2), LIMITS, (False, True))
    wilds = (
        (base, False, "", wild, 0, None, False) for base in BASES for wild in _wilds(options.wilds)
    )
    known = dict.fromkeys(plain(options))
    yield from map(NameGame, known)
    for choice in chain(choices, wilds):
        game = Named(*choice)  # type: ignore[arg-type]  # 0, 1, 2 are the literals
        if game not in known:
            yield NameGame(game)


def plain(options: Options) -> Iterator[Named]:
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
        if options.rulings == "free":
            yield Named(base, ruling="an:U le:Q li:Z")
            yield Named(base, hot=True, ruling="ch:E1 ch:O1 ch:U1")
        yield Named(base, hot=True, ruling="le", mix_juice=True)
        yield Named(base, hot=True, ruling="ch:E", scrokers=1, hot_n_sour=1, mix_juice=True)
        yield Named(base, wild=(Card.AN_U,))
        yield Named(base, wild=(Card.LI_E, Card.CH_E5))
        if options.wilds > 2:
            yield Named(base, wild=(Card.LI_E, Card.CH_E5, Card.AN_E))
        if options.wilds > 3:
            yield Named(base, wild=(Card.LE_Q, Card.LI_Z), scrokers=2)


def _wilds(most: int) -> Iterator[tuple[Card, ...]]:
    for number in range(1, most + 1):
        yield from combinations(DECK, number)
