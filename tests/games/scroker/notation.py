"""Hands in notation: the cards, and the words that are claimed with them."""

from app.games.scroker.cards import Card, read_cards
from app.games.scroker.claims import PLAIN, Claim, HandRules, find_fault
from app.games.scroker.hands import Hand, evaluate
from app.games.scroker.lexicon import lexicon

WIDE = lexicon("wide")

HOT = HandRules(hot=True)


def claimed(cards: tuple[Card, ...], words: str, **wild: str) -> Claim:
    """The words laid from the first cards that fit; `wild` by each [Scroker]'s face ("sc1")."""
    stands_for = {Card(f"{code[:2]}:{code[2:]}"): letter for code, letter in wild.items()}
    left, laid = list(cards), []
    for word in words.split():
        row = []
        for letter in word:
            row.append(next(card for card in left if stands_for.get(card, card.letter) == letter))
            left.remove(row[-1])
        laid.append(tuple(row))
    return Claim(tuple(laid), tuple(stands_for.items()))


def hand(text: str, rules: HandRules = PLAIN, **wild: str) -> Hand:
    """A hand from its cards and the words claimed: "li:M li:O li:N li:K le:Q = MONK"."""
    codes, _, words = text.partition("=")
    cards = read_cards(codes)
    claim = claimed(cards, words, **wild)
    assert find_fault(cards, claim, rules) is None
    return evaluate(cards, claim, rules)
