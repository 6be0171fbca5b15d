"""The rules page of these games says what the game does, for every way a host may set the table."""

import re
from typing import Any

import pytest

from app.games.scroker.cards import DECK, Card
from app.games.scroker.claims import Claim, find_fault
from app.games.scroker.dealing import DRAWS
from app.games.scroker.hand_finder import best
from app.games.scroker.hands import CATEGORY_NAMES, Category, evaluate
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import Named, hand_rules
from app.games.scroker.options import Options
from tests.games.kit.rules_page import rules_page, section, words

PLAIN, WIDE = hand_rules(Named()), lexicon("wide")


def page(**chosen: Any) -> str:
    return rules_page("scroker", Options(**chosen))


def drawn(markup: str) -> list[Card]:
    return [Card(code) for code in re.findall(r'data-code="([^"]+)"', markup)]


def test_the_deck_is_drawn_whole_the_highest_card_first() -> None:
    assert drawn(section(page(), "deck")) == sorted(DECK, key=lambda card: card.place, reverse=True)


def test_every_kind_of_hand_has_an_example_that_is_just_that() -> None:
    rows = re.findall(r'<tr data-hand="([^"]+)">(.*?)</tr>', section(page(), "hands"), re.DOTALL)
    assert [name for name, _ in rows] == [CATEGORY_NAMES[category] for category in Category]
    for (name, markup), category in zip(rows, Category, strict=True):
        assert best(drawn(markup), PLAIN, WIDE)[1].category is category, name


def test_the_first_of_two_hands_beats_the_second() -> None:
    pairs = re.findall(
        r'<p class="drawn" data-versus>(.*?)<span class="drawn-to">beat</span>(.*?)</p>',
        section(page(), "hands"),
        re.DOTALL,
    )
    assert len(pairs) == 4
    for one, other in pairs:
        better, worse = (best(drawn(markup), PLAIN, WIDE)[1] for markup in (one, other))
        assert better.key > worse.key, (better, worse)


def test_with_hot_chilis_the_last_of_the_pairs_is_the_other_way_round() -> None:
    hot = hand_rules(Named(hot=True))
    pew, bet = (tuple(map(Card, codes.split())) for codes in ("le:P ch:E1 le:W", "le:B ch:E5 le:T"))
    for rules, winner in ((PLAIN, pew), (hot, bet)):
        assert max((pew, bet), key=lambda word: evaluate(word, Claim((word,)), rules).key) == winner
    assert "BET would beat PEW by five peppers to one" in words(page())


def test_two_words_are_allowed_and_one_is_not() -> None:
    markup = page().split("One suit to a word")[1].split("</li>")[0]
    allowed, forbidden = markup.split("but not")
    for word, fine in (
        (drawn(allowed)[:3], True),
        (drawn(allowed)[3:], True),
        (drawn(forbidden), False),
    ):
        assert (find_fault(word, Claim((tuple(word),)), PLAIN) is None) == fine


def test_the_word_that_is_laid_on_a_bluff_is_none() -> None:
    bluff = drawn(section(page(), "spellcheck"))
    assert "".join(card.letter for card in bluff) == "FLIB"
    assert not WIDE.holds("FLIB")
    assert all(map(WIDE.holds, ("DOG", "MONK", "BROW", "PEN", "JO", "GOAT", "MAN", "PEW", "BET")))


def test_numbers_on_the_page_are_those_of_the_table() -> None:
    markup = words(page(ante=3, max_bet=7, buy_in=120, ending="hands", hands=12, max_raises=2))
    for said in (
        "3 play chips",
        "1 to 7 chips",
        "starts with 120 play chips",
        "lasts 12 hands",
        "At most 2 raises",
    ):
        assert said in markup, said
    assert "1 play chip each" in words(page())
    assert "1 chip or more, without a limit" in words(page(max_bet=0))
    assert f"exchange up to {'four' if DRAWS['spit'] == 4 else DRAWS['spit']} cards" in words(
        page()
    )
    for name, number in (("wide", "17,921"), ("common", "8,899")):
        assert f"{len(lexicon(name).words):,}" == number
        assert f"{number} words of two to five letters" in words(page(lexicon=name))


@pytest.mark.parametrize(
    ("chosen", "said", "unsaid"),
    [
        (
            {"spellcheck": "auto"},
            "checks spelling by itself",
            "owes the bank the rest, a marker",
        ),
        (
            {"openers": "enforced"},
            "Openers are enforced at this table",
            "You open on your honour",
        ),
        ({"tap_out": False}, "There is no tapping out at this table", "has tapped out"),
        ({"shortfall": "cap"}, "pays what they have", "owes the bank the rest, a marker"),
        ({"assist": "hint"}, "ask for a hint", "claims the best words"),
        ({"assist": "full"}, "claims the best words", "ask for a hint"),
        ({"meanings": True}, "is defined, and no other word", "The winner’s words are defined"),
        (
            {"meanings": True, "spellcheck": "auto"},
            "The winner’s words are defined",
            "and no other word",
        ),
        ({"meanings": True}, "9,998 words of the wide list", "ask for a hint"),
        ({}, "at this table they are not defined", "if WordNet knows them"),
        (
            {},
            "WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved.",
            "if WordNet knows them",
        ),
        (
            {"game": "dealers-choice"},
            "Dealer’s Choice , this table’s game",
            "Scroker , this table’s game",
        ),
        ({"scrokers": 2}, "both are in the deck", "one is in the deck"),
    ],
)
def test_the_page_tells_what_this_table_plays(
    chosen: dict[str, Any], said: str, unsaid: str
) -> None:
    markup = (
        words(page(**chosen))
        .replace("Choice, this", "Choice , this")
        .replace("Scroker, this", "Scroker , this")
    )
    assert said in markup
    assert unsaid not in markup


def test_play_chips_are_never_called_money_but_to_say_that_they_are_none() -> None:
    for sentence in re.split(r"(?<=[.:])\s", words(page())):
        assert "money" not in sentence or "never" in sentence


def test_the_page_says_how_many_play_best_and_who_agrees_to_tapping_out() -> None:
    """ "Best with five to seven"; "may be permitted to tap-out, if all players agree"."""
    text = words(page(tap_out=True))
    assert "Best with five to seven players; two to eight can play our ruling" in text
    assert text.count("Best with five to eight players.") == 2
    assert "the host has agreed to it for everybody our ruling" in text


def test_the_page_says_that_the_last_card_is_held_back() -> None:
    """ "The dealer must stop short of the last card"."""
    assert "while somebody has yet to draw, that card is held back" in words(page())


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({}, "Up to two wild cards"),
        ({"wilds": 4}, "Up to four wild cards"),
        ({}, "The peppers in the words count, as in the authors’ example"),
        ({"peppers": "hand"}, "The peppers of the whole hand count"),
        ({"peppers": "hand"}, "counted in all five cards of the hand, which are shown"),
        ({"rulings": "free"}, "any cards may be chosen together"),
        ({"consent": "all"}, "everybody in the session is asked in secret; no answer means yes"),
        ({"ending": "minutes", "minutes": 45}, "lasts 45 minutes, and then to the end of the hand"),
        ({"out_of_turn": "stands"}, "cannot be changed before"),
        ({}, "choose before your turn may be taken back our ruling"),
    ],
)
def test_the_page_explains_each_option_of_the_host(chosen: dict[str, Any], said: str) -> None:
    assert said in words(page(**chosen))
    if chosen:
        assert said not in words(page())
