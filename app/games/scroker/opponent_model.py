"""The opponent model: likely hands of the others, given their bets and draws.

In a draw game the others are taken to bet mostly as steady bots do (telling_bets.py), and one who
stands pat needs no card. In the stud a player who bets has a good hand, and one who checked has
none. Anybody may be bluffing.
"""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.games.scroker.cards import Card, Suit, pack, sort_hand
from app.games.scroker.constraints import fits
from app.games.scroker.dealing import DEALT, DRAWS
from app.games.scroker.hand_finder import best_cards, best_key
from app.games.scroker.hands import Category
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import Named, hand_rules
from app.games.scroker.opponent_samples import (
    SeededRandom,
    bits,
    draw_keys,
    share_beaten,
    spare_cards,
    stud_keys,
)
from app.games.scroker.resampling import draw_worlds, known_cards
from app.games.scroker.sealed_choices import with_sealed
from app.games.scroker.state import Hand, Phase, ScrokerState, ScrokerView, Tableau, live, shared
from app.games.scroker.telling_bets import ANY, Curve, at, told
from app.rules.game import Chance, Seat, State

# of the stud, by fifths of all hands
BET: Final[Curve] = (0.08, 0.2, 0.45, 0.7, 1.0)
RAISED: Final[Curve] = (0.05, 0.08, 0.25, 0.6, 1.0)
STAYED: Final[Curve] = (0.15, 0.5, 0.9, 1.0, 0.9)
WAITED: Final[Curve] = (0.4, 1.0, 0.9, 0.3, 0.15)
UNLIKE: Final = 0.05
"""The chance that a player exchanges other cards than the hand suggests."""

FIRST: Final = 48
"""Hands that are thought of for each of the others at first."""
MORE: Final = 4
"""And with every world."""
MOST: Final = 300
POOL: Final = 2048
"""Hands as they may be dealt that are kept for a game and its word list."""
TRIES: Final = 12
"""Attempts to find a hand that is compatible with those of the others."""


class PossibleHand(NamedTuple):
    """A hand that a player may have."""

    all: int
    """Its cards as bits, discards counted."""
    hand: Hand


class PooledHand(NamedTuple):
    """A hand of a draw game as somebody may be dealt it."""

    dealt: tuple[Card, ...]
    bits: int
    share: float
    """The share of dealt hands that it beats."""
    entitled: bool
    """True if a player may open with it."""
    idle: tuple[Card, ...]
    """The cards that it does not need, as many as may be exchanged."""


class HandPool:
    """Hands as they may be dealt, made when they are first needed; the same for everybody."""

    def __init__(self, named: Named, words: str, spit: Card | None) -> None:
        self._named, self._words, self._spit = named, words, spit
        self._deck = [card for card in pack(named.scrokers) if card is not spit]
        self._made: dict[int, PooledHand] = {}

    def __getitem__(self, index: int) -> PooledHand:
        if index not in self._made:
            self._made[index] = self._make(index)
        return self._made[index]

    def _make(self, index: int) -> PooledHand:
        base = self._named.base
        dealt = tuple(SeededRandom(index).sample(self._deck, DEALT[base]))
        common = () if self._spit is None else (self._spit,)
        key, used = best_cards(dealt + common, hand_rules(self._named), lexicon(self._words))
        none_is_idle = key.category >= Category.SLUSH
        idle = () if none_is_idle else spare_cards(dealt, used, common, DRAWS[base])
        animals = sum(card.suit is Suit.ANIMALS for card in dealt + common)
        return PooledHand(
            dealt,
            bits(dealt),
            share_beaten(draw_keys(self._named, self._words, self._spit, 0, None), key),
            key.category >= Category.TADPOLE or animals > 1,
            idle,
        )


hand_pool: Final = lru_cache(maxsize=16)(HandPool)


