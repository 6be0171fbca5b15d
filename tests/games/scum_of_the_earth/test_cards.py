"""The deck and its order."""

from collections import Counter

import pytest
from msgspec.structs import replace

from app.games.scum_of_the_earth.cards import (
    FACE,
    ORDER,
    PLACE,
    PLAIN,
    SPECIAL,
    Card,
    deck,
    read_cards,
    sort_hand,
    without,
    write_cards,
)
from app.games.scum_of_the_earth.dealing import allowed, highest_for
from app.games.scum_of_the_earth.options import Options, experimental
from tests.games.scum_of_the_earth.table import EVERYTHING


@pytest.mark.parametrize(("highest", "plain"), [(10, 55), (11, 66), (12, 78), (13, 91)])
def test_a_deck_holds_n_of_each_face_n_and_five_extra_cards(highest: int, plain: int) -> None:
    cards = Counter(deck(highest))
    assert cards.total() == plain + 5
    for face in range(1, highest + 1):
        assert cards[PLAIN[face]] == face
    assert cards[Card.WILD] == 2
    assert cards[Card.ZERO] == cards[Card.INFINITY] == cards[Card.SPECIAL_6] == 1


def test_there_are_seven_sixes_with_the_special_one() -> None:
    assert sum(FACE.get(card) == 6 for card in deck(10)) == 7


def test_each_experimental_card_has_its_own_switch_and_comes_once() -> None:
    assert experimental(Options()) == ()
    assert Counter(experimental(EVERYTHING)) == Counter(read_cards("3-9 5* 7* 8* 9* 10*"))
    for name in ("wild_3_9", "special_5", "special_7", "special_8", "special_9", "special_10"):
        assert len(experimental(replace(Options(), **{name: True}))) == 1
    assert len(deck(13, experimental(EVERYTHING))) == 102


def test_the_order_for_bonuses_and_draws() -> None:
    assert write_cards(ORDER) == "WILD 3-9 0 A 2 3 4 5* 5 6* 6 7* 7 8 8* 9 9* 10* 10 J Q K INF"
    assert set(ORDER) == set(Card)


def test_a_special_card_has_the_face_of_its_rank() -> None:
    assert all(FACE[card] == face for face, card in SPECIAL.items())
    assert [FACE[card] for card in read_cards("0 A K INF")] == [0, 1, 13, 14]
    assert Card.WILD not in FACE
    assert Card.WILD_3_9 not in FACE


def test_a_hand_is_sorted_best_first_and_keeps_its_order_when_cards_go() -> None:
    hand = sort_hand(read_cards("INF 6 WILD 6* A 0"))
    assert write_cards(hand) == "WILD 0 A 6* 6 INF"
    assert write_cards(without(hand, read_cards("6 WILD"))) == "0 A 6* INF"


def test_notation_refuses_a_card_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="11"):
        read_cards("J 11")


def test_place_in_the_order_is_what_it_says() -> None:
    assert PLACE[Card.WILD] == 0
    assert PLACE[Card.INFINITY] == len(ORDER) - 1


@pytest.mark.parametrize(
    ("seats", "highest"), [(4, 10), (5, 11), (6, 12), (7, 13), (8, 13), (9, 13), (10, 13)]
)
def test_auto_fits_the_deck_to_the_table(seats: int, highest: int) -> None:
    assert highest_for(seats, Options()) == highest


def test_the_host_may_choose_any_deck_that_the_number_of_players_allows() -> None:
    assert {seats: allowed(seats) for seats in range(4, 11)} == {
        4: (10, 11), 5: (10, 11, 12), 6: (11, 12, 13), 7: (12, 13), 8: (13,), 9: (13,), 10: (13,),
    }  # fmt: skip


def test_a_choice_that_no_longer_fits_becomes_the_nearest_that_does() -> None:
    assert highest_for(6, Options(highest="10")) == 11
    assert highest_for(5, Options(highest="K")) == 12
    assert highest_for(10, Options(highest="10")) == 13
    assert highest_for(6, Options(highest="K")) == 13
