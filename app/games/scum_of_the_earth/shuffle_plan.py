"""The fair shuffle of this game: who gets which position, and who sees which."""

from functools import lru_cache

from app.games.scum_of_the_earth import ranks
from app.games.scum_of_the_earth.dealing import swaps
from app.games.scum_of_the_earth.state import Phase, Tableau
from app.rules.game import OpenedPosition, Seat


def deal_plan(public: Tableau) -> tuple[str, ...]:
    """The whole deck clockwise from rank 1; before it, a card for each seat that draws now."""
    cards = len(public.deck)
    if public.phase is Phase.DRAW:
        tied = sum(
            len(group) for group in ranks.groups(public.ranks, public.draws) if len(group) > 1
        )
        return ("*",) * tied + ("-",) * (cards - tied)
    return tuple(str(public.ranks[at % len(public.ranks)]) for at in range(cards))


def opened(public: Tableau, seat: Seat | None) -> tuple[OpenedPosition, ...]:
    """The cards drawn for the first ranks, or this seat's hand as it was dealt."""
    cards, players = len(public.deck), len(public.ranks)
    if public.phase in (Phase.DRAW, Phase.DEAL) and not public.paid_deal:
        return _positions(0, _drawn(public), 1)
    if seat not in public.ranks or not _just_dealt(public):
        return ()
    return _positions(public.ranks.index(seat), cards, players)


def opened_by(public: Tableau) -> object:
    """All that `opened` follows from, for every seat."""
    return public.phase, public.paid_deal, public.draws, _just_dealt(public)


def _just_dealt(public: Tableau) -> bool:
    """True while every hand is as it was dealt."""
    if swaps(public):
        return public.phase is Phase.TAKEOVER
    return public.phase is Phase.PLAY and public.turns == 1


def _drawn(public: Tableau) -> int:
    """Cards drawn from the latest shuffle; it was made when the one before had too few left."""
    drawn = 0
    for draw in public.draws:
        if drawn + len(draw.cards) > len(public.deck):
            drawn = 0
        drawn += len(draw.cards)
    return drawn


@lru_cache(maxsize=256)
def _positions(first: int, end: int, step: int) -> tuple[OpenedPosition, ...]:
    return tuple(OpenedPosition(position) for position in range(first, end, step))
