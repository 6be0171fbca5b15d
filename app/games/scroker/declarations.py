"""Declarations: every claim whose cards, lengths and suits are in order.

Spelling counts only at tables that check it automatically.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from string import ascii_uppercase
from typing import Final

from app.games.scroker.cards import Card
from app.games.scroker.claims import Claim, Fault, HandRules, find_fault, spell, suit_fault
from app.games.scroker.hand_finder import words_in
from app.games.scroker.lexicon import LONGEST, Lexicon, lexicon
from app.games.scroker.moves import Declare, Reason
from app.games.scroker.named_game import hand_rules
from app.games.scroker.state import ScrokerView, Tableau, own_cards

REASONS: Final = {
    Fault.LENGTHS: Reason.WRONG_LENGTHS,
    Fault.NOT_YOURS: Reason.NOT_YOUR_CARDS,
    Fault.TWICE: Reason.CARD_TWICE,
    Fault.NO_LETTER: Reason.NO_LETTER,
    Fault.NOT_WILD: Reason.NOT_WILD,
    Fault.ANIMALS_MIXED: Reason.ANIMALS_MIXED,
    Fault.JUICE_MIXED: Reason.JUICE_MIXED,
    Fault.TOO_HOT: Reason.TOO_HOT,
}


def claim_of(move: Declare) -> Claim:
    """The claim in its one form: the longer word first, then by its cards."""
    words = sorted(move.words, key=lambda word: (-len(word), [card.place for card in word]))
    return Claim(tuple(words), tuple(sorted(move.wild, key=lambda pair: pair[0].place)))


def checked(public: Tableau) -> bool:
    """True if only listed words may be declared at this table."""
    return public.options.spellcheck == "auto"


def refusal(view: ScrokerView, move: Declare) -> Reason | None:
    """The rule that forbids this claim to this view's seat, or None."""
    claim = claim_of(move)
    fault = find_fault(own_cards(view), claim, hand_rules(view.public.named))
    if fault is not None:
        return REASONS[fault]
    if checked(view.public):
        words = lexicon(view.public.options.lexicon)
        if not all(words.holds(spell(word, claim)) for word in claim.words):
            return Reason.NOT_LISTED
    return None


def legal(view: ScrokerView) -> Iterator[Declare]:
    """Every claim once: no word first, then one word, short ones before long ones, then two."""
    cards, rules = own_cards(view), hand_rules(view.public.named)
    yield Declare()
    singles: list[Claim] = []
    for claim in (
        _listed(cards, rules, lexicon(view.public.options.lexicon))
        if checked(view.public)
        else _words(cards, rules)
    ):
        if len(claim.words[0]) < 4:
            singles.append(claim)
        yield Declare(claim.words, claim.wild)
    short = [claim for claim in singles if len(claim.words[0]) == 2]
    long = [claim for claim in singles if len(claim.words[0]) == 3]
    for one, other in [*combinations(short, 2), *product(long, short)]:
        if not set(one.words[0]) & set(other.words[0]):
            both = claim_of(Declare(one.words + other.words, one.wild + other.wild))
            yield Declare(both.words, both.wild)


def _words(cards: Sequence[Card], rules: HandRules) -> Iterator[Claim]:
    """Every way to lay one word, with every letter for the cards that are used as wild."""
    for length in range(2, LONGEST + 1):
        for word in permutations(cards, length):
            free = [card for card in word if card.scroker or card in rules.wild]
            for number in range(len(free) + 1):
                for used in combinations(free, number):
                    if any(card.scroker and card not in used for card in word):
                        continue
                    if suit_fault([card for card in word if card not in used], rules) is None:
                        yield from _spelled(word, used)


def _listed(cards: Sequence[Card], rules: HandRules, words: Lexicon) -> Iterator[Claim]:
    """The claims that spell a listed word."""
    for found in sorted(
        words_in(cards, rules, words), key=lambda found: (found.length, found.where, found.wild)
    ):
        chosen = [card for index, card in enumerate(cards) if found.where >> index & 1]
        used = [card for index, card in enumerate(cards) if found.wild >> index & 1]
        for word in permutations(chosen):
            yield from (claim for claim in _spelled(word, used) if words.holds(spell(word, claim)))


def _spelled(word: tuple[Card, ...], used: Sequence[Card]) -> Iterator[Claim]:
    """The cards as a word, with every letter for those that are used as wild."""
    for letters in product(ascii_uppercase, repeat=len(used)):
        yield Claim(
            (word,), tuple(sorted(zip(used, letters, strict=True), key=lambda pair: pair[0].place))
        )
