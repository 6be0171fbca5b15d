"""Resampling: a state that one seat cannot tell from the true one, with unseen cards redrawn.

A view proves this about cards that it does not see, and nothing else:

- The numbers of cards are public, as are the size of the Stock and the time of each Downcard.
- Where following suit is enforced, an open Sluff Off proves that its player held none of the
  Upcard's suit: neither a card still in that hand nor a Downcard laid after it is of that suit.
- A Downcard laid before it, and one that was turned up, prove nothing.
- A false call of a Reneg proves the same. A true one proves that a card held then was of the suit.

Playing, rising, giving in and challenging are free choices: evidence, never proof. All deals that
fit are equally likely. They are drawn exactly, from counts of the deals by suits.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, product
from math import comb
from typing import TypeAlias

import msgspec

from app.games.usurp.cards import PACK, SUITS, Card, sort_hand
from app.games.usurp.play_types import PlayType
from app.games.usurp.renegs import suit_before
from app.games.usurp.state import Hand, Phase, Tableau, UsurpState, UsurpView
from app.rules.game import Chance, Seat, State

Group: TypeAlias = tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]]
"""Interchangeable places: their number, the suits that may lie there, by index in SUITS.

Last come the demands that a card of a suit would meet there, as pairs.
"""


class _Constraint(msgspec.Struct, frozen=True):
    """A fact: right after the Discard's card at `index`, a seat held none or some of a suit."""

    seat: Seat
    index: int
    suit: str
    some: bool


class _Place(msgspec.Struct, frozen=True):
    """The place of an unseen card; `since` is a Downcard's index, or beyond the Discard."""

    seat: Seat
    since: int


def resample(view: UsurpView, chance: Chance) -> UsurpState:
    """A state with this view's facts and cards, in which all unseen cards are drawn anew."""
    public = view.public
    seats = public.seats
    own = view.private if view.seat is not None else None
    if public.phase not in (Phase.LEADING, Phase.PLAY):
        return State(
            public,
            tuple(own if own and seat == view.seat else _shown(public, seat) for seat in seats),
            _stock(public),
        )
    places, unseen = _places(view), _unseen(view)
    constraints = _constraints(public, view.seat)
    if constraints:
        _arrange(public, places, unseen, constraints, chance)
    else:
        chance.shuffle(unseen)
    held: dict[Seat, list[Card]] = {seat: [] for seat in seats}
    downcards: dict[Seat, list[tuple[Card, int]]] = {seat: [] for seat in seats}
    rising: dict[Seat, Card] = {}
    laid = len(public.discard)
    for place, card in zip(places, unseen, strict=False):
        if place.since < laid:
            downcards[place.seat].append((card, place.since))
        elif place.since == laid:
            rising[place.seat] = card
        else:
            held[place.seat].append(card)
    hands = tuple(
        own
        if own and seat == view.seat
        else Hand(sort_hand(held[seat]), tuple(downcards[seat]), rising.get(seat))
        for seat in seats
    )
    return State(public, hands, tuple(unseen[len(places) :]))


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
    return [card for card in PACK if card not in seen]


def _places(view: UsurpView) -> list[_Place]:
    """The places of the others' unseen cards; the remaining cards are the Stock."""
    public = view.public
    laid = len(public.discard)
    places = [
        _Place(entry.seat, index)
        for index, entry in enumerate(public.discard)
        if entry.card is None and entry.seat is not None and entry.seat != view.seat
    ]
    if public.rising is not None and public.rising != view.seat:
        places.append(_Place(public.rising, laid))
    for seat, count in enumerate(public.counts):
        if seat != view.seat:
            places += [_Place(Seat(seat), laid + 1)] * count
    return places


def _constraints(public: Tableau, viewer: Seat | None) -> list[_Constraint]:
    """The facts that are proved of everybody else."""
    if public.options.renegs == "honour":
        return [
            _Constraint(
                call.accused, call.index, suit_before(public.discard, call.index), call.true
            )
            for call in public.calls
            if call.accused != viewer
        ]
    constraints = []
    upcard: Card | None = None
    for index, laid in enumerate(public.discard):
        if laid.way is PlayType.SLUFF and not laid.challenged and laid.seat != viewer:
            assert upcard is not None
            assert laid.seat is not None
            constraints.append(_Constraint(laid.seat, index, upcard.suit, False))
        upcard = laid.card or upcard
    return constraints


# -- deals that fit


