"""The knowledge of other seats about each other, made up so that it fits the crypts of a world."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import Card, sort_hand, without
from app.games.scum_the_masquerade.state import (
    Exchange,
    Hand,
    Offer,
    Pair,
    ScumState,
    ScumView,
    Shown,
    Snapshot,
    Talk,
)
from app.games.scum_the_masquerade.trading import first_step, held
from app.rules.game import Chance, Seat, State

Hands: TypeAlias = dict[Seat, Hand]
TRIES = 20
"""Attempts to find a card that may have come up; twins of two packs exclude some."""


def with_knowledge(
    view: ScumView, crypts: Mapping[Seat, tuple[Card, ...]], chance: Chance
) -> ScumState:
    """The world with these crypts of all other seats."""
    hands: Hands = {seat: Hand(cards) for seat, cards in crypts.items()}
    if view.seat is not None and view.private is not None:
        hands[view.seat] = view.private
    for pair in view.public.pairs:
        _trade(view, hands, pair, chance)
    _snapshots(view, hands)
    _requests(view, hands)
    _boons(view, hands, chance)
    seats = map(Seat, range(len(view.public.counts)))
    return State(view.public, tuple(hands[seat] for seat in seats), None)


# -- trades


def _trade(view: ScumView, hands: Hands, pair: Pair, chance: Chance) -> None:
    """The memory of both partners; a copy of the viewer's where it is one of them."""
    both = (pair.higher, pair.lower)
    if view.seat in both:
        assert view.private is not None
        exchanges, talk = view.private.exchanges, view.private.talk
    else:
        above, below = (_whole(view, hands, seat) for seat in both)
        exchanges = _exchanges(pair, above, below, chance)
        under_way = pair.done < len(pair.parts)
        talk = _talk(view, pair, hands, chance) if under_way else None
    for seat in both:
        hands[seat] = replace(hands[seat], exchanges=exchanges, talk=talk)


def _whole(view: ScumView, hands: Hands, seat: Seat) -> tuple[Card, ...]:
    """The crypt of this seat as it was when the trades were over."""
    return sort_hand((*hands[seat].cards, *view.public.played[seat]))


def _exchanges(
    pair: Pair, above: tuple[Card, ...], below: tuple[Card, ...], chance: Chance
) -> tuple[Exchange, ...]:
    """Exchanges that lead to these crypts, the last one undone first."""
    left = pair.exchanged
    found: list[Exchange] = []
    for part in reversed(pair.parts[: pair.done]):
        if part == "optional" and left <= pair.parts[: pair.done].count("forced"):
            found.append(Exchange())
            continue
        left -= 1
        up, down = _undone(above, below, chance)
        offers = (Offer(pair.higher, down, up.face),) if part == "optional" else ()
        found.append(Exchange(up, down, not offers, (), offers))
        above = sort_hand(without((*above, down), (up,)))
        below = sort_hand((*without(below, (down,)), up))
    return tuple(reversed(found))


def _undone(above: tuple[Card, ...], below: tuple[Card, ...], chance: Chance) -> tuple[Card, Card]:
    """The card that went up and the one that came down, of an exchange that led to these crypts."""
    for _ in range(TRIES):
        down = chance.choice(below)
        up = chance.choice((*above, down))
        before = sort_hand((*without(below, (down,)), up))
        if held(before, up.face) is up:
            return up, down
    down = next((card for card in below if not card.second), below[0])
    return down, down


def _talk(view: ScumView, pair: Pair, hands: Hands, chance: Chance) -> Talk:
    """A step that this part of the trade may be at."""
    start, below = first_step(pair, pair.done), hands[pair.lower].cards
    if start.step == "offer":
        offer = Offer(pair.higher, chance.choice(hands[pair.higher].cards), below[0].face)
        asked = replace(start, step="answer", offers=(offer,), steps=1)
        return chance.choice((start, asked, replace(start, stopped=(pair.higher,), steps=1)))
    up = chance.choice([card for card in below if held(below, card.face) is card])
    ask = Talk("ask", (), up, wished=True, steps=1)
    missing = [card for card in view.public.deck if held(below, card.face) is None]
    miss = Talk("miss", (chance.choice(missing).face,), steps=1)
    return chance.choice((start, miss, ask, replace(ask, step="return", steps=2)))


# -- snapshots, requests and boons


def _snapshots(view: ScumView, hands: Hands) -> None:
    for one in view.public.conspiracies:
        for looker, shown, number in zip(one.seats, one.seats[::-1], one.played[::-1], strict=True):
            if looker != view.seat:
                since = view.public.played[shown][number:]
                cards = sort_hand((*hands[shown].cards, *since))
                snapshots = (*hands[looker].snapshots, Snapshot(shown, cards, number))
                hands[looker] = replace(hands[looker], snapshots=snapshots)


def _requests(view: ScumView, hands: Hands) -> None:
    """The requests to conspire that the viewer takes part in; others are not known of."""
    for request in view.private.requests if view.private is not None else ():
        other = request.partner if request.seat == view.seat else request.seat
        hands[other] = replace(hands[other], requests=(*hands[other].requests, request))


def _boons(view: ScumView, hands: Hands, chance: Chance) -> None:
    """The hands shown with requests for boons."""
    public = view.public
    if not public.boons:
        return
    first = public.pairs[0].higher
    known = list(view.private.shown) if view.private is not None else []
    for boon in public.boons:
        if view.seat in (first, boon.seat):
            shown = known.pop(0)
        else:
            single = (chance.choice(_whole(view, hands, boon.seat)),)
            shown = Shown(boon.seat, boon.cards or single)
        for seat in (first, boon.seat):
            if seat != view.seat:
                hands[seat] = replace(hands[seat], shown=(*hands[seat].shown, shown))
