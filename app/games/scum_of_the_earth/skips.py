"""Who is passed over without being asked. One pure function of what everybody knows: a skip can betray nothing."""

from collections import Counter
from functools import lru_cache
from typing import Literal, TypeAlias

from app.games.scum_of_the_earth.cards import Card
from app.games.scum_of_the_earth.state import Set, Tableau
from app.games.scum_of_the_earth.tricks import could_beat
from app.rules.game import Seat

Why: TypeAlias = Literal["barred", "too-few-cards", "cannot-be-beaten"]


def unseen(public: Tableau) -> Counter[Card]:
    """The cards of the deck that nobody has played in this hand: any of them may be in any hand."""
    left = _counted(public.deck).copy()
    for cards in public.played:
        for card in cards:
            left[card] -= 1
    left[Card.INFINITY] = max(left[Card.INFINITY], 0)  # it may be played more than once
    return left


@lru_cache(maxsize=16)
def _counted(deck: tuple[Card, ...]) -> Counter[Card]:
    return Counter(deck)


def skip(public: Tableau, seat: Seat, left: Counter[Card] | None = None) -> Why | None:
    """Why `seat`, still in, cannot answer the trick's best set whatever it holds, or None: it has to be asked.

    `left`: the unseen cards, where the caller has counted them already.
    """
    trick = public.trick
    assert trick is not None
    if seat in trick.barred:
        return "barred"
    left = unseen(public) if left is None else left
    best: Set = trick.sets[-1]
    if not could_beat(left, best, cards=len(public.deck), last=True):
        return "cannot-be-beaten"
    usable = public.counts[seat] - (public.infinity == seat)
    return None if could_beat(left, best, usable, last=public.counts[seat] == 1) else "too-few-cards"
