"""The deck of section 2.2 of the rules, its rank order, and the notation of tests."""

import doctest

import pytest

from app.games.scroker import cards
from app.games.scroker.cards import (
    DECK,
    SCROKERS,
    SOUR,
    SUITS,
    UNICORN,
    Card,
    Suit,
    pack,
    read_cards,
    sort_hand,
    write_cards,
)


def test_section_7_1_the_deck_has_52_cards_thirteen_of_a_suit() -> None:
    assert len(set(DECK)) == 52
    assert [sum(card.suit is suit for card in DECK) for suit in SUITS] == [13, 13, 13, 13]


def test_section_2_2_every_letter_occurs_and_vowels_are_frequent() -> None:
    letters = "".join(card.letter for card in DECK)
    counts = {letter: letters.count(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    often = {
        "E": 6,
        "A": 5,
        "O": 5,
        "I": 4,
        "N": 3,
        "S": 3,
        "U": 2,
        "T": 2,
        "R": 2,
        "L": 2,
        "D": 2,
        "M": 2,
    }
    assert counts == {letter: often.get(letter, 1) for letter in counts}
    assert sum(counts[vowel] for vowel in "AEIOU") == 22


def test_section_2_2_chilis_bear_one_to_five_peppers_and_nothing_else_does() -> None:
    drawn = [card.peppers for card in DECK if card.suit is Suit.CHILIS]
    assert [drawn.count(peppers) for peppers in range(1, 6)] == [3, 3, 3, 2, 2]
    assert not any(card.peppers for card in Card if card.suit is not Suit.CHILIS)


def test_section_2_3_ranks_run_from_0_to_51_and_the_unicorn_tops_them() -> None:
    assert [card.place for card in DECK] == list(range(52))
    assert UNICORN.place == 51


def test_section_2_3_suits_stand_limes_lemons_chilis_animals() -> None:
    assert [card.suit for card in DECK] == [suit for suit in SUITS for _ in range(13)]


def test_section_2_3_later_letters_are_higher_and_more_peppers_come_first() -> None:
    for suit in SUITS:
        cards_of_suit = [card for card in DECK if card.suit is suit]
        assert cards_of_suit == sorted(cards_of_suit, key=lambda card: (card.peppers, card.letter))


@pytest.mark.parametrize(
    ("code", "rank"),
    [
        ("li:C", 0),
        ("li:Z", 12),
        ("le:A", 13),
        ("le:W", 25),
        ("ch:E1", 26),
        ("ch:E5", 38),
        ("an:A", 39),
    ],
)
def test_section_2_3_the_rank_of(code: str, rank: int) -> None:
    assert Card(code).place == rank


def test_section_2_1_only_lemons_and_limes_are_sour() -> None:
    assert set(SOUR) == {Suit.LIMES, Suit.LEMONS}


@pytest.mark.parametrize("number", [0, 1, 2])
def test_section_4_1_up_to_two_scrokers_join_the_deck(number: int) -> None:
    assert pack(number) == DECK + SCROKERS[:number]
    assert all(card.scroker and not card.letter for card in pack(number)[52:])


def test_a_hand_is_sorted_by_rank_highest_first() -> None:
    assert (
        write_cards(sort_hand(read_cards("li:C an:U ch:E1 ch:E5 le:W")))
        == "an:U ch:E5 ch:E1 le:W li:C"
    )


@pytest.mark.parametrize("code", ["an:Z", "ch:E2", "an", "U:an", "sc:3"])
def test_a_code_that_no_card_has_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match=code):
        read_cards(code)


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(cards).failed == 0
