"""Skips: players passed over without a question. They follow from public facts alone."""

from collections import Counter
from functools import lru_cache
from typing import Literal, TypeAlias

from app.games.scum_of_the_earth.cards import Card
from app.games.scum_of_the_earth.options import Options, whole_deck
from app.games.scum_of_the_earth.state import Tableau
from app.games.scum_of_the_earth.tricks import fewest
from app.rules.game import Seat

Why: TypeAlias = Literal["barred", "too-few-cards", "cannot-be-beaten"]


def unseen(public: Tableau) -> Counter[Card]:
    """The cards of the deck that nobody has played in this hand: any of them may be in any hand."""
    return Counter(_left(public.highest, public.options, public.played))


Played: TypeAlias = tuple[tuple[Card, ...], ...]


def _left(highest: int, options: Options, played: Played) -> dict[Card, int]:
    left = _counted(highest, options).copy()
    for cards in played:
        for card in cards:
            left[card] -= 1
    left[Card.INFINITY] = max(left[Card.INFINITY], 0)  # it may be played more than once
    return left


@lru_cache(maxsize=64)
def _counted(highest: int, options: Options) -> dict[Card, int]:
    return dict(Counter(whole_deck(highest, options)))


@lru_cache(maxsize=1024)
def _fewest(
    highest: int, options: Options, played: Played, face: int, size: int, last: bool
) -> int | None:
    """The fewest unseen cards that can follow; cached, because a pass does not change it."""
    return fewest(_left(highest, options, played), face, size, last)


def skip(public: Tableau, seat: Seat) -> Why | None:
    """The public reason why `seat` cannot beat the best set whatever it holds, or None."""
    trick = public.trick
    assert trick is not None
    if seat in trick.barred:
        return "barred"
    best, number = trick.sets[-1], public.counts[seat]
    eight = (
        best.size == 1 and public.options.special_8
    )  # which may follow alone as somebody's last card
    need = _fewest(public.highest, public.options, public.played, best.face, best.size, eight)
    if need is None:
        return "cannot-be-beaten"
    if eight and number > 1:
        need = _fewest(public.highest, public.options, public.played, best.face, best.size, False)
    return (
        None if need is not None and number - (public.infinity == seat) >= need else "too-few-cards"
    )
