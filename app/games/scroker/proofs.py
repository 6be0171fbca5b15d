"""What the public record proves of hands that stayed face down: whether a world could have led to it."""

from typing import Final

from app.games.scroker.finding import best, openers
from app.games.scroker.hands import Hand, evaluate
from app.games.scroker.lexicon import lexicon
from app.games.scroker.options import hand_rules
from app.games.scroker.showdown import windows
from app.games.scroker.state import Phase, ScrokerState, Tableau, shared
from app.rules.game import Seat

NO_SEAT: Final = Seat(-1)


def fits(world: ScrokerState) -> bool:
    """Whether what happened in the open would have happened in this world: who opened, who led and who won."""
    public = world.public
    if public.options.openers == "enforced" and public.opener is not None and not _openers(world, public.opener):
        return False
    if not any(claim is not None for claim in public.claims):
        return True
    if public.options.assist == "full":
        rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
        for seat, claim in enumerate(public.claims):
            if claim is not None and best(world.private[seat].cards + shared(public, Seat(seat)), rules, words)[0] != claim:
                return False
    return _Showdown(world).agrees()


def _openers(world: ScrokerState, seat: Seat) -> tuple[object, ...]:
    public = world.public
    spit = () if public.spit is None else (public.spit,)
    found = openers(world.private[seat].dealt + spit, hand_rules(public.named), lexicon(public.options.lexicon))
    return () if found is None else found.cards


class _Showdown:
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
                return public.phase is Phase.CHALLENGE and step == public.leader
            if step is not None:
                return False
        return True

    def _contenders(self, public: Tableau, number: int) -> list[Seat]:
        return [seat for seat in public.pots[number].eligible if seat not in self.disqualified]

    def _decide(self, public: Tableau, number: int) -> Seat | None:
        """None: the pot goes as it went. A seat: whose window is open. NO_SEAT: it would have gone otherwise."""
        pot = public.pots[number]
        while contenders := self._contenders(public, number):
            hands = {seat: self._strength(seat) for seat in contenders}
            most = max(hand.key for hand in hands.values())
            leaders = [seat for seat in contenders if hands[seat].key == most]
            if windows(public) and len(pot.eligible) > 1:
                asked = next((seat for seat in leaders if hands[seat].words and seat not in self.accepted), None)
                if asked is not None:
                    if asked in public.fouled:
                        self.fouled.add(asked)
                    elif asked in public.accepted or self._all_proved(public, asked):
                        self.accepted.add(asked)
                    else:
                        return asked
                    continue
            opener = next((seat for seat in leaders if seat == public.opener and seat not in self.opened_well), None)
            if opener is not None:
                if not self._proves(public, opener):
                    return NO_SEAT
                continue
            return None if tuple(leaders) == pot.winners else NO_SEAT
        return None if pot.carried else NO_SEAT

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
        """Whether the proof of openers went as everybody saw."""
        found = _openers(self.world, seat)
        if found:
            self.opened_well.add(seat)
            return seat in public.opened_well and found == public.openers_shown
        self.disqualified.add(seat)
        return seat in public.disqualified
