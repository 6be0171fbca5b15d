"""Sampled hands of the others: without seen cards, and the same for everybody."""

import random

from app.games.scroker.cards import DECK, read_cards
from app.games.scroker.claims import PLAIN
from app.games.scroker.hand_finder import best, best_key
from app.games.scroker.hands import Category
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import Named
from app.games.scroker.opponent_samples import (
    bits,
    draw_keys,
    sampled_hands,
    share_beaten,
    stud_keys,
)
from tests.games.scroker.table import JUNK

WIDE = lexicon("wide")


GROUT = "an:G an:R an:O an:U an:T"


def test_sampled_hands_leave_out_cards_that_are_seen() -> None:
    seen = bits(read_cards("an:U an:T"))
    rivals = sampled_hands(Named(), "wide", None)
    assert (
        len(draw_keys(Named(), "wide", None, seen, None))
        == sum(not rival.dealt & seen for rival in rivals)
        < len(rivals)
    )


def test_sampled_hands_are_the_same_for_everybody_who_asks() -> None:
    first = sampled_hands(Named(hot=True), "wide", None)
    sampled_hands.cache_clear()
    assert sampled_hands(Named(hot=True), "wide", None) == first


def test_a_sampled_hand_rarely_gets_worse_by_drawing() -> None:
    rivals = sampled_hands(Named(), "wide", None)
    assert sum(rival.then >= rival.first for rival in rivals) > 0.9 * len(rivals)


def test_a_strong_stud_hand_stays_strong() -> None:
    keys = stud_keys(Named("longhorn"), "wide", read_cards(GROUT), 7)
    assert all(key.category is Category.FLYING_SCROKER for key in keys)


def test_a_share_of_hands_is_beaten() -> None:
    keys = sorted(best_key(read_cards(hand), PLAIN, WIDE) for hand in JUNK)
    assert [share_beaten(keys, key) for key in keys] == [0.125, 0.375, 0.625, 0.875]


def test_the_key_of_the_best_hand_is_found_without_its_claim() -> None:
    chance = random.Random(6)
    for size in (5, 6, 7):
        for _ in range(60):
            cards = chance.sample(DECK, size)
            assert best_key(cards, PLAIN, WIDE) == best(cards, PLAIN, WIDE)[1].key
