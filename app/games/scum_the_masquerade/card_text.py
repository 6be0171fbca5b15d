"""The explanation of each card: what it does, and whether it may be played now."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from app.games.scum_the_masquerade import legality, prompts
from app.games.scum_the_masquerade.cards import FIRST_LEAD, PACK, Card
from app.games.scum_the_masquerade.display_names import TYPE, a_card, a_hand
from app.games.scum_the_masquerade.hands import hands_of, length
from app.games.scum_the_masquerade.moves import Demand, Give, Play
from app.games.scum_the_masquerade.powers.effects import order_on
from app.games.scum_the_masquerade.powers.marks import EffectKind
from app.games.scum_the_masquerade.refusal_text import say_refusal
from app.games.scum_the_masquerade.state import Laid, ScumView, Tableau
from app.games.scum_the_masquerade.tricks import best, designated
from app.rules.game import CardText, Prompt

GIVEN: Final = ("give-any", "give-back")
TRIED: Final = 4000
"""Hands that are tried for a card at most."""


def say_card(view: ScumView, code: str) -> CardText | None:
    """The card in this view; None: there is no such card."""
    try:
        card = Card(code)
    except ValueError:
        return None
    does, hand = _does(view.public, card), view.private
    if hand is None or card not in hand.cards:
        return CardText(does)
    asked = next((one for one in prompts.prompts(view) if not one.offer), None)
    if asked is None:
        return CardText(does)
    if asked.kind in GIVEN:
        if legality.refusal(view, asked, Give(card)) is None:
            return CardText(does, True, "You may give it.")
        return CardText(does, False, "Everybody has seen you take it up, so it stays with you.")
    if asked.kind not in ("lead", "follow"):
        return CardText(does)
    return _in_play(view, asked, card, does)


def _does(public: Tableau, card: Card) -> str:
    height = card.height
    copies = " There are two of these." if public.packs == 2 else ""
    if not height:
        first = " It opens a plain round." if designated(public) is FIRST_LEAD else ""
        return f"The lowest card of all: every other card beats it.{first}{copies}"
    if height == len(PACK) - 1:
        return f"The highest card of all: nothing beats it alone.{copies}"
    below, above = a_card(PACK[height - 1]), a_card(PACK[height + 1])
    return f"Beats the {below} and all below it; the {above} beats it.{copies}"


def _in_play(view: ScumView, asked: Prompt, card: Card, does: str) -> CardText:
    """The card in a legal hand, or the rule that forbids it."""
    public, laid = view.public, best(view.public)
    assert view.seat is not None
    fitting = next(_hands_with(view, asked, card), None)
    if fitting is None:
        return CardText(does, False, _why_not(view, card))
    if laid is None:
        how = "in the hand that you promised" if public.promised else "alone or in any legal hand"
        if designated(public) is not None and card is not FIRST_LEAD:
            how = f"in a hand with the {a_card(FIRST_LEAD)}"
        return CardText(does, True, f"You may lead it, {how}.")
    if len(fitting) == 1:
        return CardText(does, True, f"You may play it: it beats {a_hand(laid.kind, laid.top)}.")
    others = " and ".join(f"the {a_card(one)}" for one in fitting if one is not card)
    with_others = f"with {others}" if len(fitting) < 4 else f"in {TYPE[laid.kind]}"
    return CardText(does, True, f"You may play it, {with_others}.")


def _hands_with(view: ScumView, asked: Prompt, card: Card) -> Iterator[tuple[Card, ...]]:
    legal = islice(prompts.legal(view, asked), TRIED)
    return (move.cards for move in legal if isinstance(move, Play) and card in move.cards)


def _why_not(view: ScumView, card: Card) -> str:
    public, laid = view.public, best(view.public)
    assert view.seat is not None
    assert view.private is not None
    order = order_on(public, view.seat)
    if laid is not None and (order is None or order.demand is Demand.ANY):
        if order is not None and order.kind is EffectKind.AWED:
            return "You are awed, and must pass."
        size = length(laid.kind, public.packs)
        found = hands_of(laid.kind, view.private.cards, public.packs)
        if size > 1 and not any(card in one for one in islice(found, TRIED)):
            return f"This trick takes {TYPE[laid.kind]}, and you hold none with this card."
        return _not_higher(laid)
    move = Play((card,))
    reason = legality.play_problem(public, view.seat, view.private.cards, move.cards)
    assert reason is not None
    return say_refusal(view, move, reason)


def _not_higher(laid: Laid) -> str:
    return f"Your hand has to beat {a_hand(laid.kind, laid.top)}; no hand with this card does."
