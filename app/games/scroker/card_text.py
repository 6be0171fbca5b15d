"""The explanation of each card: its letter, its suit, and what the open question does with it."""

from app.games.scroker import dealing, declarations, prompts
from app.games.scroker.cards import SCROKERS, SOUR, SUIT_NAMES, Card, Suit
from app.games.scroker.claims import suit_fault
from app.games.scroker.named_game import hand_rules
from app.games.scroker.state import Phase, ScrokerView, own_cards
from app.rules.game import CardText


def say_card(view: ScrokerView, code: str) -> CardText | None:
    """The card in this view; None: there is no such card."""
    try:
        card = Card(code)
    except ValueError:
        return None
    does, public = _does(view, card), view.public
    if view.private is None or prompts.prompt(view) is None or card not in own_cards(view):
        return CardText(does)
    match public.phase:
        case Phase.DRAW if card in view.private.cards:
            most = dealing.DRAWS[public.named.base]
            return CardText(does, True, f"You may exchange it: {most} cards at most.")
        case Phase.DRAW:
            return CardText(does, False, "It belongs to all, and is not exchanged.")
        case Phase.DECLARE:
            return _in_words(view, card, does)
        case _:
            return CardText(does)


def _in_words(view: ScrokerView, card: Card, does: str) -> CardText:
    rules = hand_rules(view.public.named)
    wild = {*rules.wild, *SCROKERS}
    others = [other for other in own_cards(view) if other is not card]
    if declarations.checked(view.public):
        if any(card in word for claim in declarations.legal(view) for word in claim.words):
            return CardText(does, True, "You may lay it in a word of the table’s list.")
        return CardText(does, False, "No word of the table’s list can be laid with it.")
    if card in wild or any(
        other in wild or suit_fault((card, other), rules) is None for other in others
    ):
        return CardText(does, True, "You may lay it in a word.")
    return CardText(does, False, "A word has two letters or more, and nothing goes with this one.")


def _does(view: ScrokerView, card: Card) -> str:
    named = view.public.named
    if card.scroker or card in named.wild:
        return "Wild: stands for any letter in any suit. It is never a high card."
    if card.suit is Suit.CHILIS:
        peppers = f"{card.peppers} {'pepper' if card.peppers == 1 else 'peppers'}"
        hot = "; more peppers win at this table" if named.hot else ""
        return (
            f"{card.letter} of Chili Peppers, {peppers}{hot}. For words of chilis, or as a vowel "
            "among Lemons or among Limes."
        )
    if card.suit is Suit.ANIMALS:
        return f"{card.letter} of Animals, the highest suit. For words of Animals alone."
    assert card.suit in SOUR
    return (
        f"{card.letter} of {SUIT_NAMES[card.suit]}. For words of {SUIT_NAMES[card.suit]}, which "
        "may borrow chilis as vowels."
    )
