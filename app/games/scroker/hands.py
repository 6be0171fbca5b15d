"""The value of a hand as it is presented, without any dictionary."""

from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from app.games.scroker.cards import DECK, UNICORN, Card, Suit
from app.games.scroker.claims import NO_WORD, PLAIN, Claim, HandRules, hot_n_sour, spell

FIVE: Final = 5
"""Cards in a hand, of however many it is chosen."""


class Category(IntEnum):
    """Lowest to highest."""

    SCUM = 0
    """No word."""
    DUCK = 1
    """A word of two letters."""
    TWO_DUCKS = 2
    TADPOLE = 3
    """A word of three letters."""
    FROG = 4
    """A word of four letters."""
    BULLFROG = 5
    """A word of three letters and one of two."""
    SLUSH = 6
    """Five cards of one suit, whatever they spell."""
    SCROKER = 7
    """A word of five letters."""
    FLYING_SCROKER = 8
    """A word of five letters with the Unicorn in it."""


CATEGORY_NAMES: Final = {
    Category.SCUM: "Scum",
    Category.DUCK: "Duck",
    Category.TWO_DUCKS: "Two Ducks",
    Category.TADPOLE: "Tadpole",
    Category.FROG: "Frog",
    Category.BULLFROG: "Bullfrog",
    Category.SLUSH: "Slush",
    Category.SCROKER: "Scroker",
    Category.FLYING_SCROKER: "Flying Scroker",
}
CATEGORY_WORDS: Final = {
    Category.SCUM: "no word (Scum)",
    Category.DUCK: "a 2-letter word (Duck)",
    Category.TWO_DUCKS: "two 2-letter words (Two Ducks)",
    Category.TADPOLE: "a 3-letter word (Tadpole)",
    Category.FROG: "a 4-letter word (Frog)",
    Category.BULLFROG: "a 3-letter and a 2-letter word (Bullfrog)",
    Category.SLUSH: "five cards of one suit (Slush)",
    Category.SCROKER: "a 5-letter word (Scroker)",
    Category.FLYING_SCROKER: "a 5-letter word with the Unicorn (Flying Scroker)",
}
"""The hands explained, for people who do not know their names."""
OF_LENGTHS: Final = {
    (): Category.SCUM,
    (2,): Category.DUCK,
    (2, 2): Category.TWO_DUCKS,
    (3,): Category.TADPOLE,
    (4,): Category.FROG,
    (3, 2): Category.BULLFROG,
    (5,): Category.SCROKER,
}
"""By the lengths of the words, the longer first."""


class Key(NamedTuple):
    """The order of hands: the larger key wins, part by part."""

    category: Category
    natural: bool
    """Reached without a wild card and without chilis among sour letters; Scum always is."""
    peppers: int
    """On the cards that count, where chilis are hot; else 0."""
    high: int
    """The cards that may be high, as bits by standing. The highest decides, then the next; more
    cards beat fewer."""


class Hand(msgspec.Struct, frozen=True):
    """A hand as it counts."""

    category: Category
    natural: bool
    peppers: int
    """On the cards that count, whether chilis are hot or not."""
    cards: tuple[Card, ...]
    """The cards that count: the words' cards in order. For Scum and Slush the five highest, or
    fewer if there are no more."""
    eligible: tuple[Card, ...]
    """The cards that may be high, the highest first."""
    words: tuple[str, ...]
    """The spelled words, where words decide; none for Scum and Slush."""
    key: Key


class Scale(NamedTuple):
    """Cards by their place, as the options have them stand."""

    bits: tuple[int, ...]
    """A power of two that is the larger, the higher the card stands; 0 for a [Scroker]."""
    wild: tuple[bool, ...]
    """True if the card is wild."""


@lru_cache(maxsize=256)
def scale(rules: HandRules) -> Scale:
    """The standing of all cards under these rules."""
    standing = {
        card: 1 << index
        for index, card in enumerate(
            sorted(DECK, key=lambda card: (card in rules.ruling, card.place))
        )
    }
    return Scale(
        tuple(standing.get(card, 0) for card in Card),
        tuple(card.scroker or card in rules.wild for card in Card),
    )


def evaluate(
    cards: Sequence[Card], claim: Claim = NO_WORD, rules: HandRules = PLAIN, *, fouled: bool = False
) -> Hand:
    """The value of `cards`, five to seven with shared ones, as `claim` presents them; it has no
    fault.

    A player gets what is claimed, not what the cards could make. But a natural Slush counts even if
    a lower word is claimed, and a wild one if no word is. `fouled`: a spellcheck has made the whole
    hand Scum.
    """
    if fouled:
        return scum(cards, rules)
    spelled = _spelled(cards, claim, rules) if claim.words else scum(cards, rules)
    flush = slush(cards, rules)
    if (
        flush is not None
        and flush.category > spelled.category
        and (flush.natural or not claim.words)
    ):
        return flush
    return spelled


