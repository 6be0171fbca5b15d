"""Vicissitude of bots: the changes that save turns, and hands with changed cards."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from app.games.scum_the_masquerade.cards import Card, without
from app.games.scum_the_masquerade.moves import PlayReshaped, Reshape, Use
from app.games.scum_the_masquerade.odds import burden, groups
from app.games.scum_the_masquerade.powers import reshaping
from app.games.scum_the_masquerade.state import Hand, ScumView, Tableau

MOST: Final = 60
"""Hands with changed cards that are looked at."""
DOT: Final = 0.5
"""The turns that a dot has to save."""


def use(view: ScumView, uses: Sequence[Use]) -> Use | None:
    """The level at which a change saves more turns than its dots are worth."""
    hand = view.private or Hand()
    if hand.forms:
        return None
    found = [(_saved(view.public, hand, one.level) - DOT * one.level, one) for one in uses]
    gain, best = max(found, key=lambda pair: pair[0], default=(0.0, None))
    return best if gain > 0 else None


def _saved(public: Tableau, hand: Hand, level: int) -> float:
    return burden(hand.cards) - burden(_after(hand, best_change(public, hand, level)))


def best_change(public: Tableau, hand: Hand, level: int) -> Reshape:
    """The change after which the fewest turns are left; none if none saves any."""
    pairs: list[Card] = []
    for _ in range(reshaping.MOST[level - 1]):
        tried = [Reshape(*(*pairs, *pair)) for pair in _pairs(public, hand, level, pairs)]
        now = burden(_after(hand, Reshape(*pairs)))
        best = min(tried, key=lambda one: burden(_after(hand, one)), default=Reshape())
        if best.card is None or burden(_after(hand, best)) >= now:
            break
        pairs = [card for pair in best.pairs for card in pair if card is not None]
    return Reshape(*pairs)


def _pairs(
    public: Tableau, hand: Hand, level: int, taken: Sequence[Card]
) -> Iterator[tuple[Card, Card]]:
    """Cards that stand alone in their rank, each with what it may count as."""
    alone = [card for card in hand.cards if groups(hand.cards)[card.rank] == 1]
    for card in alone:
        if card not in taken[::2]:
            forms = reshaping.forms_of(public, hand.cards, card, level)
            yield from ((card, form) for form in forms if form.rank != card.rank)


def _after(hand: Hand, move: Reshape) -> tuple[Card, ...]:
    cards = [card for card, _ in move.pairs if card is not None]
    forms = [form for _, form in move.pairs if form is not None]
    return (*without(hand.cards, cards), *forms)


def worth(view: ScumView, move: Reshape) -> float:
    """The turns that a change saves."""
    hand = view.private or Hand()
    return burden(hand.cards) - burden(_after(hand, move))


def play(view: ScumView, natural: float) -> PlayReshaped | None:
    """A hand with changed cards that saves more turns than the best one without."""
    hand = view.private or Hand()
    assert view.seat is not None
    found = list(islice(reshaping.plays(view.public, view.seat, hand), MOST))
    best = min(found, key=lambda one: burden(without(hand.cards, one.cards)), default=None)
    if best is None:
        return None
    saved = burden(hand.cards) - burden(without(hand.cards, best.cards))
    return best if saved > natural else None
