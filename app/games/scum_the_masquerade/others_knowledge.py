"""The knowledge of other seats about each other, made up so that it fits the crypts of a world."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from app.games.scum_the_masquerade import declaring, pacts
from app.games.scum_the_masquerade.cards import PACK, Card, sort_hand, without
from app.games.scum_the_masquerade.marks import Look, Proof
from app.games.scum_the_masquerade.moves import Declare
from app.games.scum_the_masquerade.state import Hand, Phase, ScumState, ScumView, Shown, Snapshot
from app.games.scum_the_masquerade.trade_records import Exchange, Offer, Pair, Talk
from app.games.scum_the_masquerade.trading import held
from app.games.scum_the_masquerade.uses import cancels_all
from app.rules.game import Chance, Seat, State

Hands: TypeAlias = dict[Seat, Hand]
TRIES = 20
"""Attempts to find a card that may have come up; twins of two packs exclude some."""


def with_knowledge(
    view: ScumView, crypts: Mapping[Seat, tuple[Card, ...]], chance: Chance
) -> ScumState:
    """The world with these crypts of all other seats, or of those that have not seen theirs."""
    unseen = view.public.unseen
    hands: Hands = {
        seat: Hand(
            () if seat in unseen else cards,
            draft=_draft(view, seat, chance),
            pact=_pact(view, seat, chance),
        )
        for seat, cards in crypts.items()
    }
    if view.seat is not None and view.private is not None:
        hands[view.seat] = view.private
    for pair in view.public.pairs:
        _trade(view, hands, pair, chance)
    _snapshots(view, hands)
    _reactions(view, hands, chance)
    _requests(view, hands)
    _boons(view, hands, chance)
    seats = [Seat(seat) for seat in range(len(view.public.counts))]
    hidden = tuple(crypts[seat] if seat in unseen else () for seat in seats) if unseen else ()
    return State(view.public, tuple(hands[seat] for seat in seats), hidden)


def _draft(view: ScumView, seat: Seat, chance: Chance) -> Declare | None:
    """A declaration that is not revealed yet."""
    drafted = seat in view.public.drafted
    return chance.choice(list(declaring.choices(view.public, seat))) if drafted else None


def _pact(view: ScumView, seat: Seat, chance: Chance) -> bool | None:
    """A choice in the window for pacts."""
    open_to = view.public.phase is Phase.PACTS and pacts.may_take(view.public, seat)
    return chance.choice((None, False, True)) if open_to else None


def before_the_deal(view: ScumView, chance: Chance) -> ScumState:
    """The world while no cards are out: the others' drafts of declarations may be anything."""
    public = view.public
    private = []
    for seat in map(Seat, range(len(public.counts))):
        own = view.private if seat == view.seat else None
        private.append(own if own is not None else Hand(draft=_draft(view, seat, chance)))
    return State(public, tuple(private), ())


def crypt_then(view: ScumView, now: tuple[Card, ...], then: Look | Proof) -> tuple[Card, ...]:
    """The crypt as it was at an earlier moment of the round, if it is `now` at present."""
    seat = then.target if isinstance(then, Look) else then.seat
    held = Counter(now) + Counter(view.public.played[seat][then.played :])
    held.subtract(view.public.gained(seat)[then.gained :])
    return sort_hand(held.elements())


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
    return crypt_then(view, hands[seat].cards, Look(seat, seat, 0))


def _exchanges(
    pair: Pair, above: tuple[Card, ...], below: tuple[Card, ...], chance: Chance
) -> tuple[Exchange, ...]:
    """Exchanges that lead to these crypts, the last one undone first."""
    found: list[Exchange] = []
    left = pair.exchanged
    for part in reversed(pair.parts[: pair.done]):
        exchanged = part == "forced" or left > pair.parts[: pair.done].count("forced")
        offered = pair.offers if part == "optional" else ()
        up = down = None
        if exchanged:
            left -= 1
            from_below = offered[-1:] == (pair.lower,)
            up, down = _undone(above, below, from_below, part == "forced", chance)
            above = sort_hand(without((*above, down), (up,)))
            below = sort_hand((*without(below, (down,)), up))
        offers = _offers(pair, offered, above, below, chance)
        if offers and up is not None and down is not None:
            give, want = (down, up) if offered[-1] == pair.higher else (up, down)
            offers = (*offers[:-1], Offer(offered[-1], give, want.face))
        found.append(Exchange(up, down, part == "forced", (), offers))
    return tuple(reversed(found))


def _offers(
    pair: Pair,
    offered: tuple[Seat, ...],
    above: tuple[Card, ...],
    below: tuple[Card, ...],
    chance: Chance,
) -> tuple[Offer, ...]:
    """Offers of any cards, for cards that might be declined."""
    return tuple(
        Offer(seat, chance.choice(above if seat == pair.higher else below), chance.choice(PACK))
        for seat in offered
    )


def _undone(
    above: tuple[Card, ...],
    below: tuple[Card, ...],
    from_below: bool,
    forced: bool,
    chance: Chance,
) -> tuple[Card, Card]:
    """The card that went up and the one that came down, of an exchange that led to these crypts.

    `from_below`: the lower offered, so the card that came down was asked for by rank and suit.
    `forced`: the card that went up may be the one that came down (H24).
    """
    for _ in range(TRIES):
        down = chance.choice(below)
        up = chance.choice((*above, down) if forced else above)
        upper = sort_hand(without((*above, down), (up,)))
        lower = sort_hand((*without(below, (down,)), up))
        asked, holder = (down, upper) if from_below else (up, lower)
        if held(holder, asked.face) is asked:
            return up, down
    raise AssertionError("some card can have been exchanged")


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


# -- snapshots, requests and boons


def _snapshots(view: ScumView, hands: Hands) -> None:
    for look in view.public.looks:
        if look.seat != view.seat:
            cards = crypt_then(view, hands[look.target].cards, look)
            seen = Snapshot(look.target, cards, look.played, look.gained)
            snapshots = (*hands[look.seat].snapshots, seen)
            hands[look.seat] = replace(hands[look.seat], snapshots=snapshots)


def _reactions(view: ScumView, hands: Hands, chance: Chance) -> None:
    """The answers to a use that waits: nobody before the first that is missing has ended it."""
    public = view.public
    pending = public.pending
    if pending is None:
        return
    own = view.private.reaction if view.private is not None else None
    may = pending.may
    ends = [cancels_all(public, pending, one) for one in may]
    open_at = [at for at, one in enumerate(may) if one != view.seat or own is None]
    if view.seat in may and own and ends[may.index(view.seat)]:
        open_at = [at for at in open_at if at < may.index(view.seat)]
    first = chance.choice(open_at)
    for at, seat in enumerate(may):
        if seat != view.seat:
            early = False if ends[at] else chance.choice((False, True))
            late = chance.choice((None, False, True))
            answer = early if at < first else None if at == first else late
            hands[seat] = replace(hands[seat], reaction=answer)


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
    known = list(view.private.shown) if view.private is not None else []
    for boon in public.boons:
        if view.seat in (boon.first, boon.seat):
            shown = known.pop(0)
        else:
            single = (chance.choice(_whole(view, hands, boon.seat)),)
            shown = Shown(boon.seat, boon.cards or single)
        for seat in (boon.first, boon.seat):
            if seat != view.seat:
                hands[seat] = replace(hands[seat], shown=(*hands[seat].shown, shown))