def _arrange(
    public: Tableau,
    places: list[_Place],
    unseen: list[Card],
    constraints: list[_Constraint],
    chance: Chance,
) -> None:
    """Orders `unseen` so that card i fits place i and the rest comes last; uniformly."""
    demands = [
        constraint for constraint in constraints if constraint.some and not _met(public, constraint)
    ]
    alike: dict[tuple[tuple[str, ...], tuple[int, ...]], list[int]] = {}
    known: dict[tuple[Seat, int], tuple[tuple[str, ...], tuple[int, ...]]] = {}
    for at, place in enumerate(places):
        key = (place.seat, place.since)
        if key not in known:
            void = {
                constraint.suit
                for constraint in constraints
                if not constraint.some
                and constraint.seat == place.seat
                and constraint.index < place.since
            }
            meets = tuple(
                number
                for number, constraint in enumerate(demands)
                if constraint.seat == place.seat and constraint.index < place.since
            )
            known[key] = (tuple(suit for suit in SUITS if suit not in void), meets)
        alike.setdefault(known[key], []).append(at)
    free = alike.pop((tuple(SUITS), ()), [])
    kinds = _kinds(list(alike), demands)
    pools: list[list[Card]] = [[card for card in unseen if card.suit in suits] for suits in kinds]
    for pool in pools:
        chance.shuffle(pool)
    groups: tuple[Group, ...] = tuple(
        (
            len(where),
            tuple(kind for kind, suits in enumerate(kinds) if suits[0] in allowed),
            tuple(
                (kind, number)
                for number in meets
                for kind, suits in enumerate(kinds)
                if demands[number].suit in suits
            ),
        )
        for (allowed, meets), where in alike.items()
    )
    unmet = (1 << len(demands)) - 1
    for number, where in enumerate(alike.values()):
        ways, sums = _ways(groups[number:], tuple(map(len, pools)), unmet)
        share = ways[bisect_right(sums, chance.randrange(sums[-1]))]
        dealt = [
            pools[kind].pop()
            for kind, many in zip(groups[number][1], share, strict=True)
            for _ in range(many)
        ]
        unmet = _still(unmet, groups[number], share)
        if len(dealt) > 1:
            chance.shuffle(dealt)
        for at, card in zip(where, dealt, strict=True):
            unseen[at] = card
    rest = [card for pool in pools for card in pool]
    chance.shuffle(rest)
    for at, card in zip((*free, *range(len(places), len(unseen))), rest, strict=True):
        unseen[at] = card


def _met(public: Tableau, constraint: _Constraint) -> bool:
    """True if everybody has seen the card that a true call said was held."""
    return any(
        laid.seat == constraint.seat and laid.card is not None and laid.card.suit == constraint.suit
        for laid in public.discard[constraint.index + 1 :]
    )


def _kinds(
    alike: list[tuple[tuple[str, ...], tuple[int, ...]]], demands: list[_Constraint]
) -> list[str]:
    """The suits, grouped where all groups of places treat them alike: fewer kinds to count."""
    kinds: dict[tuple[object, ...], str] = {}
    for suit in SUITS:
        treated = (
            *(suit in allowed for allowed, _ in alike),
            suit if any(constraint.suit == suit for constraint in demands) else "",
        )
        kinds[treated] = kinds.get(treated, "") + suit
    return list(kinds.values())


@lru_cache(maxsize=4096)
def _ways(
    groups: tuple[Group, ...], left: tuple[int, ...], unmet: int
) -> tuple[list[tuple[int, ...]], list[int]]:
    """The shares of each kind that the first group may get, with running sums of their deals.

    `left` cards are left of each kind, and the demands in `unmet` (bits) are still to be met.
    """
    if not groups:
        return [()], [0 if unmet else 1]
    size, allowed, _ = groups[0]
    ways, counts = [], []
    for most in product(*(range(min(size, left[kind]) + 1) for kind in allowed[:-1])):
        last = size - sum(most)
        if not 0 <= last <= left[allowed[-1]]:
            continue
        share = (*most, last)
        after, deals = list(left), 1
        for kind, many in zip(allowed, share, strict=True):
            deals *= comb(left[kind], many)
            after[kind] -= many
        deals *= _ways(groups[1:], tuple(after), _still(unmet, groups[0], share))[1][-1]
        if deals:
            ways.append(share)
            counts.append(deals)
    return (ways, list(accumulate(counts))) if ways else ([()], [0])


def _still(unmet: int, group: Group, share: tuple[int, ...]) -> int:
    """The demands that are left once the group has got this share."""
    if unmet:
        _, allowed, meets = group
        for kind, number in meets:
            if kind in allowed and share[allowed.index(kind)]:
                unmet &= ~(1 << number)
    return unmet
