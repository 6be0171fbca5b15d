"""The best hand that cards can make, for proofs, hints and bots; showdowns use claims."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from app.games.scroker.cards import UNICORN, Card, Suit
from app.games.scroker.claims import NO_WORD, Claim, HandRules
from app.games.scroker.hands import (
    FIVE,
    Category,
    Hand,
    Key,
    evaluate,
    scale,
    scum,
    slush,
    spare_peppers,
)
from app.games.scroker.lexicon import BAG, LONGEST, Lexicon

LIMES, LEMONS, CHILIS, ANIMALS = 1, 2, 4, 8
JUICE: Final = LIMES | LEMONS
MARK: Final = {Suit.LIMES: LIMES, Suit.LEMONS: LEMONS, Suit.CHILIS: CHILIS, Suit.ANIMALS: ANIMALS}
"""Suits as the bits of a number."""
LONE: Final = {2: Category.DUCK, 3: Category.TADPOLE, 4: Category.FROG, 5: Category.SCROKER}
"""The category of one word, by its length."""
Spare: TypeAlias = Callable[[int], int]
"""From the cards of words, as bits, to the peppers that the other cards of the hand add."""


class Word(NamedTuple):
    """Cards that make a word in some order, and what it counts for."""

    where: int
    """The cards: bit i is the i-th card of the hand."""
    wild: int
    """The cards that are used as wild, as bits."""
    length: int
    worth: tuple[bool, int, int]
    """Natural, its peppers where they are hot, and the cards that may be high, as in a key."""
    unicorn: bool
    """With the Unicorn at its face."""


def words_in(cards: Sequence[Card], rules: HandRules, lexicon: Lexicon) -> Iterator[Word]:
    """Every choice of these cards, with every use of wild ones, that makes a word of the list."""
    bits, wild = scale(rules)
    free = [index for index, card in enumerate(cards) if wild[card.place]]
    for number in range(min(len(free), LONGEST) + 1):
        find = lexicon.finder(number)
        for used in combinations(free, number):
            wilds = sum(1 << index for index in used)
            for where, suits, size, letters in _choices(cards, used, rules):
                if find(letters):
                    faces = [card for index, card in enumerate(cards) if where >> index & 1]
                    sour = suits & JUICE and suits & CHILIS
                    high = sum(
                        bits[card.place]
                        for card in faces
                        if not (sour and card.suit is Suit.CHILIS)
                    )
                    peppers = sum(card.peppers for card in faces) if rules.hot else 0
                    worth = (not number and not sour, peppers, high)
                    yield Word(where | wilds, wilds, size + number, worth, UNICORN in faces)


def _choices(
    cards: Sequence[Card], used: Sequence[int], rules: HandRules
) -> list[tuple[int, int, int, int]]:
    """The sets of cards whose suits may share a word, beside `used` wild ones.

    Each is a tuple of cards (bits), suits (bits), number of cards and bag of letters.
    """
    most = LONGEST - len(used)
    chosen: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    for index, card in enumerate(cards):
        if card.scroker or index in used:
            continue
        bit, mark, letter = 1 << index, MARK[card.suit], BAG[card.letter]
        for where, suits, size, letters in tuple(chosen):
            both = suits | mark
            if (
                size == most
                or (both & ANIMALS and both != ANIMALS)
                or (both & JUICE == JUICE and not rules.mix_juice)
            ):
                continue
            chosen.append((where | bit, both, size + 1, letters + letter))
    chilis = sum(1 << index for index, card in enumerate(cards) if card.suit is Suit.CHILIS)
    return [
        one
        for one in chosen
        if not one[1] & JUICE or (one[0] & chilis).bit_count() <= rules.hot_n_sour
    ]


def best(cards: Sequence[Card], rules: HandRules, lexicon: Lexicon) -> tuple[Claim, Hand]:
    """The best claim with real words for these five to seven cards, and the hand that it makes."""
    found = words_in(cards, rules, lexicon)
    chosen = _best_of(found, _spare(cards, rules))
    claim = Claim() if chosen is None else lay(cards, chosen, lexicon)
    hand = evaluate(cards, claim, rules)
    if claim.words and hand.category < Category.SLUSH:
        flush = slush(cards, rules)
        if flush is not None and flush.key > hand.key:
            return NO_WORD, flush
    return (NO_WORD, hand) if hand.category is Category.SLUSH else (claim, hand)


def is_best(claim: Claim, cards: Sequence[Card], rules: HandRules, lexicon: Lexicon) -> bool:
    """True if `best` finds this claim, in less time where it claims no word."""
    if claim.words or slush(cards, rules) is not None:
        return best(cards, rules, lexicon)[0] == claim
    return next(words_in(cards, rules, lexicon), None) is None


def best_key(cards: Sequence[Card], rules: HandRules, lexicon: Lexicon) -> Key:
    """The key of the hand that `best` finds, in less time."""
    return best_cards(cards, rules, lexicon)[0]


def best_cards(
    cards: Sequence[Card], rules: HandRules, lexicon: Lexicon
) -> tuple[Key, tuple[Card, ...]]:
    """The best key and the cards of its words; no cards if there are no words that count."""
    spare = _spare(cards, rules)
    chosen = _best_of(words_in(cards, rules, lexicon), spare)
    flush = slush(cards, rules)
    if chosen is None:
        return (flush or scum(cards, rules)).key, ()
    one = chosen[0]
    where = one.where
    natural, peppers, high = one.worth
    category = (
        Category.FLYING_SCROKER if one.length == LONGEST and one.unicorn else LONE[one.length]
    )
    if len(chosen) == 2:
        other = chosen[1]
        where |= other.where
        category = Category.BULLFROG if one.length == 3 else Category.TWO_DUCKS
        natural, peppers = natural and other.worth[0], peppers + other.worth[1]
        high |= other.worth[2]
    key = Key(category, natural, peppers + (spare(where) if spare else 0), high)
    if flush is not None and flush.key > key:
        return flush.key, ()
    return key, tuple([card for index, card in enumerate(cards) if where >> index & 1])


def _spare(cards: Sequence[Card], rules: HandRules) -> Spare | None:
    """None where the peppers of the words alone count, or none."""
    if rules.hot != "hand":
        return None
    return lambda where: spare_peppers(
        (card for index, card in enumerate(cards) if not where >> index & 1),
        FIVE - where.bit_count(),
    )


def _best_of(found: Iterable[Word], spare: Spare | None) -> tuple[Word, ...] | None:
    """The word or two that make the highest hand; None without words."""
    longest: dict[int, list[Word]] = {length: [] for length in range(2, LONGEST + 1)}
    for word in found:
        longest[word.length].append(word)
    if longest[5]:
        return (max(longest[5], key=lambda word: (word.unicorn, word.worth)),)
    return (
        _pair(longest[3], longest[2], spare)
        or _lone(longest[4], spare)
        or _lone(longest[3], spare)
        or _pair(longest[2], longest[2], spare)
        or _lone(longest[2], spare)
    )


def _lone(words: Sequence[Word], spare: Spare | None) -> tuple[Word, ...] | None:
    if spare is None or not words:
        return (max(words, key=_worth),) if words else None

    def whole(word: Word) -> tuple[bool, int, int]:
        natural, peppers, high = word.worth
        return natural, peppers + spare(word.where), high

    return (max(words, key=whole),)


def _pair(
    words: Sequence[Word], others: Sequence[Word], spare: Spare | None
) -> tuple[Word, ...] | None:
    most: tuple[bool, int, int] | None = None
    pair = None
    for word in words:
        natural, peppers, high = word.worth
        for other in others:
            if word.where & other.where:
                continue
            sum_ = peppers + other.worth[1] + (spare(word.where | other.where) if spare else 0)
            worth = (natural and other.worth[0], sum_, high | other.worth[2])
            if most is None or worth > most:
                most, pair = worth, (word, other)
    return pair


def _worth(word: Word) -> tuple[bool, int, int]:
    return word.worth


def lay(cards: Sequence[Card], words: Sequence[Word], lexicon: Lexicon) -> Claim:
    """These words as a claim, each spelled as the list's first word of those letters."""
    laid: list[tuple[Card, ...]] = []
    stands_for: list[tuple[Card, str]] = []
    for word in words:
        faces = [card for index, card in enumerate(cards) if (word.where & ~word.wild) >> index & 1]
        wilds = [card for index, card in enumerate(cards) if word.wild >> index & 1]
        spelled = lexicon.finder(len(wilds))(sum(BAG[card.letter] for card in faces)) or ""
        order: list[Card] = []
        for letter in spelled:
            fitting = next((card for card in faces if card.letter == letter), None)
            if fitting is None:
                fitting = wilds.pop()
                stands_for.append((fitting, letter))
            else:
                faces.remove(fitting)
            order.append(fitting)
        laid.append(tuple(order))
    return Claim(tuple(laid), tuple(stands_for))
