"""The explanation of each card: what it does, and whether it may be played now."""

from typing import Final

from app.games.scum_of_the_earth import prompts, tricks, turns
from app.games.scum_of_the_earth.cards import FACE, REACH, Card
from app.games.scum_of_the_earth.display_names import (
    PLURAL,
    SINGULAR,
    a_set,
    cards_in_words,
    counted,
    number,
)
from app.games.scum_of_the_earth.moves import Play
from app.games.scum_of_the_earth.refusal_text import say_refusal
from app.games.scum_of_the_earth.state import Asked, Phase, ScumView, Set
from app.rules.game import CardText

ODD: Final = {
    Card.WILD: (
        "Stands for any number from Ace to King, alone or with others, never for 0 or Infinity."
    ),
    Card.WILD_3_9: "Stands for any number from 3 to 9, alone or with others.",
    Card.ZERO: "Played alone, it beats every other single card. Nothing is played with it.",
    Card.INFINITY: (
        "Worse than a King, and may only be led, alone. The winner of that trick takes it."
    ),
    Card.SPECIAL_5: "A 5. Its player may look at one other player’s hand.",
    Card.SPECIAL_6: "A 6. Its player picks somebody, who must pass for the rest of the trick.",
    Card.SPECIAL_7: "A 7. Its player may play again at once, on the same trick.",
    Card.SPECIAL_8: "An 8. Not played alone, unless it is the last card.",
    Card.SPECIAL_9: "A 9. May only be led, never played on anything.",
    Card.SPECIAL_10: "A 10. Counts as one 10 or as two, as its player chooses.",
}


def say_card(view: ScumView, code: str) -> CardText | None:
    """The card in this view; None: there is no such card."""
    try:
        card = Card(code)
    except ValueError:
        return None
    does = ODD.get(card) or _plain(view, card)
    hand = view.private
    if hand is None or card not in hand.cards or prompts.prompt(view) is None:
        return CardText(does)
    public = view.public
    if public.phase is Phase.BONUS:
        return CardText(does, True, "You may give it back.")
    if public.asked not in (Asked.LEAD, Asked.FOLLOW, Asked.AGAIN):
        return CardText(does)
    best = turns.best_set(public)
    fitting = next((one for one in tricks.plays(hand.cards, best) if card in one.cards), None)
    if fitting is not None:
        return CardText(does, True, _how(fitting, best))
    return CardText(does, False, _why_not(view, card, best))


def _plain(view: ScumView, card: Card) -> str:
    many = view.public.deck.count(card)
    copies = "There is only one" if many == 1 else f"There are {number(many)} of them"
    return f"Beaten by lower numbers, beats higher ones. {copies} in the deck."


def _how(move: Play, best: Set | None) -> str:
    if best is None:
        return "You may lead it, alone or with others of its number."
    assert move.face is not None
    shown = a_set(tricks.size(move), move.face)
    others = [card for card in move.cards if card in REACH]
    return (
        f"You may play it, as in {shown}{_with(others)}."
        if best.size > 1
        else (f"You may play it, as {shown}." if others else "You may play it.")
    )


def _with(wild: list[Card]) -> str:
    return f" with {cards_in_words(wild, article=True)}" if wild else ""


def _why_not(view: ScumView, card: Card, best: Set | None) -> str:
    """The rule that forbids the most natural set with this card."""
    assert view.private is not None
    held = view.private.cards.count(card)
    size = 1 if best is None else best.size
    alone = Play((card,) * min(held, size))
    reason = prompts.refusal(view, alone)
    if best is not None and held < size and card in FACE and FACE[card] < best.face:
        needs = f"This trick takes {counted(size, 'card')} of one number"
        if card is Card.ZERO:
            return f"{needs}; nothing is played with the Zero."
        name = SINGULAR[FACE[card]] if held == 1 else PLURAL[FACE[card]]
        return f"{needs}; with {number(held)} {name} you have too few."
    assert reason is not None
    return say_refusal(view, alone, reason)
