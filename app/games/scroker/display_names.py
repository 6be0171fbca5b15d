"""The names of chips, games, options and cards in a sentence."""

from collections.abc import Iterable, Sequence
from typing import Final

from app.games.scroker.cards import ANIMALS, SUIT_NAMES, Card, Suit, call_card
from app.games.scroker.named_game import Named
from app.rules.game import Seat
from app.rules.phrases import join_words

GAMES: Final = {"scroker": "Scroker", "spit": "Spit in the Can", "longhorn": "Longhorn Stud"}
LIMIT: Final = {
    0: "no chilis with sour cards",
    1: "one chili at most with sour cards",
    2: "two chilis at most with sour cards",
}


def chips(number: int) -> str:
    """Never money: "1 play chip", "4 play chips"."""
    return f"{number} play chip{'s' * (number != 1)}"


def people(seats: Iterable[Seat], names: Sequence[str]) -> str:
    return join_words([names[seat] for seat in seats])


def cards(shown: Iterable[Card]) -> str:
    """Cards in a row, as people call them."""
    return join_words([call_card(card) for card in shown])


def game(named: Named) -> str:
    """The game as a dealer would name it: "Hot Longhorn Stud, Lemons rule"."""
    said = [("Hot " if named.hot else "") + GAMES[named.base]]
    if named.ruling:
        said.append(ruling(named.ruling))
    if named.wild:
        said.append(f"{cards(named.wild)} wild")
    if named.scrokers:
        said.append(
            "one [Scroker] in the deck" if named.scrokers == 1 else "two [Scrokers] in the deck"
        )
    if named.hot_n_sour is not None:
        said.append(LIMIT[named.hot_n_sour])
    if named.mix_juice:
        said.append("Lemons and Limes may be mixed")
    return ", ".join(said)


def ruling(text: str) -> str:
    """The ruling cards, as they are named."""
    if " " in text:
        return f"{cards(Card(code) for code in text.split())} rule"
    if text in [suit.value for suit in Suit]:
        return f"{SUIT_NAMES[Suit(text)]} rule"
    if len(text) == 1:
        return f"every {text} rules"
    prefix, face = text.split(":")
    suit = Suit(prefix)
    if suit is Suit.CHILIS and len(face) == 1:
        return f"chili {face}’s rule"
    card = next(card for card in Card if card == text)
    return f"the {ANIMALS[face] if suit is Suit.ANIMALS else call_card(card)} rules"