def spare_peppers(others: Iterable[Card], room: int) -> int:
    """The peppers on the best of the cards outside the words, as many as make five cards."""
    return sum(sorted((card.peppers for card in others), reverse=True)[:room])


def _spelled(dealt: Sequence[Card], claim: Claim, rules: HandRules) -> Hand:
    words = sorted(claim.words, key=len, reverse=True)
    wild = {card for card, _ in claim.wild}
    category = OF_LENGTHS[tuple(map(len, words))]
    if category is Category.SCROKER and UNICORN in words[0] and UNICORN not in wild:
        category = Category.FLYING_SCROKER
    natural, eligible, faces = not wild, [], []
    for word in words:
        plain = [card for card in word if card not in wild]
        faces += plain
        if hot_n_sour({card.suit for card in plain}):
            natural = False
            plain = [card for card in plain if card.suit is not Suit.CHILIS]
        eligible += plain
    peppers = sum(card.peppers for card in faces)
    cards = tuple(card for word in words for card in word)
    if rules.hot == "hand":
        peppers += spare_peppers((card for card in dealt if card not in cards), FIVE - len(cards))
    return _hand(
        category,
        natural,
        peppers,
        cards,
        eligible,
        tuple(spell(word, claim) for word in words),
        rules,
    )


def scum(cards: Iterable[Card], rules: HandRules = PLAIN) -> Hand:
    """The best five of the cards without any word."""
    ranked = _ranked(cards, rules)[:FIVE]
    eligible = [card for card in ranked if not card.scroker]
    return _hand(
        Category.SCUM,
        True,
        sum(card.peppers for card in ranked),
        tuple(ranked),
        eligible,
        (),
        rules,
    )


def slush(cards: Collection[Card], rules: HandRules = PLAIN) -> Hand | None:
    """The best Slush that the cards make, with wild cards where they must help; None if none."""
    wild = scale(rules).wild
    suits = [card.suit for card in cards if not card.scroker]
    wilds = sum(wild[card.place] for card in cards)
    if max(map(suits.count, suits), default=0) + wilds < FIVE:
        return None
    best: Hand | None = None
    for suit in set(suits):
        own = _ranked((card for card in cards if card.suit is suit), rules)[:FIVE]
        missing = FIVE - len(own)
        helpers = [card for card in cards if wild[card.place] and card not in own][:missing]
        if len(helpers) < missing:
            continue
        found = _hand(
            Category.SLUSH,
            not missing,
            sum(card.peppers for card in own),
            (*own, *helpers),
            own,
            (),
            rules,
        )
        if best is None or found.key > best.key:
            best = found
    return best


def _ranked(cards: Iterable[Card], rules: HandRules) -> list[Card]:
    """The cards, those first that make the better Scum or Slush."""
    bits = scale(rules).bits
    if rules.hot:
        return sorted(cards, key=lambda card: (card.peppers, bits[card.place]), reverse=True)
    return sorted(cards, key=lambda card: bits[card.place], reverse=True)


def _hand(
    category: Category,
    natural: bool,
    peppers: int,
    cards: tuple[Card, ...],
    eligible: Iterable[Card],
    words: tuple[str, ...],
    rules: HandRules,
) -> Hand:
    bits = scale(rules).bits
    high = tuple(sorted(eligible, key=lambda card: bits[card.place], reverse=True))
    key = Key(
        category, natural, peppers if rules.hot else 0, sum(bits[card.place] for card in high)
    )
    return Hand(category, natural, peppers, cards, high, words, key)


# -- the stud's lead


class Lead(NamedTuple):
    """The best of a seat's open cards; the larger leads."""

    pair: bool
    """True if there are two of one suit."""
    high: int
    """The standing of the highest card, or of the pair's higher one; -1 with wild cards alone."""
    low: int
    """The standing of the pair's lower card; -1 without a pair."""
    cards: tuple[Card, ...]
    """The pair or the card itself, the higher first."""


def lead(up: Collection[Card], rules: HandRules = PLAIN) -> Lead:
    """The best clean pair of these open cards, else the highest; wild cards count for nothing."""
    bits, wild = scale(rules)
    shown = sorted(
        (card for card in up if not wild[card.place]),
        key=lambda card: bits[card.place],
        reverse=True,
    )
    best = (
        Lead(False, bits[shown[0].place].bit_length() - 1, -1, (shown[0],))
        if shown
        else Lead(False, -1, -1, ())
    )
    for suit in {card.suit for card in shown}:
        pair = [card for card in shown if card.suit is suit][:2]
        if len(pair) == 2:
            high, low = (bits[card.place].bit_length() - 1 for card in pair)
            best = max(best, Lead(True, high, low, tuple(pair)))
    return best
