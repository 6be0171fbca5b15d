"""Resampling: a state that one seat cannot tell from the true one, with unseen cards redrawn.

A view proves this about cards that it does not see, and nothing else:

- The numbers of cards are public, as are the size of the Stock and the time of each Downcard.
- Where following suit is enforced, an open Sluff Off proves that its player held none of the
  Upcard's suit: neither a card still in that hand nor a Downcard laid after it is of that suit.
- A Downcard laid before it, and one that was turned up, prove nothing.
- A false call of a Reneg proves the same. A true one proves that a card held then was of the suit.
- A Reneg that was taken back proves that too, and that its own card was held.

Playing, rising, giving in and challenging are free choices: evidence, never proof. All deals that
fit are equally likely, and are drawn exactly.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from app.games.usurp.cards import TWO_PACKS, Card, PlayType, sort_hand
from app.games.usurp.renegs import suit_before
from app.games.usurp.state import Call, Hand, Phase, Tableau, UsurpState, UsurpView, pack
from app.kits.constraints import Holds
from app.kits.unseen_cards import UnseenCards, once_for_each_view
from app.rules.game import Chance, Seat, State


class _Place(NamedTuple):
    """The place of unseen cards; `since` is a Downcard's index, or beyond the Discard."""

    seat: Seat | None
    since: int


_STOCK: Final = _Place(None, 0)


def resample(view: UsurpView, chance: Chance) -> UsurpState:
    """A state with this view's facts and cards, in which all unseen cards are drawn anew."""
    return next(sample_worlds(view, chance))


def sample_worlds(view: UsurpView, chance: Chance) -> Iterator[UsurpState]:
    """Worlds of this view without end."""
    public = view.public
    if public.phase in (Phase.LEADING, Phase.PLAY):
        cards = _unseen_cards(view)
        while True:
            yield _world(view, cards.draw(chance))
    own = view.private if view.seat is not None else None
    hands = (own if own and seat == view.seat else _shown(public, seat) for seat in public.seats)
    state = State(public, tuple(hands), _stock(public))
    while True:
        yield state


@once_for_each_view
def _unseen_cards(view: UsurpView) -> UnseenCards[_Place, Card]:
    places, unseen = _places(view), _unseen(view)
    places[_STOCK] = len(unseen) - sum(places.values())
    return UnseenCards(unseen, places, _constraints(view.public, view.seat, places))


def _world(view: UsurpView, lying: Mapping[_Place, list[Card]]) -> UsurpState:
    public = view.public
    held: dict[Seat, list[Card]] = {seat: [] for seat in public.seats}
    downcards: dict[Seat, list[tuple[Card, int]]] = {seat: [] for seat in public.seats}
    rising: dict[Seat, Card] = {}
    laid = len(public.discard)
    for (seat, since), cards in lying.items():
        if seat is None:
            continue
        if since < laid:
            downcards[seat] += [(card, since) for card in cards]
        elif since == laid:
            rising[seat] = cards[0]
        else:
            held[seat] = cards
    hands = tuple(
        view.private
        if view.private is not None and seat == view.seat
        else Hand(sort_hand(held[seat]), tuple(downcards[seat]), rising.get(seat))
        for seat in public.seats
    )
    return State(public, hands, tuple(lying[_STOCK]))


def _shown(public: Tableau, seat: Seat) -> Hand:
    """The known cards of another seat while no hand is out: its Downcards, which all have seen."""
    if public.shown is None:
        return Hand()
    return Hand(
        (), tuple((card, index) for whose, card, index in public.shown.downcards if whose == seat)
    )


def _stock(public: Tableau) -> tuple[Card, ...]:
    return public.shown.stock if public.shown is not None else ()


def _unseen(view: UsurpView) -> list[Card]:
    """Every card that the view does not see."""
    public, own = view.public, view.private
    seen: set[Card | None] = {laid.card for laid in public.discard}
    seen.update(public.reveal)
    if own is not None:
        seen.update(own.cards)
        seen.add(own.rising)
        seen.update(card for card, _ in own.downcards)
    return [card for card in pack(public) if card not in seen]


def _places(view: UsurpView) -> dict[_Place, int]:
    """The numbers of the others' unseen cards by place; the remaining cards are the Stock."""
    public = view.public
    laid = len(public.discard)
    places = {
        _Place(entry.seat, index): 1
        for index, entry in enumerate(public.discard)
        if entry.card is None and entry.seat is not None and entry.seat != view.seat
    }
    if public.rising is not None and public.rising != view.seat:
        places[_Place(public.rising, laid)] = 1
    for seat, count in enumerate(public.counts):
        if seat != view.seat and count:
            places[_Place(Seat(seat), laid + 1)] = count
    return places


def _constraints(public: Tableau, viewer: Seat | None, places: Mapping[_Place, int]) -> list[Holds]:
    """The facts that are proved of everybody else."""

    if public.options.renegs == "honour":
        return [
            fact
            for call in public.calls
            if call.accused != viewer
            for fact in _called(public, call, places)
        ]
    constraints = []
    upcard: Card | None = None
    for index, laid in enumerate(public.discard):
        if laid.way is PlayType.SLUFF and not laid.challenged and laid.seat != viewer:
            assert upcard is not None
            assert laid.seat is not None
            constraints.append(
                Holds(_later(places, laid.seat, index), _of_suit(upcard.suit), most=0)
            )
        upcard = laid.card or upcard
    return constraints


def _called(public: Tableau, call: Call, places: Mapping[_Place, int]) -> Iterator[Holds]:
    """The facts that a call has proved, and that nobody has seen since.

    The card of a Reneg that was taken back lies in that hand again, or was laid since.
    """
    suit = suit_before(public.discard, call.index)
    last = call.index if call.back is None else call.index - 1
    after = _later(places, call.accused, last)
    if not call.true:
        yield Holds(after, _of_suit(suit), most=0)
        return
    laid = [
        entry.card
        for entry in public.discard[last + 1 :]
        if entry.seat == call.accused and entry.card is not None
    ]
    if not any(card.suit == suit for card in laid):
        yield Holds(after, _of_suit(suit), least=1)
    if call.back is not None and call.back not in laid:
        yield Holds(after, (call.back,), least=1)


def _later(places: Mapping[_Place, int], seat: Seat, index: int) -> tuple[_Place, ...]:
    """The places of the unseen cards that the seat held after the Discard's card at `index`."""
    return tuple(place for place in places if place.seat == seat and place.since > index)


def _of_suit(suit: str) -> tuple[Card, ...]:
    return tuple(card for card in TWO_PACKS if card.suit == suit)
