"""The pack, and the notation that tests and transcripts are written in."""

import doctest

import pytest

from app.games.usurp import cards
from app.games.usurp.cards import PACK, SUITS, Card, read_cards, sort_hand, without, write_cards


def test_the_pack_has_thirteen_ranks_of_four_suits() -> None:
    assert len(PACK) == 52
    assert {(card.suit, card.rank) for card in PACK} == {
        (suit, rank) for suit in SUITS for rank in range(2, 15)
    }


def test_a_card_knows_its_place_in_the_pack() -> None:
    assert [card.place for card in PACK] == list(range(52))


def test_a_hand_is_sorted_by_suit_and_high_ranks_first() -> None:
    assert write_cards(sort_hand(read_cards("2C 10D AH KS AS 3C"))) == "AS KS AH 10D 3C 2C"


def test_a_hand_without_a_card_keeps_its_order() -> None:
    assert write_cards(without(read_cards("AS KS 10D"), Card.SK)) == "AS 10D"


@pytest.mark.parametrize("code", ["1S", "AX", "S10", "as"])
def test_a_code_that_no_card_has_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match=code):
        read_cards(code)


def test_the_examples_in_the_docstrings_are_true() -> None:
    assert doctest.testmod(cards).failed == 0
