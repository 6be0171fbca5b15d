"""The explanation of each card: what it does, and whether it may be played now."""

from app.games.usurp import prompts
from app.games.usurp.cards import CROWN, Card, PlayType
from app.games.usurp.display_names import SUIT, points
from app.games.usurp.moves import Play, Uprise
from app.games.usurp.plays import judge
from app.games.usurp.refusal_text import say_refusal
from app.games.usurp.scoring import BEATEN, VALUES
from app.games.usurp.state import Asked, UsurpView
from app.rules.game import CardText


def say_card(view: UsurpView, code: str) -> CardText | None:
    """The card in this view; None: there is no such card."""
    try:
        card = Card(code)
    except ValueError:
        return None
    does, hand, public = _does(view, card), view.private, view.public
    if hand is None or card not in hand.cards or prompts.prompt(view) is None:
        return CardText(does)
    if public.asked is Asked.LEAD:
        return CardText(does, True, "You may lead it. The first card scores nothing yet.")
    if public.asked is not Asked.PLAY:
        return CardText(does)
    refused = prompts.refusal(view, Play(card))
    rises = prompts.refusal(view, Uprise(card)) is None
    if refused is not None:
        why = say_refusal(view, refused)
        return CardText(does, rises, f"Face up it may not be played. {why}")
    hidden = " Or lay it face down, to uprise." if rises else ""
    return CardText(does, True, f"{_effect(view, card)}{hidden}")


def _does(view: UsurpView, card: Card) -> str:
    options = view.public.options
    worth = f"As the Upcard it is worth {points(VALUES[options.points][card.rank])}."
    if not card.beater:
        return worth
    crown = card.rank == CROWN
    best, worst = ("Regal", "Common") if crown else ("Common", "Regal")
    return (
        f"The {'Crown' if crown else 'Plow'}: best in {best}, worst in {worst}. Played on the "
        f"{'Plow' if crown else 'Crown'} of {SUIT[card.suit]} it always wins, for "
        f"{BEATEN[options.points]}. {worth}"
    )


def _effect(view: UsurpView, card: Card) -> str:
    verdict = judge(view.public, card)
    number = points(verdict.points)
    match verdict.way:
        case PlayType.USURP:
            return f"Played now it usurps: {number} to you, and you may change the Order."
        case PlayType.SLUFF:
            return f"Played now it is a Sluff Off: {number} to your opponent."
        case _ if verdict.wins:
            return f"Played now it scores: {number} to you."
        case _:
            return f"Played now it follows suit and loses: {number} to your opponent."
