"""The reasons of hints: the feature of the heuristic that decided, in a sentence."""

from collections.abc import Sequence
from typing import Final, assert_never

from app.games.scum_of_the_earth.cards import INFINITY_FACE, KING_FACE, PLACE, REACH, Card
from app.games.scum_of_the_earth.display_names import (
    PLURAL,
    SINGULAR,
    a_set,
    cards_in_words,
    number,
)
from app.games.scum_of_the_earth.heuristics import laid_set, less, stands
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
from app.games.scum_of_the_earth.odds import Odds, groups
from app.games.scum_of_the_earth.state import Asked, ScumView, Set
from app.games.scum_of_the_earth.turns import best_set
from app.rules.game import Seat

SAFE: Final = 0.75
"""The chance to win the trick from which on it is the reason."""
HIGH: Final = 7
"""Faces from here on are hard to get rid of."""


def say_reason(view: ScumView, moves: Sequence[Move], move: Move, names: Sequence[str]) -> str:
    """The move and why it scores best of `moves`."""
    public = view.public
    match move:
        case Play():
            return _play(view, moves, move)
        case Pass():
            return _pass(view, moves)
        case Give(cards):
            return _give(view, cards)
        case Confirm():
            return "Say that you are ready: there is nothing else to decide."
        case Takeover():
            return "Take over: with both WILDs you hold the first rank at once."
        case Decline():
            return "Stay with your play: following it yourself would use up cards you need."
        case Target(seat):
            return _target(view, seat, names, look=public.asked is Asked.LOOK)
        case _:
            assert_never(move)


def _play(view: ScumView, moves: Sequence[Move], move: Play) -> str:
    assert view.private is not None
    laid, best = laid_set(view, move), best_set(view.public)
    held = groups(view.private.cards)
    left = less(held, move.cards)
    what = f"{'Lead' if best is None else 'Play'} {_set(laid)}"
    if not left:
        return f"{what}: it is all you hold, so you are out."
    odds = Odds(view)
    if stands(view.public, odds, laid) >= SAFE:
        return f"{what}: hardly anybody can beat {_it(laid)}, and then you lead again."
    wild = any(card in REACH for card in move.cards)
    if laid.face == INFINITY_FACE:
        return f"{what}: it is only ever led, and holding it back costs you a turn."
    whole = not wild and laid.face not in left
    if best is None:
        return _lead(what, laid, held, whole=whole)
    if whole and _highest(moves, laid):
        return f"{what}: the highest you have on {_lies(best)}, so your better cards stay."
    if whole:
        return f"{what}: it beats {_lies(best)} and breaks up no other set of yours."
    return f"{what}: of all you could play, what is left takes the fewest turns to get rid of."


def _lead(what: str, laid: Set, held: dict[int, int], *, whole: bool) -> str:
    same = max((many for face, many in held.items() if face >= HIGH), default=0)
    if whole and laid.face >= HIGH and laid.size > 1:
        longest = "your longest set" if laid.size == same else "a whole set"
        return f"{what}: {longest} of high cards goes in one turn."
    if whole and laid.face >= HIGH:
        return f"{what}: high cards are the hardest to get rid of, and your lead is the chance."
    if whole:
        return f"{what}: it goes in one turn, and your better sets stay together."
    return f"{what}: what is left then takes the fewest turns to get rid of."


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


def _pass(view: ScumView, moves: Sequence[Move]) -> str:
    best = best_set(view.public)
    assert best is not None
    if len(moves) == 1:
        return f"Pass: nothing in your hand beats {_lies(best)}."
    if any(isinstance(move, Play) and REACH.keys() & set(move.cards) for move in moves):
        return f"Pass: what beats {_lies(best)} now will win you more in a later trick."
    return f"Pass: beating {_lies(best)} would break up cards that do more later."


def _give(view: ScumView, cards: tuple[Card, ...]) -> str:
    assert view.private is not None
    worst = sorted(view.private.cards, key=PLACE.__getitem__)[-len(cards) :]
    what = f"Give back {cards_in_words(cards, article=True)}"
    if sorted(cards) == sorted(worst):
        return f"{what}: your worst {'card' if len(cards) == 1 else 'cards'}."
    return f"{what}: without {'it' if len(cards) == 1 else 'them'} your hand needs fewest turns."


def _target(view: ScumView, seat: Seat, names: Sequence[str], *, look: bool) -> str:
    left = view.public.counts[seat]
    cards = f"{number(left)} {'card' if left == 1 else 'cards'} left"
    able = f"{names[seat]} could follow and is nearest to going out, with {cards}."
    return f"{'Look at the hand of' if look else 'Silence'} {names[seat]}: {able}"


def _set(laid: Set) -> str:
    """The set in words, with the wild and special cards in it."""
    odd = [card for card in laid.cards if card in REACH or card.endswith("*")]
    name = a_set(laid.size, laid.face)
    if laid.size == 1 and odd and odd[0] not in REACH:
        return f"the {cards_in_words(odd)}"
    return f"{name}, with {cards_in_words(odd, article=True)}" if odd else name


def _it(laid: Set) -> str:
    return "it" if laid.size == 1 else "them"


def _lies(best: Set) -> str:
    """The set to beat: "the three eights"."""
    if best.face in (0, INFINITY_FACE):
        return a_set(1, best.face)
    many = f"{number(best.size)} {PLURAL[best.face]}"
    return f"the {many if best.size > 1 else SINGULAR[best.face]}"
