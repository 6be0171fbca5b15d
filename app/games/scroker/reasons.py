"""The reasons of hints: what is true of the move, counted from the view."""

from collections.abc import Sequence

from app.games.scroker import display_names
from app.games.scroker.cards import sort_hand
from app.games.scroker.claims import Claim, spell
from app.games.scroker.declarations import claim_of
from app.games.scroker.display_names import chips
from app.games.scroker.hands import CATEGORY_NAMES, evaluate
from app.games.scroker.lexicon import lexicon
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
    Rebuy,
    See,
    SitOut,
)
from app.games.scroker.odds import Odds
from app.games.scroker.state import ScrokerView
from app.rules.game import HintReason
from app.rules.phrases import join_words


def say_reason(view: ScrokerView, move: Move, names: Sequence[str]) -> HintReason:
    """The move, and what is true of it."""
    match move:
        case Check() | Open() | Call() | Raise() | Fold():
            return _bet(Odds(view), move)
        case Draw():
            return _draw(view, move)
        case Declare():
            return _declare(Odds(view), move)
        case LetStand() | Challenge():
            return _challenge(view, move)
        case NameGame():
            return HintReason(f"Deal {display_names.game(move.named)}")
        case See(seat):
            return HintReason(f"Ask to see the hand of {names[seat]}")
        case Rebuy(number):
            assert view.seat is not None
            left = chips(view.public.stacks[view.seat])
            return HintReason(f"Buy {chips(number)}", f"you have {left} left")
        case Ante():
            return HintReason("Be dealt in")
        case Agree():
            return HintReason("Agree")
        case Object():
            return HintReason("Object")
        case SitOut():
            return HintReason("Sit out")
        case _:
            return HintReason("Say that you are ready")


def _bet(odds: Odds, move: Move) -> HintReason:
    price = f"it costs {chips(odds.to_call)} to stay, and the pot has {chips(odds.pot)}"
    against = len(odds.others)
    rivals = f"{against} {'other is' if against == 1 else 'others are'} still in the hand"
    match move:
        case Open(number):
            return HintReason(f"Open for {chips(number)}", rivals)
        case Raise(number):
            return HintReason(f"Raise by {chips(number)}", rivals)
        case Check():
            return HintReason("Check", rivals)
        case Call():
            return HintReason("Call", price)
        case _:
            return HintReason("Fold", price if odds.to_call else rivals)


def _draw(view: ScrokerView, move: Draw) -> HintReason:
    hand = view.private
    assert hand is not None
    kept = sort_hand(card for card in hand.cards if card not in move.cards)
    if not move.cards:
        return HintReason("Stand pat")
    what = f"Exchange {display_names.cards(move.cards)}"
    return HintReason(what, f"you keep {display_names.cards(kept)}" if kept else "")


def _declare(odds: Odds, move: Declare) -> HintReason:
    claim = claim_of(move)
    hand = evaluate(sort_hand(odds.cards), claim, odds.rules)
    counts = f"your cards count as {_a(CATEGORY_NAMES[hand.category])}"
    if not claim.words:
        return HintReason("Claim no word", f"{counts} then")
    what = f"Claim {_words(claim)}"
    if all(odds.words.holds(word) for word in hand.words):
        return HintReason(what, f"the list has it, and {counts}")
    return HintReason(f"{what}, a bluff", f"the list does not have it, and {counts}")


def _a(name: str) -> str:
    return name if name in ("Scum", "Two Ducks") else f"a {name}"


def _words(claim: Claim) -> str:
    return join_words([spell(word, claim) for word in claim.words])


def _challenge(view: ScrokerView, move: Move) -> HintReason:
    public = view.public
    assert public.leader is not None
    claim, common = public.claims[public.leader], lexicon("common").holds
    assert claim is not None
    if isinstance(move, Challenge):
        word = spell(claim.words[move.word], claim)
        return HintReason(f"Challenge {word}", "" if common(word) else "it is no common word")
    if claim.words and all(common(spell(word, claim)) for word in claim.words):
        kind = "is a common word" if len(claim.words) == 1 else "are common words"
        return HintReason("Let it stand", f"{_words(claim)} {kind}")
    return HintReason("Let it stand")
