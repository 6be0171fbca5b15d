"""Section 5.1 of the rules: the word lists, and that the shipped ones are those."""

from hashlib import sha256
from itertools import combinations, permutations

import pytest

from app.games.scroker.lexicon import FOLDER, bag, lexicon
from app.games.scroker.scowl.build import LISTS


@pytest.mark.parametrize(
    ("name", "counts"), [("wide", (107, 1212, 5097, 11505)), ("common", (107, 740, 2697, 5355))]
)
def test_section_5_1_the_lists_keep_their_numbers_of_words_of_two_to_five_letters(
    name: str, counts: tuple[int, ...]
) -> None:
    words = lexicon(name).words
    assert tuple(sum(len(word) == length for word in words) for length in range(2, 6)) == counts
    assert len(words) == sum(counts)


@pytest.mark.parametrize(
    ("name", "checksum"),
    [
        ("wide", "112f63d94a1aebc3b5c0278e58e05772fb6ba18024d83a77dc65589b39e1b4ce"),
        ("common", "bc273aa50c95deab89e825c18812edf6de8f6478d5423c31facccf6f574aadb5"),
    ],
)
def test_section_5_1_the_lists_are_these_byte_for_byte(name: str, checksum: str) -> None:
    assert sha256((FOLDER / f"{name}.txt").read_bytes()).hexdigest() == checksum == LISTS[name][1]


def test_the_common_list_is_part_of_the_wide_one() -> None:
    assert lexicon("common").words < lexicon("wide").words


@pytest.mark.parametrize(
    "word", ["AA", "QI", "ZA", "OK", "XU", "JO", "CAFE", "AXE", "PAWN", "AUREI"]
)
def test_section_5_1_a_word(word: str) -> None:
    assert lexicon("wide").holds(word)


@pytest.mark.parametrize(
    "word",
    [
        "USA",
        "NASA",
        "HTML",
        "BBC",
        "FBI",
        "CPU",
        "ETC",
        "MPH",
        "INDIA",
        "EGYPT",
        "DAVID",
        "MARY",
        "APRIL",
        "FLIB",
        "KB",
        "A",
        "LONDON",
    ],
)
def test_section_5_1_no_word(word: str) -> None:
    assert not lexicon("wide").holds(word)


def test_a_list_names_its_source_its_size_and_its_checksum() -> None:
    assert lexicon("common").version == "SCOWL 2020.12.07, common, 8,899 words, bc273aa5"


def test_the_licences_of_the_lists_are_shipped_beside_them() -> None:
    text = (FOLDER / "COPYRIGHT").read_text()
    assert all(name in text for name in ("Kevin Atkinson", "ENABLE", "UKACD", "WordNet", "Ispell"))


def test_letters_make_one_bag_whatever_their_order() -> None:
    assert len({bag(order) for order in permutations("EERIE")}) == 1
    assert bag("ON") != bag("OE")


def test_of_words_with_the_same_letters_the_first_of_the_alphabet_stands_for_all() -> None:
    common = lexicon("common")
    assert common.finder(0)(bag("TEN")) == "NET"
    assert common.finder(1)(bag("NE")) == "DEN"


def test_section_5_2_a_gap_is_filled_by_a_wild_card() -> None:
    words = lexicon("wide")
    found = words.finder(1)(bag("BRAN"))
    assert found in words.words
    assert len(found or "") == 5
    assert not words.finder(0)(bag("QXZJ"))
    assert not words.finder(1)(bag("QXZJ"))
    assert len(words.finder(2)(bag("")) or "") == 2


@pytest.mark.parametrize("wilds", [1, 2])
def test_section_5_2_every_gap_that_a_word_leaves_is_filled_by_the_first_that_does(
    wilds: int,
) -> None:
    common = lexicon("common")
    left: dict[int, str] = {}
    for word in sorted(common.words):
        for wild in combinations(word, wilds):
            left.setdefault(bag(word) - bag(wild), word)
    find = common.finder(wilds)
    assert [find(letters) for letters in left] == list(left.values())
