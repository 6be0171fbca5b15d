"""The best hand of the cards: the examples of section 5.3, and a plain evaluator (5.2)."""

import random

import pytest
from msgspec.structs import replace

from app.games.scroker.cards import DECK, SCROKERS, SUITS, Card, Suit, read_cards, write_cards
from app.games.scroker.claims import NO_WORD, PLAIN, HandRules, find_fault
from app.games.scroker.hand_finder import best, is_best
from app.games.scroker.hands import Category, evaluate
from tests.games.scroker.brute_force import best_key
from tests.games.scroker.notation import WIDE


@pytest.mark.parametrize(
    ("cards", "category", "words", "eligible"),
    [
        (
            "li:M li:O li:N li:E li:Y an:U le:Q",
            Category.SCROKER,
            ("MONEY",),
            "li:Y li:O li:N li:M li:E",
        ),
        (
            "an:U an:A an:E an:I an:R le:B li:X",
            Category.FLYING_SCROKER,
            ("AUREI",),
            "an:U an:R an:I an:E an:A",
        ),
    ],
)
def test_section_5_3_best_of_seven(
    cards: str, category: Category, words: tuple[str, ...], eligible: str
) -> None:
    _, found = best(read_cards(cards), PLAIN, WIDE)
    assert (found.category, found.words, write_cards(found.eligible)) == (category, words, eligible)


def test_section_5_3_best_of_seven_takes_high_lime_letters_for_a_bullfrog() -> None:
    _, found = best(read_cards("le:B le:L ch:U1 li:M li:O li:N li:Y"), PLAIN, WIDE)
    assert (found.category, found.natural, write_cards(found.eligible)) == (
        Category.BULLFROG,
        False,
        "li:Y li:O li:N li:M",
    )


def some_rules(chance: random.Random) -> HandRules:
    """Options as a dealer might call them."""
    ruling = chance.choice(
        [
            frozenset(),
            frozenset({chance.choice(DECK)}),
            frozenset(card for card in DECK if card.letter == "E"),
            frozenset(card for card in DECK if card.suit is Suit.LIMES),
        ]
    )
    wild: frozenset[Card] = frozenset(chance.sample(DECK, chance.choice([0, 0, 1, 2])))
    return HandRules(
        chance.random() < 0.5, ruling, wild, chance.choice([0, 1, 2, 13]), chance.random() < 0.3
    )


def agree(cards: tuple[Card, ...], rules: HandRules) -> None:
    claim, found = best(cards, rules, WIDE)
    assert find_fault(cards, claim, rules) is None
    assert evaluate(cards, claim, rules) == found
    for one in (claim, NO_WORD):
        assert is_best(one, cards, rules, WIDE) == (one == claim)
    assert all(map(WIDE.holds, found.words))
    ranks = sorted(
        (card.place + 100 * (card in rules.ruling) for card in found.eligible), reverse=True
    )
    assert (found.category, found.natural, found.key.peppers, ranks) == best_key(
        cards, rules, WIDE.words
    )


@pytest.mark.parametrize(("size", "hands"), [(5, 300), (6, 60), (7, 60)])
def test_section_5_2_a_plain_evaluator_finds_the_same_best_hands(size: int, hands: int) -> None:
    chance = random.Random(f"plain {size}")
    for _ in range(hands):
        agree(tuple(chance.sample(DECK, size)), PLAIN)


@pytest.mark.parametrize(("size", "hands"), [(5, 200), (6, 40), (7, 20)])
def test_section_5_2_a_plain_evaluator_agrees_under_all_options(size: int, hands: int) -> None:
    chance = random.Random(f"options {size}")
    for _ in range(hands):
        rules = some_rules(chance)
        drawn = dict.fromkeys((*rules.wild, *chance.sample((*DECK, *SCROKERS), size)))
        agree(tuple(drawn)[:size], rules)


def test_five_of_any_suit_are_a_slush_or_better() -> None:
    chance = random.Random(4)
    for suit in SUITS:
        cards = chance.sample([card for card in DECK if card.suit is suit], 5)
        assert best(cards, replace(PLAIN, hot=True), WIDE)[1].category >= Category.SLUSH
