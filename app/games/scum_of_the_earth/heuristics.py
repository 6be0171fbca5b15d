"""How good a move looks to somebody who sees one view: what the bots listen to.

A hand is worth what it still costs to be rid of. Every group of one face costs about a turn; less if it is likely to win the
trick it is played on, for then it brings the lead; less if others are likely to lead something that it can follow. A move is
worth the hand that it leaves, and the lead if it wins it.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from app.games.scum_of_the_earth.cards import (
    INFINITY_FACE,
    PLACE,
    Card,
)
from app.games.scum_of_the_earth.moves import (
    Confirm,
    Decline,
    Give,
    Move,
    Pass,
    Play,
    Takeover,
    Target,
)
from app.games.scum_of_the_earth.odds import GROUP, Odds, groups
from app.games.scum_of_the_earth.state import Asked, ScumView, Set, Tableau
from app.games.scum_of_the_earth.tricks import meanings, size
from app.games.scum_of_the_earth.turns import best_set
from app.rules.game import Seat

NEVER: Final = -1000.0


def score_moves(view: ScumView, moves: Sequence[Move]) -> Sequence[float]:
    """How good each legal move looks, in turns; larger is better."""
    assert view.private is not None
    outlook, held = Odds(view), groups(view.private.cards)
    return [_weight(view, outlook, held, move) for move in moves]


def _weight(view: ScumView, outlook: Odds, held: dict[int, int], move: Move) -> float:
    public = view.public
    match move:
        case Play():
            return _play(view, outlook, held, move)
        case Pass():
            return outlook.hand(held)
        case Give(cards):
            return outlook.hand(less(held, cards)) + sum(PLACE[card] for card in cards) / 50
        case Confirm():
            return 0.0
        case Takeover():
            return 1.0
        case Decline():
            best = best_set(public)
            assert best is not None
            return NEVER if public.asked is Asked.LOOK else _after(view, outlook, best, held)
        case Target(seat):
            return _threat(public, seat)
        case _:
            assert_never(move)


def less(held: dict[int, int], cards: Sequence[Card]) -> dict[int, int]:
    """The groups without these cards."""
    left = held.copy()
    for card in cards:
        group = GROUP[card]
        left[group] -= 1
        if not left[group]:
            del left[group]
    return left


def _play(view: ScumView, outlook: Odds, held: dict[int, int], move: Play) -> float:
    assert view.seat is not None
    face = meanings(move, best_set(view.public))[0] if move.face is None else move.face
    laid = Set(view.seat, move.cards, face, size(move))
    return _after(view, outlook, laid, less(held, move.cards))


def _after(view: ScumView, outlook: Odds, best: Set, held: dict[int, int]) -> float:
    """The worth of these groups in hand while the own set `best` lies in the trick."""
    public = view.public
    worth = outlook.hand(held)
    if not held:
        return worth
    trick = public.trick
    assert trick is not None
    fresh = 0.0
    for seat in outlook.others:
        if public.counts[seat] >= best.size and seat not in trick.barred:
            fresh += 0.4 if seat in trick.passed else 1.0
    if Card.SPECIAL_6 in best.cards:
        fresh = max(fresh - 1, 0)
    wins: float = outlook.wins(best.face, best.size) ** (fresh / max(len(outlook.others), 1))
    infinity = bool(trick.sets) and trick.sets[0].face == INFINITY_FACE
    gain = outlook.lead(held) - (outlook.cost(INFINITY_FACE, 1) if infinity else 0.0)
    return worth + wins * gain


def _threat(public: Tableau, seat: Seat) -> float:
    """How much it helps to bar that player, or to see that hand: whoever is nearest to going out, if able to answer at all."""
    best = best_set(public)
    assert best is not None
    able = public.counts[seat] >= best.size
    return float(-public.counts[seat]) if able else NEVER / 2
