"""Resampling: a state that one seat cannot tell from the true one, with other crypts redrawn.

A view knows this for certain about other crypts, and nothing else:

- Every card neither played nor in this seat's crypt is in another one. Their sizes are public.
- The leader of a plain round holds the designated 3 of clubs until it is led, and whoever was
  granted a boon the hand that is to be led.
- A partner holds what it was given or offered in a trade, unless it was played or came to me: a
  pair trades with nobody else. It holds no card of a wish list that it missed.
- A conspirator holds the snapshot without what it has played since, and a boon's asker the rest
  of the hand that it showed.

Passing and playing are free choices: evidence, never proof. The knowledge of other seats about
each other is made up so that it fits the crypts drawn for them (`others_knowledge.py`).
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from app.games.scum_the_masquerade import others_knowledge, trading
from app.games.scum_the_masquerade.cards import FIRST_LEAD, Card, sort_hand
from app.games.scum_the_masquerade.hands import HandType, hands_of, top
from app.games.scum_the_masquerade.marks import Proof
from app.games.scum_the_masquerade.state import Phase, ScumState, ScumView, Tableau
from app.games.scum_the_masquerade.trade_records import Exchange, Talk
from app.games.scum_the_masquerade.tricks import designated
from app.kits.constraints import lacks
from app.kits.unseen_cards import UnseenCards
from app.rules.game import Chance, Seat

TRIES = 400
"""Draws in which a world is sought that fits what an order to play has shown."""


@lru_cache(maxsize=64)
def _unseen(
    cards: tuple[Card, ...],
    places: tuple[tuple[Seat, int], ...],
    lacking: tuple[tuple[Seat, frozenset[Card]], ...],
) -> UnseenCards[Any, Card]:
    return UnseenCards(cards, dict(places), [lacks(seat, held) for seat, held in lacking])


def resample(view: ScumView, chance: Chance) -> ScumState:
    """A state with the view's public facts and own crypt in which all others are drawn anew."""
    public, own = view.public, view.private
    seats = [Seat(seat) for seat in range(len(public.counts))]
    if not any(public.counts):
        return others_knowledge.before_the_deal(view, chance)
    certain = certain_cards(view)
    known = {card for cards in certain.values() for card in cards}
    gone = known | {*public.open_cards, *(own.cards if own else ())}
    cards = tuple(card for card in public.deck if card not in gone)
    places = tuple(
        (seat, public.counts[seat] - len(certain.get(seat, ())))
        for seat in seats
        if seat != view.seat or seat in public.unseen
    )
    missing = {seat: frozenset(lacked & {*cards}) for seat, lacked in missing_cards(view).items()}
    for proof in public.proofs:
        if proof.kind is HandType.SINGLE and proof.seat != view.seat:
            higher = {card for card in cards if proof.above < card.height < proof.below}
            missing[proof.seat] = missing.get(proof.seat, frozenset()) | higher
    lacking = tuple((seat, lacked) for seat, lacked in missing.items() if lacked)
    unseen = _unseen(cards, places, lacking)
    crypts: dict[Seat, tuple[Card, ...]] = {}
    for _ in range(TRIES):
        drawn = unseen.draw(chance)
        crypts = {seat: sort_hand((*drawn[seat], *certain.get(seat, ()))) for seat, _ in places}
        if all(_fits(view, proof, crypts) for proof in public.proofs):
            break
    return others_knowledge.with_knowledge(view, crypts, chance)


def _fits(view: ScumView, proof: Proof, crypts: Mapping[Seat, tuple[Card, ...]]) -> bool:
    """True if the crypt that an order to play was about could not have done better."""
    if proof.seat == view.seat or proof.kind is HandType.SINGLE:
        return True
    crypt = others_knowledge.crypt_then(view, crypts[proof.seat], proof)
    found = hands_of(proof.kind, crypt, view.public.packs)
    return not any(proof.above < top(one) < proof.below for one in found)


def certain_cards(view: ScumView) -> Mapping[Seat, Collection[Card]]:
    """The cards that every other seat certainly holds."""
    public, own, viewer = view.public, view.private, view.seat
    found: dict[Seat, set[Card]] = {Seat(seat): set() for seat in range(len(public.counts))}
    if public.phase is Phase.PLAY and designated(public) is not None:
        assert public.turn is not None
        found[public.turn].add(FIRST_LEAD)
    if public.promised and public.turn is not None:
        found[public.turn] |= set(public.promised)
    for effect in public.effects:
        found[effect.seat] |= set(effect.cards)
    if own is None or viewer is None:
        for seat, cards in taken_up(public).items():
            found[seat] |= cards
        return found
    for snapshot in own.snapshots:
        found[snapshot.seat] |= set(snapshot.cards)
    for shown in own.shown:
        found[shown.seat] |= set(shown.cards)
    other = trading_partner(view)
    if other is not None:
        for exchange in own.exchanges:
            found[other] |= {card for card in (exchange.up, exchange.down) if card is not None}
            found[other] |= {offer.give for offer in exchange.offers if offer.seat == other}
        if own.talk is not None:
            found[other] |= {offer.give for offer in own.talk.offers if offer.seat == other}
            found[other] |= {own.talk.up} if own.talk.up is not None else set()
    gone = {*public.open_cards, *own.cards, *(gain.card for gain in public.gains)}
    held = {seat: found[seat] - gone for seat in found}
    for seat, cards in taken_up(public).items():
        held[seat] |= cards - set(own.cards)
    return {seat: sort_hand(cards) for seat, cards in held.items() if seat != viewer}


def taken_up(public: Tableau) -> dict[Seat, set[Card]]:
    """The cards from the pile that lie in a crypt now, for all to know."""
    last = {gain.card: gain.seat for gain in public.gains}
    found: dict[Seat, set[Card]] = {Seat(seat): set() for seat in range(len(public.counts))}
    for card, seat in last.items():
        if card not in public.open_cards:
            found[seat].add(card)
    return found


def trading_partner(view: ScumView) -> Seat | None:
    """The seat that this view's seat trades with in this round."""
    for pair in view.public.pairs:
        if view.seat in (pair.higher, pair.lower):
            assert view.seat is not None
            return trading.partner(pair, view.seat)
    return None


def missing_cards(view: ScumView) -> dict[Seat, set[Card]]:
    """The cards that a trading partner certainly does not hold, but for those it was given."""
    own, other = view.private, trading_partner(view)
    if own is None or other is None:
        return {}
    higher = any(view.seat == pair.higher for pair in view.public.pairs)
    gone: set[Card] = set()
    parts: list[Exchange | Talk] = [*own.exchanges, *([own.talk] if own.talk else [])]
    for part in parts if higher else ():
        gone |= {card for card in view.public.deck if card.face in part.missed}
        if part.wished and part.up is not None and part.up.second:
            gone.add(part.up.face)
    for exchange in own.exchanges:
        got = exchange.up if higher else exchange.down
        taken = bool(exchange.offers) and exchange.offers[-1].seat == view.seat
        if taken and got is not None and got.second:
            gone.add(got.face)
    return {other: gone}
