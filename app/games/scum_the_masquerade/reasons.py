"""The reasons of hints: the feature of the heuristic that decided, in a sentence."""

from collections.abc import Sequence
from typing import Final

from app.games.scum_the_masquerade import bluffing
from app.games.scum_the_masquerade.cards import Card, without
from app.games.scum_the_masquerade.display_names import a_card, a_hand, cards_in_words
from app.games.scum_the_masquerade.hands import top
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
from app.games.scum_the_masquerade.odds import Odds, groups
from app.games.scum_the_masquerade.powers import announcing, power_text
from app.games.scum_the_masquerade.powers.clans import SPECIALTY_EFFECTS
from app.games.scum_the_masquerade.powers.effects import order_on
from app.games.scum_the_masquerade.powers.marks import EffectKind
from app.games.scum_the_masquerade.state import Hand, ScumView
from app.games.scum_the_masquerade.tricks import best, designated
from app.rules.phrases import join_words

SAFE: Final = 0.75
"""The chance to win the trick from which on it is the reason."""
LOW: Final = 6
"""Ranks below this one, a 9, are hard to get rid of."""
NAMED: Final = 3
"""Cards of a wish list that the sentence names."""


def say_reason(view: ScumView, moves: Sequence[Move], move: Move, names: Sequence[str]) -> str:
    """The move and why it scores best of `moves`."""
    match move:
        case Play():
            return _play(view, move)
        case Pass():
            return _pass(view, moves)
        case Confirm():
            return "Say that you are ready: there is nothing else to decide."
        case Decide():
            return "Keep it as it is: everybody knows what was decided before."
        case Declare():
            return _declare(view, move)
        case Pact(take):
            if take:
                return "Take a pact: you rise by a rank, and your crypt stays unseen."
            return "Take no pact: to see your crypt and to trade is worth more than a rank."
        case React(cancel):
            return _react(view, cancel=cancel)
        case Reshape():
            return _reshape(move)
        case NameHand(cards):
            what = f"Name the {cards_in_words(cards)}" if cards else "Let them choose"
            return f"{what}: it leaves them the most turns to get rid of their cards."
        case AnswerBoon(grant):
            if grant:
                return "Grant the boon: they may thank you later."
            return "Refuse: the first lead is worth a turn, and it is yours."
        case AnswerConspiracy(_, yes):
            why = "you would learn as much as you show" if yes else "you would show more"
            return f"{'Agree' if yes else 'Refuse'}: {why}."
        case _:
            return _trade(view, move)


def _play(view: ScumView, move: Play) -> str:
    held, laid = (view.private or Hand()).cards, best(view.public)
    what = f"{'Lead' if laid is None else 'Play'} the {cards_in_words(move.cards)}"
    left, many = without(held, move.cards), len(move.cards)
    if view.public.promised:
        return f"{what}: you promised it for the boon."
    if not left:
        return f"{what}: it is all you hold, so you are out."
    order = None if view.seat is None else order_on(view.public, view.seat)
    if order is not None:
        return f"{what}: it answers the command, and what is left takes the fewest turns."
    if Odds(view).wins(move.cards, top(move.cards)) >= SAFE:
        return f"{what}: hardly anybody can beat it, and then you lead again."
    whole = not {card.rank for card in move.cards} & groups(left).keys()
    if laid is not None and whole:
        return f"{what}: it beats {a_hand(laid.kind, laid.top)} and breaks up nothing of yours."
    if laid is None and many > 1:
        return f"{what}: {many} cards go in one turn, so you have fewer turns left."
    if designated(view.public) is not None:
        return f"{what}: the first lead has to contain that card."
    if laid is None and whole and max(card.rank for card in move.cards) < LOW:
        return f"{what}: low cards are hard to get rid of, and your lead is the chance."
    return f"{what}: of all you could play, what is left then takes the fewest turns."


def _pass(view: ScumView, moves: Sequence[Move]) -> str:
    laid = best(view.public)
    assert laid is not None
    order = None if view.seat is None else order_on(view.public, view.seat)
    if order is not None and order.kind is EffectKind.AWED:
        return "Pass: you are awed, so nothing else is allowed."
    if not any(isinstance(one, Play) for one in moves):
        return f"Pass: nothing that you hold beats {a_hand(laid.kind, laid.top)}."
    return f"Pass: beating {a_hand(laid.kind, laid.top)} would break up cards that do more later."


def _declare(view: ScumView, move: Declare) -> str:
    public = view.public
    if move.specialty is not None:
        name = power_text.specialty_name(move.specialty, public.options.naming)
        return f"Be the {name}: {SPECIALTY_EFFECTS[move.specialty].rstrip('.').lower()}."
    own = power_text.in_dots(public, move.disciplines)
    if move.clan is None:
        return f"Choose {own}: in rounds of bots none of the others gained more."
    name = power_text.clan_name(move.clan, public.options.naming)
    return f"Choose {name} with {own}: in rounds of bots no other choice of its dots gained more."


def _react(view: ScumView, *, cancel: bool) -> str:
    pending = view.public.pending
    assert pending is not None
    if announcing.bluff(view.public) is not None:
        return _challenge(bluffing.chance_it_is_false(view, pending), cancel=cancel)
    name = power_text.name(view.public, pending.use.discipline)
    aimed = view.seat in pending.use.targets
    if cancel and aimed:
        return f"Cancel it: {name} would cost you more than the dots of your answer."
    if cancel:
        return f"Cancel it: its user has few cards left, and {name} would help them out."
    if aimed:
        return f"Let it happen: {name} harms you little now, and your dots are worth more."
    return f"Let it happen: {name} is not aimed at you, and your charge is worth more later."


def _challenge(doubt: float, *, cancel: bool) -> str:
    if cancel and doubt == 1:
        return "Challenge it: you know where its cards are, so it cannot be true."
    if cancel:
        return "Challenge it: the cards that you know of make it unlikely, and you risk little."
    if not doubt:
        return "Believe it: you know that those cards are there."
    return "Believe it: if it is true, a challenge costs you a turn that you can use."


def _reshape(move: Reshape) -> str:
    if move.card is None or move.counts_as is None:
        return "Change nothing: no card of yours would make a better group as another."
    changed = f"the {a_card(move.card)} count as the {a_card(move.counts_as)}"
    return f"Let {changed}: it joins cards of yours, so you have fewer turns left."


def _trade(view: ScumView, move: Move) -> str:
    hand = view.private or Hand()
    match move:
        case Wish(cards):
            named = join_words([f"the {a_card(card)}" for card in cards[:NAMED]])
            return f"Wish for high cards, first {named}: they win tricks, and the lead with them."
        case Give(card):
            return _give(hand, card)
        case Ask(None):
            return "Ask for nothing: no card would make a pair of one that stands alone."
        case Ask(card) if card is not None:
            return f"Ask for the {a_card(card)}: it would make a pair, and asking costs nothing."
        case Accept():
            return "Accept: with that card in exchange your crypt takes fewer turns."
        case Propose(give, want):
            return (
                f"Offer the {a_card(give)} for the {a_card(want)}: yours stands alone, and the "
                "other would make a pair."
            )
        case Decline():
            return "Decline: nothing that is on offer saves you a turn."
        case _:
            return "Take it or leave it: this is an offer, and no answer is needed."


def _give(hand: Hand, card: Card) -> str:
    asked = hand.talk is not None and hand.talk.asked is card.face
    wish = "it was asked for, and " if asked else ""
    return f"Give the {a_card(card)}: {wish}without it your crypt takes the fewest turns."
