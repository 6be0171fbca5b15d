"""The vocabulary of bots: known words, likeness to words, and inventions."""

import random

from app.games.scroker.bot_vocabulary import invention, is_known, word_likeness
from app.games.scroker.cards import DECK
from app.games.scroker.lexicon import lexicon

WIDE = lexicon("wide")


def test_common_words_are_known_but_not_all_of_them() -> None:
    common = lexicon("common").words
    assert all(is_known(word) for word in common if len(word) < 4)
    assert 0.95 < sum(map(is_known, common)) / len(common) < 0.99
    assert not any(is_known(word) for word in WIDE.words - common)


def test_words_look_more_like_words_than_heaps_of_letters() -> None:
    assert word_likeness("STONE") > word_likeness("AUREI") > word_likeness("QXZVK")
    assert all(0 <= word_likeness(word) <= 1 for word in ("AA", "STONE", "QXZVK"))


def test_an_invention_is_made_of_these_letters_and_never_listed() -> None:
    chance = random.Random(5)
    for _ in range(40):
        letters = "".join(
            sorted(card.letter for card in chance.sample(DECK, chance.choice([3, 4, 5])))
        )
        word = invention(letters, "wide")
        assert not word or (sorted(word) == sorted(letters) and not WIDE.holds(word))
    assert invention("EHT", "wide") not in ("THE", "ETH", "HET")
