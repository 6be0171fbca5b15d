"""Cards, the types of hands with one and two packs, and their comparison (page 2.1 to 2.3)."""

from collections import Counter
from itertools import combinations

import pytest

from app.games.scum_the_masquerade.cards import PACK, Card, deck, read_cards
from app.games.scum_the_masquerade.hands import TYPES, HandType, hand_type, hands, top
from tests.games.scum_the_masquerade.table import A, B, Table, kind, playing


def test_ranks_go_from_3_up_to_2_and_suits_from_clubs_up_to_hearts() -> None:
    lowest, highest = PACK[0], PACK[-1]
    assert (lowest, lowest.height, highest, highest.height) == (Card.C3, 0, Card.H2, 51)
    assert read_cards("9C 9D 9S 9H") == tuple(sorted(read_cards("9H 9S 9D 9C"), key=PACK.index))


def test_twins_of_two_packs_are_equal_in_height() -> None:
    assert len(deck(2)) == 104
    assert set(Counter(card.height for card in deck(2)).values()) == {2}


@pytest.mark.parametrize(
    ("cards", "packs", "expected"),
    [
        ("3C", 1, HandType.SINGLE),
        ("9C 9H", 1, HandType.PAIR),
        ("9C 9Cb", 2, HandType.PAIR),
        ("9C 9D 9H", 1, HandType.TRIPLE),
        ("4C 4D 4S 4H", 1, HandType.QUAD),
        ("4C 4D 9S 9H", 1, HandType.TWO_PAIR),
        ("4C 4D 4S 2C 2D", 1, HandType.FULL_HOUSE),
        ("JC QC KC AC 2C", 1, HandType.STRAIGHT),
        ("JC QC KC AC 2C", 2, None),
        ("10C JC QC KC AC 2C", 2, HandType.STRAIGHT),
        ("10C JC QC KC AC 2C", 1, None),
        ("AC 2C 3C 4C 5C", 1, None),
        ("4C 4D 4S 4H 5C 5D", 2, None),
        ("4C 4D 4S 5C 5D 5S", 2, HandType.DOUBLE_TRIPLE),
        ("4C 4D 4S 5C 5D 5S", 1, None),
        ("4C 4D 5C 5D 6C 6D", 2, HandType.THREE_PAIR),
        ("4C 4D 5C 5D 6C 6D", 1, None),
        ("4C 4D 4S 4H 4Cb", 2, HandType.FIVE),
        ("4C 4D 4S 4H 4Cb 4Db", 2, HandType.SIX),
        ("4C 4D 4S 4H 4Cb 4Db 4Sb", 2, None),
        ("3C 5C 7C 9C JC", 1, None),
        ("", 1, None),
    ],
)
def test_the_types_of_hands(cards: str, packs: int, expected: HandType | None) -> None:
    """The vectors of 2.3 and the table of 2.2; H3: quads are never two pairs; H4; H5."""
    assert kind(cards, packs) is expected


def test_every_hand_is_found_once_and_of_the_type_that_its_cards_have() -> None:
    """The type depends on the cards alone (check 2): all subsets of a crypt are compared."""
    crypt = read_cards("3C 3D 4C 4D 4S 4H 5S 6H 7C 8D")
    found = list(hands(crypt, 1))
    legal = {
        frozenset(some)
        for size in range(1, 7)
        for some in combinations(crypt, size)
        if hand_type(some, 1) is not None
    }
    assert {frozenset(one) for one in found} == legal
    assert len(found) == len(legal)


def test_two_packs_have_the_hands_of_one_and_more() -> None:
    assert set(TYPES[2]) - set(TYPES[1]) == {
        HandType.THREE_PAIR,
        HandType.DOUBLE_TRIPLE,
        HandType.FIVE,
        HandType.SIX,
    }
    crypt = read_cards("3C 3D 3S 3Cb 3Db 3Sb 4C 4D 4S 5C 5D 6C 7C 8C")
    assert {hand_type(one, 2) for one in hands(crypt, 2)} == set(TYPES[2])


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("9D 9S", "9C 9H"), ("AC AD AS KC KD", "4C 4D 4S 2C 2D"), ("AC AD KC KD", "3C 3D 2C 2D")],
)
def test_the_highest_card_decides_also_where_it_is_in_the_pair(lower: str, higher: str) -> None:
    """H6, and 9♣9♥ beats 9♦9♠ (2.3)."""
    assert top(read_cards(higher)) > top(read_cards(lower))


def table() -> Table:
    return playing("7C 7D 8H", "7H 7S 9C 9D 9H 4C", "2C", "2D").plays(A, "7C 7D")


def test_only_the_same_type_with_a_higher_card_beats_a_hand() -> None:
    assert table().refuses(B, "9C") == "wrong-type"
    assert table().refuses(B, "9C 9D 9H") == "wrong-type"
    assert table().refuses(B, "4C 9C") == "no-hand"
    assert table().refuses(B, "7H 2C") == "not-your-cards"
    assert table().plays(B, "7S 7H").crypt(B) == "4C 9C 9D 9H"


def test_equal_cards_of_two_packs_do_not_beat_each_other() -> None:
    """A 7♣-high hand cannot be played on a 7♣-high hand (2.3)."""
    seven = ("7C 9C", "7Cb 7D 9D", "KC", "KD", "KS", "KH", "AC")
    two_packs = playing(*seven).plays(A, "7C")
    assert two_packs.refuses(B, "7Cb") == "not-higher"
    assert two_packs.plays(B, "7D").crypt(B) == "7Cb 9D"
