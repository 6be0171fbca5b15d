"""Openers: what entitles a seat to open the betting of a draw game, and whether it held that."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from app.games.scroker.cards import Card, Suit
from app.games.scroker.claims import HandRules, spell
from app.games.scroker.hand_finder import lay, words_in
from app.games.scroker.hands import slush
from app.games.scroker.lexicon import Lexicon, lexicon
from app.games.scroker.named_game import Named, hand_rules
from app.games.scroker.state import ScrokerView, Tableau, own_cards


class Openers(msgspec.Struct, frozen=True):
    """The cards that entitle a player to open, and no card more."""

    cards: tuple[Card, ...]
    """Two Animals, or a word in spelling order, or a Slush."""
    word: str = ""
    """The word that they spell; empty for Animals and a Slush."""


def openers(cards: Sequence[Card], rules: HandRules, lexicon: Lexicon) -> Openers | None:
    """The openers among five cards, or None.

    Two Animals, else the shortest real word of three letters or more, else a Slush.
    """
    animals = [card for card in cards if card.suit is Suit.ANIMALS]
    if len(animals) > 1:
        return Openers(tuple(animals[:2]))
    long = [word for word in words_in(cards, rules, lexicon) if word.length > 2]
    if long:
        claim = lay(
            cards,
            [min(long, key=lambda word: (word.length, not word.worth[0], word.where))],
            lexicon,
        )
        return Openers(claim.words[0], spell(claim.words[0], claim))
    flush = slush(cards, rules)
    return None if flush is None else Openers(flush.cards)


def opened_on(public: Tableau, dealt: tuple[Card, ...]) -> Openers | None:
    """The openers of a seat that was dealt these cards, the spit counted; None without."""
    spit = () if public.spit is None else (public.spit,)
    return _openers(dealt + spit, public.named, public.options.lexicon)


@lru_cache(maxsize=2048)
def _openers(cards: tuple[Card, ...], named: Named, words: str) -> Openers | None:
    return openers(cards, hand_rules(named), lexicon(words))


def may_open(view: ScrokerView) -> bool:
    """True unless openers are enforced and missing, in the first round of a draw game."""
    public = view.public
    if public.options.openers == "honour" or public.round > 1 or public.named.base == "longhorn":
        return True
    return (
        openers(own_cards(view), hand_rules(public.named), lexicon(public.options.lexicon))
        is not None
    )