class HandSampler:
    """The hands that one of the others may have; more are thought of as time goes by."""

    def __init__(self, public: Tableau, seat: Seat, deck: Sequence[Card], chance: Chance) -> None:
        self._public, self._seat, self._deck = public, seat, deck
        self._rules, self._words = hand_rules(public.named), lexicon(public.options.lexicon)
        self._common = shared(public, seat)
        self._stud = public.named.base == "longhorn"
        self._samples: list[PossibleHand] = []
        self._sums: list[float] = []
        self._free = bits(deck)
        if self._stud:
            self._curve = action_curve(public, seat)
        else:
            self._told = told(public, seat)
            self._hands = hand_pool(public.named, self._words.name, public.spit)
            self._at = chance.randrange(POOL)

    def grow(self, chance: Chance) -> None:
        """Some more."""
        for _ in range((MORE if self._samples else FIRST) if len(self._samples) < MOST else 0):
            sample, likely = self._sample(chance)
            self._samples.append(sample)
            self._sums.append((self._sums[-1] if self._sums else 0.0) + likely)

    def pick(self, taken: int, chance: Chance) -> PossibleHand | None:
        """One of them without the cards that are taken; None where none was found."""
        if not self._sums[-1]:
            return None
        for _ in range(TRIES):
            sample = self._samples[
                bisect(self._sums, chance.random() * self._sums[-1], hi=len(self._sums) - 1)
            ]
            if not sample.all & taken:
                return sample
        return None

    def _sample(self, chance: Chance) -> tuple[PossibleHand, float]:
        return self._stud_sample(chance) if self._stud else self._draw_sample(chance)

    def _stud_sample(self, chance: Chance) -> tuple[PossibleHand, float]:
        public = self._public
        cards = chance.sample(self._deck, public.counts[self._seat])
        key = best_key((*cards, *self._common), self._rules, self._words)
        keys = stud_keys(
            public.named, self._words.name, sort_hand(self._common), len(cards) + len(self._common)
        )
        held = sort_hand(cards)
        return PossibleHand(bits(cards), Hand(cards=held, dealt=held)), at(
            self._curve, share_beaten(keys, key)
        )

    def _draw_sample(self, chance: Chance) -> tuple[PossibleHand, float]:
        public = self._public
        drawn = public.drawn[self._seat]
        dealt = self._dealt()
        likely = at(self._told.dealt[dealt.entitled], dealt.share)
        if (
            self._seat == public.opener
            and public.options.openers == "enforced"
            and not dealt.entitled
        ):
            likely = 0.0
        if drawn is None:
            hand = Hand(cards=sort_hand(dealt.dealt), dealt=sort_hand(dealt.dealt))
            return PossibleHand(dealt.bits, hand), likely
        away = dealt.idle[:drawn]
        if len(dealt.idle) != drawn:
            likely *= UNLIKE
            others = [card for card in dealt.dealt if card not in away]
            away = (*away, *others[: drawn - len(away)])
        kept = tuple([card for card in dealt.dealt if card not in away])
        left = [card for card in self._deck if card not in dealt.dealt]
        new = tuple(chance.sample(left, drawn))
        held = sort_hand((*kept, *new))
        if self._told.now[0] is not ANY:
            keys = draw_keys(public.named, self._words.name, public.spit, 0, drawn)
            key = best_key(held + self._common, self._rules, self._words)
            likely *= at(self._told.now[dealt.entitled], share_beaten(keys, key))
        hand = Hand(cards=held, dealt=sort_hand(dealt.dealt), discards=sort_hand(away))
        return PossibleHand(dealt.bits | bits(new), hand), likely

    def _dealt(self) -> PooledHand:
        """The next hand of cards that are not known to lie elsewhere."""
        while True:
            found = self._hands[self._at]
            self._at = (self._at + 1) % POOL
            if not found.bits & ~self._free:
                return found


def action_curve(public: Tableau, seat: Seat) -> Curve:
    """The curve of this seat's public actions in the present round of the stud, or the last."""
    if seat == public.aggressor:
        return RAISED if public.raises else BET
    if public.level and public.put[seat]:
        return RAISED if public.raises else STAYED
    return WAITED if not public.level and seat in public.acted else ANY


def is_informative(public: Tableau) -> bool:
    """True if there is anything to read: hands that lie face down, and a past that is whole."""
    if public.reshuffled:
        return False
    return public.phase in (Phase.BET, Phase.DRAW) or (
        public.phase is Phase.DECLARE and public.named.base != "longhorn"
    )


def likelier_worlds(
    public: Tableau,
    viewer: Seat,
    drawn: Iterator[ScrokerState],
    deck: Sequence[Card],
    chance: Chance,
) -> Iterator[ScrokerState]:
    """The worlds of `drawn`, with likelier hands for the others.

    `deck`: all cards whose place the viewer does not know.
    """
    samplers = {
        seat: HandSampler(public, seat, deck, chance) for seat in live(public) if seat != viewer
    }
    for world in drawn:
        for sampler in samplers.values():
            sampler.grow(chance)
        guessed = _with_samples(world, viewer, samplers, deck, chance)
        yield guessed if fits(guessed) else world


def _with_samples(
    world: ScrokerState,
    viewer: Seat,
    samplers: Mapping[Seat, HandSampler],
    deck: Sequence[Card],
    chance: Chance,
) -> ScrokerState:
    """The world with a sampled hand for each of the others that has one; the rest is redrawn."""
    taken = 0
    hands = {viewer: world.private[viewer]}
    for seat in chance.sample(list(samplers), len(samplers)):
        sample = samplers[seat].pick(taken, chance)
        if sample is not None:
            taken |= sample.all
            hands[seat] = sample.hand
    rest = {Seat(seat): hand for seat, hand in enumerate(world.private) if seat not in hands}
    places = [card for hand in rest.values() for card in (*hand.cards, *hand.discards)] + [
        *world.hidden
    ]
    free = [card for card in deck if not taken >> card.place & 1]
    chance.shuffle(free)
    now = dict(zip(places, free, strict=True))
    for seat, hand in rest.items():
        cards, dealt, discards = (
            sort_hand(now[card] for card in part)
            for part in (hand.cards, hand.dealt, hand.discards)
        )
        hands[seat] = replace(hand, cards=cards, dealt=dealt, discards=discards)
    private = tuple(hands[Seat(seat)] for seat in range(len(world.private)))
    return State(world.public, private, tuple(now[card] for card in world.hidden))


def sample_worlds(view: ScrokerView, chance: Chance) -> Iterator[ScrokerState]:
    """Worlds of this view without end; the better they fit what was played, the more often."""
    public, seat = view.public, view.seat
    drawn = draw_worlds(view, chance)
    if seat is not None and is_informative(public):
        known = known_cards(view)
        deck = [card for card in pack(public.named.scrokers) if card not in known]
        drawn = likelier_worlds(public, seat, drawn, deck, chance)
    return (with_sealed(view, world, chance) for world in drawn)
