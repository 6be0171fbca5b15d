"""The sealed claims and answers of the others, and their hints, in a resampled world."""

from typing import Final

from msgspec.structs import replace

from app.games.scroker.claims import NO_WORD, Claim
from app.games.scroker.declarations import claim_of
from app.games.scroker.hand_finder import best
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import Declare
from app.games.scroker.named_game import hand_rules
from app.games.scroker.state import Hand, Phase, ScrokerState, ScrokerView, Tableau, shared
from app.rules.game import Chance, Seat, State

BLUFFS: Final = 0.15
"""The share of sealed claims that claim no word although there is one."""
CHALLENGES: Final = 0.1
"""The share of sealed answers that are challenges."""
SILENT: Final = 0.5
"""The share of players who have not said yet whether one may tap out."""
OBJECTIONS: Final = 0.1
"""The share of players who object to it."""


def with_sealed(view: ScrokerView, world: ScrokerState, chance: Chance) -> ScrokerState:
    """The world with sealed claims and answers of the others, and their hints."""
    public = world.public
    hands = list(world.private)
    for seat in public.players:
        if seat == view.seat:
            continue
        hand = hands[seat]
        claim = public.claims[seat]
        if claim is None and seat in public.declared:
            claim = _some_claim(public, seat, hand, chance)
        answer = None
        if seat in public.answered and public.phase is Phase.CHALLENGE:
            answer = _some_answer(public, chance)
        hands[seat] = replace(hand, claim=claim, answer=answer, hint=_hint(public, seat, hand))
    if public.phase is Phase.CONSENT:
        for seat in public.seats:
            if seat != view.seat:
                agrees = None if chance.random() < SILENT else chance.random() > OBJECTIONS
                hands[seat] = replace(hands[seat], agrees=agrees)
    return State(public, tuple(hands), world.hidden)


def _some_claim(public: Tableau, seat: Seat, hand: Hand, chance: Chance) -> Claim:
    if chance.random() < BLUFFS:
        return NO_WORD
    claim, _ = best(
        hand.cards + shared(public, seat), hand_rules(public.named), lexicon(public.options.lexicon)
    )
    return claim_of(Declare(claim.words, claim.wild))


def _some_answer(public: Tableau, chance: Chance) -> int:
    assert public.leader is not None
    claim = public.claims[public.leader]
    assert claim is not None
    words = [
        index for index in range(len(claim.words)) if (public.leader, index) not in public.proved
    ]
    return chance.choice(words) if words and chance.random() < CHALLENGES else -1


def _hint(public: Tableau, seat: Seat, hand: Hand) -> Claim | None:
    """The best words of the hand when hints were last made."""
    if public.options.assist != "hint" or not hand.cards:
        return None
    cards = hand.cards + shared(public, seat)
    if public.phase is Phase.RESHUFFLE and public.drawn_then and seat == public.drawn_then[-1]:
        cards = hand.dealt + shared(public, seat)
    if seat in public.folded and public.common is not None:
        cards = tuple(card for card in cards if card is not public.common)
    return best(cards, hand_rules(public.named), lexicon(public.options.lexicon))[0]
