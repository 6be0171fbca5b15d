"""The memory of other seats of their trades, made up so that it fits the history of a world."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import PACK, Card, sort_hand
from app.games.scum_the_masquerade.politics.market import OFFERS
from app.games.scum_the_masquerade.politics.trade_records import (
    Bargain,
    Bid,
    Exchange,
    Offer,
    Pair,
    Swap,
    Talk,
)
from app.games.scum_the_masquerade.politics.trading import held
from app.games.scum_the_masquerade.powers.temptation import at_hand
from app.games.scum_the_masquerade.state import (
    Hand,
    ScumView,
)
from app.games.scum_the_masquerade.worlds.known_crypts import then
from app.games.scum_the_masquerade.worlds.secret_swaps import History
from app.rules.game import Chance, Seat

Hands: TypeAlias = dict[Seat, Hand]


def trade(view: ScumView, hands: Hands, pair: Pair, history: History, chance: Chance) -> bool:
    """The memory of both partners; a copy of the viewer's where it is one of them."""
    both = (pair.higher, pair.lower)
    if view.seat in both:
        assert view.private is not None
        exchanges, talk = view.private.exchanges, view.private.talk
        talk = talk if pair.done < len(pair.parts) else None
    else:
        found = _exchanges(view, pair, history, chance)
        if found is None:
            return False
        exchanges = found
        under_way = pair.done < len(pair.parts)
        talk = _talk(view, pair, hands, chance) if under_way else None
    for seat in both:
        hands[seat] = replace(hands[seat], exchanges=exchanges, talk=talk)
    return True


def _exchanges(
    view: ScumView, pair: Pair, history: History, chance: Chance
) -> tuple[Exchange, ...] | None:
    """The exchanges of this history as both remember them; None if one cannot have come about."""
    found: list[Exchange] = []
    numbers = [
        number
        for number, swap in enumerate(view.public.swaps)
        if swap.seats == (pair.higher, pair.lower) and swap.kind in ("forced", "optional")
    ]
    made = 0
    for part in pair.parts[: pair.done]:
        offered = pair.offers if part == "optional" else ()
        if part == "optional" and not numbers:
            above, below = (history.crypts[made][seat] for seat in (pair.higher, pair.lower))
            found.append(Exchange(offers=_offers(pair, offered, above, below, chance)))
            continue
        number = numbers.pop(0)
        made = number + 1
        (down,), (up,) = history.moved[number]
        above, below = (history.crypts[number][seat] for seat in (pair.higher, pair.lower))
        if part == "forced":
            found.append(_forced(up, down, below, chance))
            continue
        from_below = offered[-1] == pair.lower
        asked, holder = (down, above) if from_below else (up, below)
        if held(holder, asked.face) is not asked:
            return None
        give, want = (up, down) if from_below else (down, up)
        offers = _offers(pair, offered, above, below, chance)
        found.append(Exchange(up, down, offers=(*offers[:-1], Offer(offered[-1], give, want.face))))
    return tuple(found)


def _forced(up: Card, down: Card, below: tuple[Card, ...], chance: Chance) -> Exchange:
    """A forced exchange with somebody who held these cards: by a wish, or after a miss."""
    wished = held(below, up.face) is up
    lacking = [card for card in PACK if held(below, card) is None]
    return Exchange(up, down, wished, () if wished else (chance.choice(lacking),))


def bargains(view: ScumView, hands: Hands, history: History, chance: Chance) -> None:
    """The exchanges that Serpentis forced, and the one that is under way."""
    public = view.public
    own = {one.number: one for one in view.private.bargains} if view.private is not None else {}
    for number, swap in enumerate(public.swaps, 1):
        if swap.kind != "tempted":
            continue
        bargain = own.get(number)
        if bargain is None:
            user, target = swap.seats
            (down,), (up,) = history.moved[number - 1]
            whole, gained = history.crypts[number - 1][target], swap.gained[1]
            crypt = then(public, target, whole, swap.played[1], gained)
            shown = {*public.gained(target)[:gained]}
            below = tuple(card for card in crypt if card not in shown)
            bargain = Bargain(number, user, target, _forced(up, down, below, chance))
        for seat in swap.seats:
            if seat != view.seat:
                bargains = (*hands[seat].bargains, bargain)
                hands[seat] = replace(hands[seat], bargains=bargains)
    pair = public.tempted
    if pair is None:
        return
    both = (pair.higher, pair.lower)
    if view.seat in both:
        assert view.private is not None
        talk = view.private.talk
    else:
        free = {one: at_hand(public, one, hands[one]) for one in both}
        talk = _talk(view, pair, free, chance)
    for seat in both:
        hands[seat] = replace(hands[seat], talk=talk)


def _offers(
    pair: Pair,
    offered: tuple[Seat, ...],
    above: Sequence[Card],
    below: Sequence[Card],
    chance: Chance,
) -> tuple[Offer, ...]:
    """Offers of any cards, for cards that might be declined."""
    return tuple(
        Offer(seat, chance.choice(above if seat == pair.higher else below), chance.choice(PACK))
        for seat in offered
    )


def bids(view: ScumView, hands: Hands, history: History, chance: Chance) -> bool:
    """The offers that led to illegal trades of others, and those that the viewer made or got."""
    made: list[Bid] = list(view.private.bids) if view.private is not None else []
    for number, swap in enumerate(view.public.swaps):
        if swap.kind == "illegal" and view.seat not in swap.seats:
            bid = _bid(swap, number, made, history, chance)
            if bid is None:
                return False
            made.append(bid)
    made.sort(key=lambda bid: (bid.made, view.seat not in (bid.seat, bid.partner)))
    for seat in hands:
        if seat != view.seat:
            own = tuple(bid for bid in made if seat in (bid.seat, bid.partner))
            hands[seat] = replace(hands[seat], bids=own)
    return True


def _bid(
    swap: Swap, number: int, before: Sequence[Bid], history: History, chance: Chance
) -> Bid | None:
    """An offer of one of the two that leads to this exchange."""
    forth, back = history.moved[number]
    sides = [(*swap.seats, forth, back), (*swap.seats[::-1], back, forth)]
    chance.shuffle(sides)
    for seat, partner, give, got in sides:
        crypt = history.crypts[number][partner]
        got = sort_hand(got)
        faces = tuple(card.face for card in got)
        asks = sum(bid.seat == seat and bid.made <= number for bid in before) < OFFERS
        named = len(set(faces)) == len(faces) and all(held(crypt, one.face) is one for one in got)
        if asks and named:
            return Bid(seat, partner, sort_hand(give), faces, number, False, got, number + 1)
    return None


def _talk(view: ScumView, pair: Pair, hands: Hands, chance: Chance) -> Talk:
    """The cards that this part of the trade may have named so far."""
    above, below = hands[pair.higher].cards, hands[pair.lower].cards
    if pair.step in ("offer", "reply"):
        return Talk(offers=_offers(pair, pair.offers, above, below, chance))
    if pair.step == "wish":
        return Talk()
    up = chance.choice([card for card in below if held(below, card.face) is card])
    missing = [card for card in view.public.deck if held(below, card.face) is None]
    miss = Talk((chance.choice(missing).face,))
    if pair.step == "return":
        miss = replace(miss, up=chance.choice(below))
    return chance.choice((Talk((), up, wished=True), miss))
