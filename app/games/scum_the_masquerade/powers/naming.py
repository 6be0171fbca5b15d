"""Naming a hand: the user of Dominate at its third level says what its target has to play (A7)."""

from collections.abc import Iterator
from typing import Final

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.hands import hands_of, top
from app.games.scum_the_masquerade.moves import NameHand
from app.games.scum_the_masquerade.powers.forbidden_ranks import forbids
from app.games.scum_the_masquerade.state import ScumView
from app.games.scum_the_masquerade.tricks import best

SECONDS: Final = 10


def crypt_of_named(view: ScumView) -> tuple[Card, ...]:
    """The crypt of the seat that is about to play, as the user of Dominate sees it."""
    assert view.private is not None
    seen = [one for one in view.private.snapshots if one.seat == view.public.naming]
    return seen[-1].cards


def choices(view: ScumView) -> Iterator[NameHand]:
    """Any hand first, which is what silence says; then the legal ones."""
    laid = best(view.public)
    assert laid is not None
    yield NameHand()
    for cards in hands_of(laid.kind, crypt_of_named(view), view.public.packs):
        if top(cards) > laid.top and not forbids(view.public, top(cards)):
            yield NameHand(cards)
