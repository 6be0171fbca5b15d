"""The opponent model: likely hands of the others, given their bets and draws.

It reads moves as people do. A player who opens or raises has a good hand, one who checked has none,
and one who stands pat needs no card. Anybody may be bluffing.
"""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from app.games.scroker.cards import Card, pack, sort_hand
from app.games.scroker.constraints import fits
from app.games.scroker.dealing import DEALT, DRAWS
from app.games.scroker.hand_finder import best_cards, best_key
from app.games.scroker.hands import Category, Key
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import opened_on
from app.games.scroker.opponent_samples import bits, draw_keys, share_beaten, spare_cards, stud_keys
from app.games.scroker.resampling import draw_worlds, known_cards
from app.games.scroker.sealed_choices import with_sealed
from app.games.scroker.state import Hand, Phase, ScrokerState, ScrokerView, Tableau, live, shared
from app.rules.game import Chance, Seat, State

Curve: TypeAlias = tuple[float, float, float, float, float]
"""The chance that a hand is played so, by fifths of all hands, from the worst to the best."""

ANY: Final[Curve] = (1.0, 1.0, 1.0, 1.0, 1.0)
OPENED: Final[Curve] = (0.06, 0.06, 0.1, 0.5, 1.0)
CALLED: Final[Curve] = (0.05, 0.08, 0.25, 0.9, 1.0)
LIMPED: Final[Curve] = (0.05, 0.08, 0.45, 1.0, 0.12)
"""Checked, and called then."""
CHECKED: Final[Curve] = (1.0, 0.95, 0.8, 0.45, 0.08)
BET: Final[Curve] = (0.08, 0.2, 0.45, 0.7, 1.0)
RAISED: Final[Curve] = (0.05, 0.08, 0.25, 0.6, 1.0)
STAYED: Final[Curve] = (0.15, 0.5, 0.9, 1.0, 0.9)
WAITED: Final[Curve] = (0.4, 1.0, 0.9, 0.3, 0.15)
UNLIKE: Final = 0.05
"""The chance that a player exchanges other cards than the hand suggests."""

FIRST: Final = 48
"""Hands that are thought of for each of the others at first."""
MORE: Final = 6
"""And with every world."""
MOST: Final = 300
TRIES: Final = 12
"""Attempts to find a hand that is compatible with those of the others."""


class PossibleHand(NamedTuple):
    """A hand that a player may have."""

    all: int
    """Its cards as bits, discards counted."""
    hand: Hand


class HandSampler:
    """The hands that one of the others may have; more are thought of as time goes by."""

    def __init__(self, public: Tableau, seat: Seat, deck: Sequence[Card]) -> None:
        self._public, self._seat, self._deck = public, seat, deck
        self._rules, self._words = hand_rules(public.named), lexicon(public.options.lexicon)
        self._common = shared(public, seat)
        self._stud = public.named.base == "longhorn"
        self._samples: list[PossibleHand] = []
        self._sums: list[float] = []
        self._curves = action_curves(public, seat)

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
            self._curves[1], share_beaten(keys, key)
        )

    def _draw_sample(self, chance: Chance) -> tuple[PossibleHand, float]:
        public = self._public
        name, limit = public.named.base, DRAWS[public.named.base]
        drawn = public.drawn[self._seat]
        cards = chance.sample(self._deck, DEALT[name] + (drawn or 0))
        dealt, new = tuple(cards[: DEALT[name]]), tuple(cards[DEALT[name] :])
        first, used = best_cards(dealt + self._common, self._rules, self._words)
        likely = at(self._curves[0], self._share(first, None))
        if (
            self._seat == public.opener
            and public.options.openers == "enforced"
            and opened_on(public, dealt) is None
        ):
            likely = 0.0
        away: tuple[Card, ...] = ()
        if drawn is not None:
            away = (
                ()
                if first.category >= Category.SLUSH
                else spare_cards(dealt, used, self._common, limit)
            )
            if len(away) != drawn:
                likely *= UNLIKE
                away = dealt[:drawn]
        held = sort_hand((*(card for card in dealt if card not in away), *new))
        if drawn is not None and self._curves[1] is not ANY:
            likely *= at(
                self._curves[1],
                self._share(best_key(held + self._common, self._rules, self._words), drawn),
            )
        hand = Hand(cards=held, dealt=sort_hand(dealt), discards=sort_hand(away))
        return PossibleHand(bits(cards), hand), likely

    def _share(self, key: Key, drawn: int | None) -> float:
        public = self._public
        return share_beaten(draw_keys(public.named, self._words.name, public.spit, 0, drawn), key)


def at(curve: Curve, share: float) -> float:
    """The chance that a hand which beats this share of all hands is played so."""
    return curve[min(int(share * len(curve)), len(curve) - 1)]


def action_curves(public: Tableau, seat: Seat) -> tuple[Curve, Curve]:
    """The curves of this seat's public actions: on the hand as dealt, and as it is now."""
    if public.named.base == "longhorn":
        return ANY, _round_curve(public, seat)
    if public.round > 1 or public.phase is Phase.DECLARE:
        if public.opener is None:
            return CHECKED, _round_curve(public, seat)
        return (OPENED if seat == public.opener else CALLED), _round_curve(public, seat)
    if seat == public.aggressor:
        return OPENED, ANY
    if public.level:
        early = public.opener is not None and public.players.index(seat) < public.players.index(
            public.opener
        )
        if public.put[seat]:
            return (LIMPED if early and not public.raises else CALLED), ANY
        return (CHECKED if early else ANY), ANY
    return (CHECKED if seat in public.acted else ANY), ANY


def _round_curve(public: Tableau, seat: Seat) -> Curve:
    """In the present round, or the last one."""
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
    samplers = {seat: HandSampler(public, seat, deck) for seat in live(public) if seat != viewer}
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
