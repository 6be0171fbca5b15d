"""Constraints: what the public record proves of hands that stayed face down."""

from typing import Final

from app.games.scroker.cards import Card
from app.games.scroker.hand_finder import is_best
from app.games.scroker.hands import Hand, Key, evaluate
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import opened_on
from app.games.scroker.shown_hands import has_challenges, presented
from app.games.scroker.state import Phase, ScrokerState, Tableau, shared
from app.rules.game import Seat

NO_SEAT: Final = Seat(-1)


def fits(world: ScrokerState) -> bool:
    """True if the public events would have happened in this world: openers, leaders and winners."""
    public = world.public
    if (
        public.options.openers == "enforced"
        and public.opener is not None
        and opened_on(public, world.private[public.opener].dealt) is None
    ):
        return False
    if not any(claim is not None for claim in public.claims):
        return True
    if public.options.assist == "full":
        rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
        for seat, claim in enumerate(public.claims):
            mine = world.private[seat].cards + shared(public, Seat(seat))
            if claim is not None and not is_best(claim, mine, rules, words):
                return False
    return _ShowdownReplay(world).agrees()


class HandConstraints:
    """The constraints on each hand by itself."""

    def __init__(self, public: Tableau) -> None:
        self.public = public
        self.rules, self.words = hand_rules(public.named), lexicon(public.options.lexicon)
        self.below: dict[Seat, Key] = {}
        """The best key that a hand can have: it has lost to a hand with that key."""
        for number, pot in enumerate(public.pots):
            leading = pot.winners or (
                (public.leader,) if number == public.pot and public.leader is not None else ()
            )
            shown = [presented(public, seat, public.counts[seat]) for seat in leading]
            keys = [hand.key for hand in shown if hand is not None]
            if not keys:
                continue
            for seat in pot.eligible:
                if (
                    seat not in leading
                    and seat not in public.disqualified
                    and seat not in public.fouled
                ):
                    self.below[seat] = min(keys[0], self.below.get(seat, keys[0]))
        self.opened = (
            public.opener
            if public.options.openers == "enforced" or public.disqualified or public.opened_well
            else None
        )

    def concerns(self, seat: Seat | None) -> bool:
        """True if anything is proved of this seat's hand."""
        if seat is None or self.public.counts[seat] == 0:
            return False
        return seat in self.below or seat == self.opened or self._presented_by_server(seat)

    def _presented_by_server(self, seat: Seat) -> bool:
        return self.public.options.assist == "full" and self.public.claims[seat] is not None

    def allows(self, seat: Seat, cards: tuple[Card, ...], dealt: tuple[Card, ...] | None) -> bool:
        """True if this seat may hold `cards`, sorted, and have been dealt `dealt` (None: not
        known).
        """
        public = self.public
        claim = public.claims[seat]
        mine = cards + shared(public, seat)
        if (
            claim is not None
            and self._presented_by_server(seat)
            and not is_best(claim, mine, self.rules, self.words)
        ):
            return False
        if (
            seat in self.below
            and claim is not None
            and evaluate(mine, claim, self.rules).key > self.below[seat]
        ):
            return False
        if seat != self.opened or dealt is None:
            return True
        found = opened_on(public, dealt)
        if found is None:
            return public.options.openers != "enforced" and seat not in public.opened_well
        return seat not in public.disqualified and (
            seat not in public.opened_well or found.cards == public.openers_shown
        )


class _ShowdownReplay:
    """The showdown once more, without chips: each step must be the one that everybody saw."""

    def __init__(self, world: ScrokerState) -> None:
        self.world = world
        self.fouled: set[Seat] = set()
        self.accepted: set[Seat] = set()
        self.disqualified: set[Seat] = set()
        self.opened_well: set[Seat] = set()

    def agrees(self) -> bool:
        public = self.world.public
        for number, pot in enumerate(public.pots):
            step = self._decide(public, number)
            if not pot.winners and not pot.carried:
                return (
                    public.phase is Phase.CHALLENGE
                    and step == public.leader
                    and self._all_came_up(public)
                )
            if step is not None:
                return False
        return self._all_came_up(public)

    def _all_came_up(self, public: Tableau) -> bool:
        """True if the same words stood or fell, and the same openers were shown."""
        return (
            self.accepted >= set(public.accepted)
            and self.fouled == set(public.fouled)
            and self.disqualified == set(public.disqualified)
            and self.opened_well == set(public.opened_well)
        )

    def _contenders(self, public: Tableau, number: int) -> list[Seat]:
        return [seat for seat in public.pots[number].eligible if seat not in self.disqualified]

    def _decide(self, public: Tableau, number: int) -> Seat | None:
        """None: the pot goes as it went.

        A seat: it is being challenged. NO_SEAT: the pot would differ.
        """
        pot = public.pots[number]
        while contenders := self._contenders(public, number):
            hands = {seat: self._strength(seat) for seat in contenders}
            most = max(hand.key for hand in hands.values())
            leaders = [seat for seat in contenders if hands[seat].key == most]
            if has_challenges(public) and len(pot.eligible) > 1:
                asked = next(
                    (seat for seat in leaders if hands[seat].words and seat not in self.accepted),
                    None,
                )
                if asked is not None:
                    if asked in public.fouled:
                        self.fouled.add(asked)
                    elif asked in public.accepted or self._all_proved(public, asked):
                        self.accepted.add(asked)
                    else:
                        return asked
                    continue
            opener = next(
                (
                    seat
                    for seat in leaders
                    if seat == public.opener and seat not in self.opened_well
                ),
                None,
            )
            if opener is not None:
                if not self._proves(public, opener):
                    return NO_SEAT
                continue
            if len(pot.eligible) > 1 and any(
                not hands[seat].words and not self._all_shown(public, seat) for seat in leaders
            ):
                return NO_SEAT
            return None if tuple(leaders) == pot.winners else NO_SEAT
        return None if pot.carried else NO_SEAT

    def _all_shown(self, public: Tableau, seat: Seat) -> bool:
        """As every hand is that wins without words."""
        return len(public.shown[seat]) == public.counts[seat]

    def _strength(self, seat: Seat) -> Hand:
        public = self.world.public
        claim = public.claims[seat]
        assert claim is not None
        cards = self.world.private[seat].cards + shared(public, seat)
        return evaluate(cards, claim, hand_rules(public.named), fouled=seat in self.fouled)

    def _all_proved(self, public: Tableau, seat: Seat) -> bool:
        claim = public.claims[seat]
        assert claim is not None
        return all((seat, index) in public.proved for index in range(len(claim.words)))

    def _proves(self, public: Tableau, seat: Seat) -> bool:
        """True if the proof of openers went as everybody saw."""
        found = opened_on(public, self.world.private[seat].dealt)
        if found is not None:
            self.opened_well.add(seat)
            return seat in public.opened_well and found.cards == public.openers_shown
        self.disqualified.add(seat)
        return seat in public.disqualified
