"""The reasons of hints: what is true of the move, counted from the view."""

from collections.abc import Sequence
from typing import Final

from app.games.scum_the_masquerade.cards import without
from app.games.scum_the_masquerade.display_names import a_card, a_hand, cards_in_words
from app.games.scum_the_masquerade.moves import (
    Accept,
    AnswerBoon,
    AnswerConspiracy,
    Ask,
    Confirm,
    Decide,
    Declare,
    Decline,
    Give,
    Move,
    NameHand,
    Pact,
    Pass,
    Play,
    Propose,
    React,
    Reshape,
    Wish,
)
from app.games.scum_the_masquerade.odds import groups
from app.games.scum_the_masquerade.powers import announcing, power_text
from app.games.scum_the_masquerade.powers.effects import order_on
from app.games.scum_the_masquerade.state import Hand, ScumView
from app.games.scum_the_masquerade.tricks import best, designated
from app.rules.game import HintReason
from app.rules.phrases import join_words

NAMED: Final = 3
"""Cards of a wish list that the sentence names."""


def say_reason(
    view: ScumView, moves: Sequence[Move], move: Move, names: Sequence[str]
) -> HintReason:
    """The move, and what is true of it."""
    naming = view.public.options.naming
    match move:
        case Play():
            return _play(view, move)
        case Pass():
            return HintReason("Pass", _pass(view, moves))
        case Confirm():
            return HintReason("Say that you are ready")
        case Decide():
            return HintReason("Keep it as it is")
        case Declare(specialty=specialty) if specialty is not None:
            return HintReason(f"Be the {power_text.specialty_name(specialty, naming)}")
        case Declare(clan=clan, disciplines=disciplines):
            own = power_text.in_dots(view.public, disciplines)
            named = "" if clan is None else f"{power_text.clan_name(clan, naming)} with "
            return HintReason(f"Choose {named}{own}")
        case Pact(take):
            return HintReason("Take a pact" if take else "Take no pact")
        case React(cancel):
            return _react(view, names, cancel=cancel)
        case Reshape(card, counts_as):
            if card is None or counts_as is None:
                return HintReason("Change nothing")
            return HintReason(f"Let the {a_card(card)} count as the {a_card(counts_as)}")
        case NameHand(cards):
            return HintReason(f"Name the {cards_in_words(cards)}" if cards else "Let them choose")
        case AnswerBoon(grant):
            return HintReason("Grant the boon" if grant else "Refuse the boon")
        case AnswerConspiracy(_, yes):
            return HintReason("Agree" if yes else "Refuse")
        case _:
            return _trade(view, move)


def _play(view: ScumView, move: Play) -> HintReason:
    held, laid = (view.private or Hand()).cards, best(view.public)
    what = f"{'Lead' if laid is None else 'Play'} the {cards_in_words(move.cards)}"
    left, many = without(held, move.cards), len(move.cards)
    first = designated(view.public)
    whole = not {card.rank for card in move.cards} & groups(left).keys()
    if not left:
        return HintReason(what, "it is all you hold, so you are out")
    if laid is None and first is not None:
        return HintReason(what, f"the first lead has to contain the {a_card(first)}")
    if many > 1 and whole:
        return HintReason(what, f"{many} cards go in one turn, and no others of their ranks stay")
    if many > 1:
        return HintReason(what, f"{many} cards go in one turn")
    return HintReason(what, "you hold no other of its rank" if whole else "")


def _pass(view: ScumView, moves: Sequence[Move]) -> str:
    laid = best(view.public)
    assert laid is not None
    order = None if view.seat is None else order_on(view.public, view.seat)
    if any(isinstance(one, Play) for one in moves) or order is not None:
        return ""
    return f"nothing that you hold beats {a_hand(laid.kind, laid.top)}"


def _react(view: ScumView, names: Sequence[str], *, cancel: bool) -> HintReason:
    pending = view.public.pending
    assert pending is not None
    bluff = announcing.bluff(view.public) is not None
    user = pending.seat
    left = view.public.counts[user]
    has = f"{names[user]} has {left} {'card' if left == 1 else 'cards'} left"
    if bluff:
        return HintReason("Challenge it" if cancel else "Believe it", has)
    return HintReason("Cancel it" if cancel else "Let it happen", has)


def _trade(view: ScumView, move: Move) -> HintReason:
    hand = view.private or Hand()
    match move:
        case Wish(cards):
            named = join_words([f"the {a_card(card)}" for card in cards[:NAMED]])
            return HintReason(f"Wish for high cards, first {named}", "you hold none of these")
        case Give(card):
            asked = hand.talk is not None and hand.talk.asked is card.face
            return HintReason(f"Give the {a_card(card)}", "it was asked for" if asked else "")
        case Ask(None):
            return HintReason("Ask for nothing")
        case Ask(card) if card is not None:
            own = groups(hand.cards)[card.rank]
            why = "you hold one card of its rank" if own == 1 else ""
            return HintReason(f"Ask for the {a_card(card)}", why)
        case Accept():
            return HintReason("Accept")
        case Propose(give, want):
            return HintReason(f"Offer the {a_card(give)} for the {a_card(want)}")
        case Decline():
            return HintReason("Decline")
        case _:
            return HintReason("Take it or leave it")
