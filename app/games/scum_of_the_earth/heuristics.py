"""The heuristic of the bots: a score for each move, from one view, in turns.

A hand is worth less the more turns it takes to get rid of (odds.py). A move is worth the hand that
it leaves, and the lead if it wins it.
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
    """The score of each legal move, in turns; larger is better."""
    assert view.private is not None
    odds, held = Odds(view), groups(view.private.cards)
    return [_score(view, odds, held, move) for move in moves]


def _score(view: ScumView, odds: Odds, held: dict[int, int], move: Move) -> float:
    public = view.public
    match move:
        case Play():
            return _play(view, odds, held, move)
        case Pass():
            return odds.hand(held)
        case Give(cards):
            return odds.hand(less(held, cards)) + sum(PLACE[card] for card in cards) / 50
        case Confirm():
            return 0.0
        case Takeover():
            return 1.0
        case Decline():
            best = best_set(public)
            assert best is not None
            return NEVER if public.asked is Asked.LOOK else _after(view, odds, best, held)
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


def _play(view: ScumView, odds: Odds, held: dict[int, int], move: Play) -> float:
    return _after(view, odds, laid_set(view, move), less(held, move.cards))


def laid_set(view: ScumView, move: Play) -> Set:
    """The set as it would lie in the trick."""
    assert view.seat is not None
    face = meanings(move, best_set(view.public))[0] if move.face is None else move.face
    return Set(view.seat, move.cards, face, size(move))


def _after(view: ScumView, odds: Odds, best: Set, held: dict[int, int]) -> float:
    """The worth of these groups in hand while this seat's set `best` lies in the trick."""
    worth = odds.hand(held)
    if not held:
        return worth
    trick = view.public.trick
    assert trick is not None
    infinity = bool(trick.sets) and trick.sets[0].face == INFINITY_FACE
    gain = odds.lead(held) - (odds.cost(INFINITY_FACE, 1) if infinity else 0.0)
    return worth + stands(view.public, odds, best) * gain


def stands(public: Tableau, odds: Odds, best: Set) -> float:
    """The chance that nobody beats this seat's set any more, so that it wins the trick."""
    trick = public.trick
    assert trick is not None
    fresh = 0.0
    for seat in odds.others:
        if public.counts[seat] >= best.size and seat not in trick.barred:
            fresh += 0.4 if seat in trick.passed else 1.0
    if Card.SPECIAL_6 in best.cards:
        fresh = max(fresh - 1, 0)
    chance: float = odds.wins(best.face, best.size) ** (fresh / max(len(odds.others), 1))
    return chance


def _threat(public: Tableau, seat: Seat) -> float:
    """The gain from barring that player or seeing that hand: most for who is next to go out."""
    best = best_set(public)
    assert best is not None
    able = public.counts[seat] >= best.size
    return float(-public.counts[seat]) if able else NEVER / 2
