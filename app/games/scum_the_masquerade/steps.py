"""Answers that are composed in steps: wish lists and offers."""

from typing import Any

from app.games.scum_the_masquerade.cards import PACK, Card
from app.games.scum_the_masquerade.display_names import a_card, cards_in_words
from app.games.scum_the_masquerade.hands import LONGEST
from app.games.scum_the_masquerade.moves import (
    Ask,
    ChooseExtras,
    Give,
    Move,
    NameHand,
    Propose,
    Smuggle,
    Wish,
)
from app.games.scum_the_masquerade.politics import market
from app.games.scum_the_masquerade.politics.trading import longest_wish
from app.games.scum_the_masquerade.powers import (
    declaration_steps,
    power_steps,
    power_text,
    reshaping,
)
from app.games.scum_the_masquerade.powers.naming import crypt_of_named
from app.games.scum_the_masquerade.powers.temptation import to_exchange
from app.games.scum_the_masquerade.state import Hand, ScumView
from app.rules.game import MoveStep, Prompt, Seat
from app.rules.values import Choice

KINDS = frozenset(
    {
        "wish",
        "give-any",
        "offer",
        "smuggle",
        "use",
        "play-with",
        "play-reshaped",
        "name-hand",
        "ask-boon",
        "reshape",
        "decide",
        "ask-back",
        "choose-extras",
    }
)
"""The questions and offers whose answers are composed, or chosen as cards in the crypt."""
Picks = tuple[tuple[Any, ...], ...]


def next_step(view: ScumView, prompt: Prompt, picks: Picks) -> MoveStep | None:
    """The step after `picks`, for a wish list or an offer."""
    hand = view.private or Hand()
    match prompt.kind, len(picks):
        case "wish", 0:
            text = "The most wanted first."
            longest = longest_wish(view.public)
            return MoveStep("cards", "cards", text, wishes(), 1, longest, ordered=True)
        case "give-any", 0:
            assert view.seat is not None
            free = to_exchange(view.public, view.seat, hand.cards)
            own = tuple(Choice(card, a_card(card)) for card in free)
            return MoveStep("card", "cards", "Which card do you give?", own)
        case "give-any", 1:
            text = "You may ask for a card in return."
            return MoveStep("asks", "cards", text, wishes(), 0)
        case "ask-back", 0:
            return MoveStep("card", "cards", "Which card would you like?", wishes())
        case "offer", 0:
            own = tuple(Choice(card, a_card(card)) for card in hand.cards)
            return MoveStep("give", "cards", "Which card do you offer?", own)
        case "offer", 1:
            return MoveStep("want", "cards", "Which card do you want for it?", wishes())
        case "smuggle", _:
            return smuggle_step(view, picks)
        case "choose-extras", 0:
            extra = len(view.public.extras)
            among = tuple(map(Choice, sorted(view.public.order)))
            return MoveStep("seats", "seats", "Who gets them?", among, extra, extra)
        case "decide", _:
            return declaration_steps.decide_step(view.public, picks)
        case "declare", _:
            return declaration_steps.declare_step(view, picks)
        case "use", _:
            return power_steps.use_step(view, picks)
        case "play-with", _:
            return power_steps.with_step(view, picks)
        case "reshape" | "play-reshaped", _:
            return reshaping.next_step(view, prompt.kind, picks)
        case "name-hand", 0:
            text = "Choose its cards out of theirs; with none, they choose."
            seen = tuple(Choice(card, a_card(card)) for card in reversed(crypt_of_named(view)))
            most = min(LONGEST, len(seen))
            return MoveStep("cards", "cards", text, seen, 0, most, checked_after=True)
        case _:
            return None


def smuggle_step(view: ScumView, picks: Picks) -> MoveStep | None:
    """The step of an illegal offer: the partner, the cards to give, and as many that are wanted."""
    hand = view.private or Hand()
    assert view.seat is not None
    match len(picks):
        case 0:
            partners = market.partners(view.public, view.seat, hand)
            text = "Whom do you make the offer to?"
            return MoveStep("partner", "seats", text, tuple(map(Choice, partners)))
        case 1:
            own = tuple(Choice(card, a_card(card)) for card in hand.cards)
            most = min(market.MOST_CARDS, len(own))
            return MoveStep("give", "cards", "Which cards do you offer?", own, 1, most)
        case 2:
            many = len(picks[1])
            return MoveStep("want", "cards", "Which cards do you want?", wishes(), many, many)
        case _:
            return None


def wishes() -> tuple[Choice, ...]:
    """Every card by rank and suit, highest first."""
    return tuple(Choice(card, a_card(card)) for card in reversed(PACK))


def composed_move(view: ScumView, prompt: Prompt, picks: Picks) -> Move:
    """The move that complete picks make."""
    if prompt.kind == "smuggle":
        (partner,), give, want = picks
        return Smuggle(Seat(partner), tuple(map(Card, give)), tuple(map(Card, want)))
    if prompt.kind == "decide":
        return declaration_steps.composed_decision(view.public, picks)
    if prompt.kind == "declare":
        return declaration_steps.composed_declaration(view, picks)
    if prompt.kind == "use":
        return power_steps.composed_use(view, picks)
    if prompt.kind == "play-with":
        return power_steps.composed_with(view, picks)
    if prompt.kind in ("reshape", "play-reshaped"):
        return reshaping.composed(prompt.kind, picks)
    if prompt.kind == "name-hand":
        return NameHand(tuple(map(Card, picks[0])))
    if prompt.kind == "choose-extras":
        return ChooseExtras(tuple(map(Seat, picks[0])))
    if prompt.kind == "wish":
        return Wish(tuple(map(Card, picks[0])))
    if prompt.kind == "ask-back":
        return Ask(Card(picks[0][0]))
    if prompt.kind == "give-any":
        return Give(Card(picks[0][0]), Card(picks[1][0]) if picks[1] else None)
    ((give,), (want,)) = picks
    return Propose(Card(give), Card(want))


def say_effect(view: ScumView, move: Move) -> str:
    """The effect of a composed move, in words."""
    match move:
        case Wish(cards):
            if len(cards) > 1:
                return "The first of these that your partner holds is yours."
            return f"The {a_card(cards[0])} is yours if your partner holds it."
        case Give(card):
            return f"The {a_card(card)} goes to your partner, who gives you a card for it."
        case ChooseExtras():
            return "They get one card more than the others in the next round."
        case Smuggle(_, give, want):
            given, wanted = cards_in_words(give), cards_in_words(want)
            return f"For the {given} you would get the {wanted}, in secret."
        case Propose(give, want):
            return f"If your partner agrees, you give the {a_card(give)} for the {a_card(want)}."
        case _:
            return power_text.say_effect(view.public, move)
