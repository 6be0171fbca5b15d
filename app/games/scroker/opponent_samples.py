"""Sampled hands of the others, the same for everybody who knows as much.

Samples are made once for a game and its options. Those with a card that a view sees elsewhere are
left out. So a bot's score follows from its view alone, and costs little in a search.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.games.scroker.cards import Card, Suit, pack, sort_hand
from app.games.scroker.claims import Claim, HandRules
from app.games.scroker.dealing import DEALT, DRAWS
from app.games.scroker.hand_finder import best, best_cards, best_key
from app.games.scroker.hands import Category, Key
from app.games.scroker.lexicon import Lexicon, lexicon
from app.games.scroker.named_game import Named, hand_rules

HANDS: Final = 96
"""Sampled hands of a draw game."""
RUNS: Final = 10
"""Ways in which one stud hand is completed."""
FEW: Final = 10
"""The hands of one kind that have to be left for the others to be left out."""
SEVEN: Final = 7


class SeededRandom:
    """Pseudo-random numbers that follow from a seed, the same everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 2862933555777941757 + 3037000493

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self._state >> 33) % bound

    def sample(self, cards: Sequence[Card], number: int) -> list[Card]:
        """This many of the cards, drawn at random."""
        left = list(cards)
        return [left.pop(self.below(len(left))) for _ in range(number)]


class SampledHand(NamedTuple):
    """One hand that somebody might have been dealt, and what it becomes."""

    dealt: int
    """Its cards as bits at their places."""
    held: int
    """The cards dealt and the ones that it draws, as bits."""
    drawn: int
    first: Key
    then: Key


def bits(cards: Collection[Card]) -> int:
    """The cards as one number."""
    return sum(1 << card.place for card in cards)


def spare_cards(
    cards: Sequence[Card], used: Collection[Card], shared: Collection[Card], limit: int
) -> tuple[Card, ...]:
    """The cards to discard: those not `used` in words; without words, those of no use."""
    if not used:
        suit = max(Suit, key=lambda suit: (sum(card.suit is suit for card in cards), suit.value))
        used = {card for card in cards if card.suit is suit or card.scroker}
    return tuple(
        card for card in reversed(sort_hand(cards)) if card not in used and card not in shared
    )[:limit]


class DealtHand(NamedTuple):
    """One hand that somebody might have been dealt, before the draw."""

    dealt: int
    """Its cards as bits at their places."""
    key: Key
    kept: tuple[Card, ...]
    away: int
    """The number of cards that it exchanges."""
    more: tuple[Card, ...]
    """The cards that it gets for them."""


@lru_cache(maxsize=64)
def dealt_hands(named: Named, words: str, spit: Card | None) -> tuple[DealtHand, ...]:
    """Hands of a draw game as they are dealt; `words` is the name of the list."""
    rules, known = hand_rules(named), lexicon(words)
    rng = SeededRandom(7 if spit is None else spit.place)
    shared = () if spit is None else (spit,)
    deck = [card for card in pack(named.scrokers) if card is not spit]
    found = []
    for _ in range(HANDS):
        cards = rng.sample(deck, DEALT[named.base] + DRAWS[named.base])
        dealt, more = cards[: DEALT[named.base]], cards[DEALT[named.base] :]
        key, used = best_cards((*dealt, *shared), rules, known)
        away = (
            ()
            if key.category >= Category.SLUSH
            else spare_cards(dealt, used, shared, DRAWS[named.base])
        )
        kept = tuple([card for card in dealt if card not in away])
        found.append(DealtHand(bits(dealt), key, kept, len(away), tuple(more[: len(away)])))
    return tuple(found)


@lru_cache(maxsize=64)
def sampled_hands(named: Named, words: str, spit: Card | None) -> tuple[SampledHand, ...]:
    """The hands of `dealt_hands`, and what they become."""
    rules, known = hand_rules(named), lexicon(words)
    shared = () if spit is None else (spit,)
    hands = []
    for start in dealt_hands(named, words, spit):
        then = (
            best_key((*start.kept, *start.more, *shared), rules, known) if start.away else start.key
        )
        hands.append(
            SampledHand(start.dealt, start.dealt | bits(start.more), start.away, start.key, then)
        )
    return tuple(hands)


@lru_cache(maxsize=8192)
def draw_keys(
    named: Named, words: str, spit: Card | None, seen: int, drawn: int | None
) -> tuple[Key, ...]:
    """Sorted keys of the hands that a player may hold when the cards `seen` (bits) are elsewhere.

    `drawn`: the number of cards that the player has exchanged; None before the draw.
    """
    if drawn is None:
        return tuple(
            sorted(start.key for start in dealt_hands(named, words, spit) if not start.dealt & seen)
        )
    hands = sampled_hands(named, words, spit)
    free = [hand for hand in hands if not hand.held & seen] or list(hands)
    alike = [hand.then for hand in free if hand.drawn == drawn]
    return tuple(sorted(alike if len(alike) >= FEW else [hand.then for hand in free]))


@lru_cache(maxsize=8192)
def stud_keys(named: Named, words: str, known: tuple[Card, ...], number: int) -> tuple[Key, ...]:
    """Sorted keys of the best hands of `number` cards that `known` cards may grow into.

    Other seen cards are not excluded; that changes little.
    """
    rules, listed = hand_rules(named), lexicon(words)
    missing = number - len(known)
    if missing <= 0:
        return (best_key(known, rules, listed),)
    rng = SeededRandom(bits(known))
    deck = [card for card in pack(named.scrokers) if card not in known]
    return tuple(
        sorted(best_key((*known, *rng.sample(deck, missing)), rules, listed) for _ in range(RUNS))
    )


def own_key(cards: tuple[Card, ...], rules: HandRules, words: Lexicon) -> Key:
    """The key of the best claim of these cards."""
    return _own_key(sort_hand(cards), rules, words.name)


@lru_cache(maxsize=8192)
def _own_key(cards: tuple[Card, ...], rules: HandRules, words: str) -> Key:
    return best_key(cards, rules, lexicon(words))


def own_best(cards: tuple[Card, ...], rules: HandRules, words: Lexicon) -> tuple[Claim, Key]:
    """The best claim of these cards and what it counts for."""
    return _own_best(sort_hand(cards), rules, words.name)


@lru_cache(maxsize=8192)
def _own_best(cards: tuple[Card, ...], rules: HandRules, words: str) -> tuple[Claim, Key]:
    claim, hand = best(cards, rules, lexicon(words))
    return claim, hand.key


def share_beaten(keys: Sequence[Key], key: Key) -> float:
    """The share of the sorted keys that lose to this one; equals count half."""
    return (bisect_left(keys, key) + bisect_right(keys, key)) / (2 * len(keys)) if keys else 0.5
