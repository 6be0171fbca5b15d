"""The reasons of hints: the feature of the heuristic that decided, in a sentence."""

from collections.abc import Sequence
from math import prod
from typing import Final

from app.games.scroker import display_names
from app.games.scroker.bot_vocabulary import doubt
from app.games.scroker.cards import sort_hand
from app.games.scroker.claims import Claim, spell
from app.games.scroker.declarations import claim_of
from app.games.scroker.display_names import chips
from app.games.scroker.hands import CATEGORY_NAMES, evaluate
from app.games.scroker.moves import (
    Agree,
    Ante,
    Call,
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Move,
    NameGame,
    Object,
    Open,
    Raise,
    Ready,
    Rebuy,
    See,
    SitOut,
)
from app.games.scroker.odds import Odds
from app.games.scroker.state import ScrokerView
from app.rules.phrases import join_words

DOUBTFUL: Final = 0.5
WEAK: Final = 0.25
"""A bet with less than this chance to win is a bluff."""
GOOD: Final = 0.5


def say_reason(view: ScrokerView, moves: Sequence[Move], move: Move, names: Sequence[str]) -> str:
    """The move and why it scores best of `moves`."""
    match move:
        case Check() | Open() | Call() | Raise() | Fold():
            return _bet(Odds(view), move)
        case Draw():
            return _draw(Odds(view), move)
        case Declare():
            return _declare(Odds(view), move)
        case LetStand() | Challenge():
            return _challenge(Odds(view), move)
        case NameGame():
            return f"Deal {display_names.game(move.named)}: it is as good for you as any other."
        case See(seat):
            return f"Ask to see the hand of {names[seat]}: it tells how that player bets."
        case _:
            return _between(view, move)


def _between(view: ScrokerView, move: Move) -> str:
    match move:
        case Rebuy(number):
            return f"Buy {chips(number)}: with so few left you could not bet on a good hand."
        case Ante():
            return "Be dealt in: the ante is small, and you may fold at any time."
        case Agree():
            return "Agree: tapping out lets everybody stay to the end."
        case Object():
            return "Object: nobody should stay in without paying."
        case SitOut():
            return "Sit out: nothing asks for your chips now."
        case Ready():
            return "Say that you are ready: there is nothing else to decide."
        case _:
            raise AssertionError("every other move is answered above")


def _bet(odds: Odds, move: Move) -> str:
    chance = prod(odds.chances)
    wins, pot = _in_ten(chance), chips(odds.pot)
    match move:
        case Open(number) if chance < WEAK:
            return f"Open for {chips(number)}, a bluff: {wins}, but others may fold to a bet."
        case Open(number):
            return f"Open for {chips(number)}: {wins}, and worse hands pay or fold."
        case Raise(number) if chance < WEAK:
            return f"Raise by {chips(number)}, a bluff: {wins}, but others may fold to it."
        case Raise(number):
            return f"Raise by {chips(number)}: {wins}, so let the others pay more."
        case Call():
            return f"Call: {wins}, and {chips(odds.to_call)} may win {pot}."
        case Check() if chance < GOOD:
            return f"Check: {wins}, too seldom to bet on, and waiting costs nothing."
        case Check():
            return f"Check: {wins}, and a bet would only drive worse hands out."
        case _ if odds.to_call:
            return f"Fold: {wins}, too seldom to pay {chips(odds.to_call)} for {pot}."
        case _:
            return f"Fold: {wins}, too seldom to open, and this round has no check."


def _in_ten(chance: float) -> str:
    """The chance to win, as people count it."""
    number = round(10 * chance)
    if number <= 0:
        return "you hardly ever win with this hand"
    if number >= 10:
        return "you nearly always win with this hand"
    return f"your hand wins about {number} {'time' if number == 1 else 'times'} in 10"


def _draw(odds: Odds, move: Draw) -> str:
    hand = odds.view.private
    assert hand is not None
    if not move.cards:
        return "Stand pat: no exchange is likely to make your hand better."
    kept = tuple(card for card in hand.cards if card not in move.cards)
    what = f"Exchange {display_names.cards(move.cards)}"
    if not kept:
        return f"{what}: nothing you hold is worth keeping."
    return f"{what}: what you keep makes the best words with new cards."


def _declare(odds: Odds, move: Declare) -> str:
    claim = claim_of(move)
    hand = evaluate(sort_hand(odds.cards), claim, odds.rules)
    name = CATEGORY_NAMES[hand.category]
    if not claim.words:
        return f"Claim no word: your cards count as {_a(name)}, and no word makes more of them."
    what = f"Claim {_words(claim)}"
    if all(odds.words.holds(word) for word in hand.words):
        return f"{what}: {_a(name)} is the best hand you can make of listed words."
    return f"{what}, a bluff: no list has it, but {_a(name)} may win if nobody looks it up."


def _a(name: str) -> str:
    return name if name in ("Scum", "Two Ducks") else f"a {name}"


def _words(claim: Claim) -> str:
    return join_words([spell(word, claim) for word in claim.words])


def _challenge(odds: Odds, move: Move) -> str:
    public = odds.public
    assert public.leader is not None
    claim = public.claims[public.leader]
    assert claim is not None
    if isinstance(move, Challenge):
        word = spell(claim.words[move.word], claim)
        return f"Challenge {word}: it does not look like a word, and you would lead without it."
    if all(doubt(spell(word, claim)) < DOUBTFUL for word in claim.words):
        verb = "looks" if len(claim.words) == 1 else "look"
        why = f"{_words(claim)} {verb} right, and a wrong challenge costs your stake"
        return f"Let it stand: {why}."
    return "Let it stand: a challenge would win you too little for its risk."
