"""The reasons of hints: what is true of the move, counted from the view."""

from collections.abc import Sequence
from typing import assert_never

from app.games.scum_of_the_earth.cards import INFINITY_FACE, KING_FACE, PLACE, REACH, Card
from app.games.scum_of_the_earth.display_names import (
    PLURAL,
    SINGULAR,
    a_set,
    cards_in_words,
    number,
)
from app.games.scum_of_the_earth.heuristics import laid_set, less
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
from app.games.scum_of_the_earth.odds import groups
from app.games.scum_of_the_earth.state import Asked, ScumView, Set
from app.games.scum_of_the_earth.turns import best_set
from app.rules.game import HintReason


def say_reason(
    view: ScumView, moves: Sequence[Move], move: Move, names: Sequence[str]
) -> HintReason:
    """The move, and what is true of it."""
    match move:
        case Play():
            return _play(view, moves, move)
        case Pass():
            best = best_set(view.public)
            assert best is not None
            alone = all(isinstance(one, Pass) for one in moves)
            return HintReason("Pass", f"nothing in your hand beats {_lies(best)}" if alone else "")
        case Give(cards):
            return _give(view, cards)
        case Confirm():
            return HintReason("Say that you are ready")
        case Takeover():
            return HintReason("Take over", "with both WILDs you hold the first rank at once")
        case Decline():
            return HintReason("Stay with your play")
        case Target(seat):
            left = view.public.counts[seat]
            verb = "Look at the hand of" if view.public.asked is Asked.LOOK else "Silence"
            has = f"that hand has {number(left)} {'card' if left == 1 else 'cards'} left"
            return HintReason(f"{verb} {names[seat]}", has)
        case _:
            assert_never(move)


def _play(view: ScumView, moves: Sequence[Move], move: Play) -> HintReason:
    assert view.private is not None
    laid, best = laid_set(view, move), best_set(view.public)
    held = groups(view.private.cards)
    left = less(held, move.cards)
    what = f"{'Lead' if best is None else 'Play'} {_set(laid)}"
    if not left:
        return HintReason(what, "it is all you hold, so you are out")
    if laid.face == INFINITY_FACE:
        return HintReason(what, "it may only be led")
    wild = any(card in REACH for card in move.cards)
    whole = not wild and laid.face not in left
    if best is not None and not wild and _highest(moves, laid):
        return HintReason(what, f"no higher set of yours beats {_lies(best)} without a wild card")
    if whole and laid.size > 1:
        return HintReason(what, f"all your {PLURAL[laid.face]} go in one turn")
    if whole and best is None:
        return HintReason(what, f"you have no other {SINGULAR[laid.face]}")
    if whole:
        return HintReason(what, "it breaks up no other set of yours")
    return HintReason(what)


def _highest(moves: Sequence[Move], laid: Set) -> bool:
    """True if no move plays a higher face without wild cards."""
    faces = [
        move.face
        for move in moves
        if isinstance(move, Play)
        and move.face is not None
        and not any(card in REACH for card in move.cards)
    ]
    return laid.face == max(faces, default=KING_FACE)


def _give(view: ScumView, cards: tuple[Card, ...]) -> HintReason:
    assert view.private is not None
    worst = sorted(view.private.cards, key=PLACE.__getitem__)[-len(cards) :]
    what = f"Give back {cards_in_words(cards, article=True)}"
    if sorted(cards) == sorted(worst):
        return HintReason(what, f"your worst {'card' if len(cards) == 1 else 'cards'}")
    return HintReason(what)


def _set(laid: Set) -> str:
    """The set in words, with the wild and special cards in it."""
    odd = [card for card in laid.cards if card in REACH or card.endswith("*")]
    name = a_set(laid.size, laid.face)
    if laid.size == 1 and odd and odd[0] not in REACH:
        return f"the {cards_in_words(odd)}"
    return f"{name}, with {cards_in_words(odd, article=True)}" if odd else name


def _lies(best: Set) -> str:
    """The set to beat: "the three eights"."""
    if best.face in (0, INFINITY_FACE):
        return a_set(1, best.face)
    many = f"{number(best.size)} {PLURAL[best.face]}"
    return f"the {many if best.size > 1 else SINGULAR[best.face]}"
