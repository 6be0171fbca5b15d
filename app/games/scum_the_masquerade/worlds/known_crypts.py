"""The cards of all crypts as one view knows them: where they are now, and where they once were.

Every fact is told as if nothing had been played or taken up since the trades: what a seat has
played since then it held, and what it took from the pile it did not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from app.games.scum_the_masquerade.cards import FIRST_LEAD, Card, sort_hand
from app.games.scum_the_masquerade.hands import HandType
from app.games.scum_the_masquerade.politics.trade_records import Exchange, Swap, Talk
from app.games.scum_the_masquerade.politics.trading import pair_of_round, partner
from app.games.scum_the_masquerade.powers import announcing
from app.games.scum_the_masquerade.state import Phase, ScumView, Tableau
from app.games.scum_the_masquerade.tricks import designated
from app.games.scum_the_masquerade.worlds.secret_swaps import Fact, Known, Moved
from app.rules.game import Chance, Seat

ORDER = ("none", "all", "some")


def known(view: ScumView, strict: bool = True) -> Known:
    """The knowledge of this view. Without `strict` only what lies open or in its own crypt."""
    public = view.public
    crypts: dict[Seat, tuple[Card, ...]] = {}
    spots: dict[Seat, int] = {}
    for seat in map(Seat, range(len(public.counts))):
        held = Counter(public.played[seat])
        own = view.private if seat == view.seat and seat not in public.unseen else None
        spots[seat] = 0
        if own is None:
            spots[seat] = public.counts[seat] - len(public.taken_up(seat))
            held.update(public.taken_up(seat))
        else:
            held.update(own.cards)
        held.subtract(public.gained(seat))
        crypts[seat] = sort_hand(held.elements())
    lie = {card for cards in crypts.values() for card in cards}
    pool = tuple(card for card in public.deck if card not in lie)
    found = list(facts(view)) if strict else []
    found.sort(key=lambda fact: (fact.at, ORDER.index(fact.kind)))
    fixed = [_played_before(public, swap) for swap in public.swaps]
    own_ones = dict(own_swaps(view))
    return Known(public.swaps, crypts, spots, pool, tuple(found), own_ones, tuple(fixed))


def _played_before(public: Tableau, swap: Swap) -> frozenset[Card]:
    """The cards that the two had played when they exchanged, and did not hold any more."""
    pairs = zip(swap.seats, swap.played, strict=True)
    return frozenset(card for seat, many in pairs for card in public.played[seat][:many])


def traded(public: Tableau) -> int:
    """The number of secret exchanges before play began."""
    return sum(swap.kind != "tempted" for swap in public.swaps)


def with_bluff(view: ScumView, known: Known, chance: Chance) -> Known:
    """With true cards of a hand that waits for challenges: as many as its level asks for."""
    public, own, pending = view.public, view.private, announcing.bluff(view.public)
    if pending is None or view.seat == pending.seat:
        return known
    if own is not None and view.seat in public.seen_through:
        true = list(own.seen_through)
    else:
        here = {*known.pool, *public.taken_up(pending.seat)}
        announced = list(pending.use.cards)
        chance.shuffle(announced)
        true = []
        for card in announced:
            copies = [one for one in public.deck if one.face is card.face and one in here]
            copies = [one for one in copies if one not in true]
            true += [chance.choice(copies)] if copies else []
        few = announcing.may_be_false(pending.use.level, len(announced))
        true = true[: len(announced) - few]
    fact = Fact(
        len(public.swaps),
        pending.seat,
        "some",
        frozenset(true) - {*public.taken_up(pending.seat)},
    )
    return known._replace(facts=(*known.facts, fact))


def now(public: Tableau, seat: Seat, whole: Iterable[Card]) -> tuple[Card, ...]:
    """The crypt of today, if it was `whole` after the last exchange."""
    return then(public, seat, whole, len(public.played[seat]), len(public.gained(seat)))


def then(
    public: Tableau, seat: Seat, whole: Iterable[Card], played: int, gained: int
) -> tuple[Card, ...]:
    """The crypt when this many cards had been played and taken up, if it was `whole` before."""
    taken, gone = public.gained(seat)[:gained], public.played[seat][:played]
    if not taken:
        return sort_hand(set(whole).difference(gone))
    held = Counter(whole)
    held.update(taken)
    held.subtract(gone)
    return sort_hand(held.elements())


# -- facts


def facts(view: ScumView) -> Iterator[Fact]:
    """All that this view has learned about the crypts of others."""
    yield from _facts(view)
    yield from _of_trades(view)
    yield from _of_bids(view)
    yield from _of_bargains(view)


def _facts(view: ScumView) -> Iterator[Fact]:
    public, own, last = view.public, view.private, len(view.public.swaps)

    def holds(seat: Seat, cards: Iterable[Card]) -> Fact:
        return Fact(last, seat, "some", frozenset(cards) - {*public.taken_up(seat)})

    if public.phase is Phase.PLAY and designated(public) is not None and public.turn is not None:
        yield holds(public.turn, (FIRST_LEAD,))
    if public.promised and public.turn is not None:
        yield holds(public.turn, public.promised)
    yield from (holds(effect.seat, effect.cards) for effect in public.effects)
    for proof in public.proofs:
        if proof.kind is HandType.SINGLE and proof.seat != view.seat:
            seen = {*public.played[proof.seat][: proof.played]}
            if proof.swaps == last:
                seen |= {*public.played[proof.seat], *public.gained(proof.seat)}
            higher = {card for card in public.deck if proof.above < card.height < proof.below}
            higher = {card for card in higher if card.rank not in proof.forbidden}
            yield Fact(proof.swaps, proof.seat, "none", frozenset(higher - seen))
    for use in public.reshapings:
        formed = [form for form in public.revealed if form.use == use.use]
        cards = {form.card for form in formed}
        cards |= {form.counts_as for form in formed} if use.level == 3 else set()
        there = frozenset(cards - {*public.gained(use.seat)[: use.gained]})
        yield Fact(use.swaps, use.seat, "some", there)
    if own is None or view.seat is None:
        return
    looks = [look for look in public.looks if look.seat == view.seat]
    for look, snapshot in zip(looks, own.snapshots, strict=True):
        held = Counter(snapshot.cards)
        held.update(public.played[look.target][: look.played])
        held.subtract(public.gained(look.target)[: look.gained])
        yield Fact(look.swaps, look.target, "all", frozenset(held.elements()))
    for shown in own.shown:
        if shown.seat != view.seat:
            yield Fact(traded(public), shown.seat, "some", frozenset(shown.cards))


def _of_trades(view: ScumView) -> Iterator[Fact]:
    """Facts from the own trade about the partner's crypt, which nobody else changed meanwhile."""
    own, seat = view.private, view.seat
    pair = None if seat is None else pair_of_round(view.public, seat)
    if own is None or pair is None or seat is None:
        return
    other, at = partner(pair, seat), 0
    numbers = _numbers(view.public, pair.higher, pair.lower)
    for exchange in own.exchanges:
        number = next(numbers) if exchange.up is not None else None
        before = at if number is None else number - 1
        yield from _of_part(view, exchange, other, before, seat == pair.higher)
        if number is not None:
            given = exchange.down if seat == pair.higher else exchange.up
            assert given is not None
            at = number
            if exchange.up is not exchange.down:
                yield Fact(at, other, "some", frozenset((given,)))
    if own.talk is not None and view.public.tempted is None:
        yield from _of_part(view, own.talk, other, at, seat == pair.higher)


def _of_bargains(view: ScumView) -> Iterator[Fact]:
    """Facts from exchanges in the middle of play; what had been played was not held any more."""
    own, seat, public = view.private, view.seat, view.public
    if own is None or seat is None:
        return
    for bargain in own.bargains:
        higher, other = seat == bargain.higher, bargain.partner(seat)
        swap = public.swaps[bargain.number - 1]
        gone = {*public.played[other][: swap.played[swap.seats.index(other)]]}
        before = bargain.number - 1
        for fact in _of_part(view, bargain.exchange, other, before, higher):
            lacking = fact.cards - gone if fact.kind == "none" else fact.cards
            yield fact._replace(cards=lacking)
        given = bargain.exchange.down if higher else bargain.exchange.up
        assert given is not None
        if bargain.exchange.up is not bargain.exchange.down:
            yield Fact(bargain.number, other, "some", frozenset((given,)))
    pair = public.tempted
    if pair is not None and own.talk is not None:
        other = pair.lower if seat == pair.higher else pair.higher
        for fact in _of_part(view, own.talk, other, len(public.swaps), seat == pair.higher):
            gone = {*public.played[other], *public.gained(other)}
            lacking = fact.cards - gone if fact.kind == "none" else fact.cards
            yield fact._replace(cards=lacking)


def _of_part(
    view: ScumView, part: Exchange | Talk, other: Seat, at: int, higher: bool
) -> Iterator[Fact]:
    offered = frozenset(offer.give for offer in part.offers if offer.seat == other)
    yield Fact(at, other, "some", offered)
    gone = {card for card in view.public.deck if card.face in part.missed} if higher else set()
    if isinstance(part, Talk) and higher and part.up is not None:
        yield Fact(at, other, "some", frozenset((part.up,)))
    if higher and part.wished and part.up is not None and part.up.second:
        gone.add(part.up.face)
    if isinstance(part, Exchange) and part.offers and part.offers[-1].seat == view.seat:
        got = part.up if higher else part.down
        gone |= {got.face} if got is not None and got.second else set()
    yield Fact(at, other, "none", frozenset(gone))


def _of_bids(view: ScumView) -> Iterator[Fact]:
    """Facts from illegal offers and trades: a card that was offered is held."""
    for bid in view.private.bids if view.private is not None else ():
        if bid.seat != view.seat:
            yield Fact(bid.made, bid.seat, "some", frozenset(bid.give))
            if bid.swap:
                yield Fact(bid.swap, bid.seat, "some", frozenset(bid.got))
        elif bid.swap:
            twins = frozenset(card.face for card in bid.got if card.second)
            yield Fact(bid.swap - 1, bid.partner, "none", twins)
            yield Fact(bid.swap, bid.partner, "some", frozenset(bid.give))


def _numbers(public: Tableau, higher: Seat, lower: Seat) -> Iterator[int]:
    """The numbers of the exchanges of two partners, from 1."""
    for number, swap in enumerate(public.swaps, 1):
        if swap.seats == (higher, lower) and swap.kind in ("forced", "optional"):
            yield number


def own_swaps(view: ScumView) -> Iterator[tuple[int, Moved]]:
    """The cards of the own exchanges, by their numbers."""
    own, seat = view.private, view.seat
    if own is None or seat is None:
        return
    pair = pair_of_round(view.public, seat)
    if pair is not None:
        numbers = _numbers(view.public, pair.higher, pair.lower)
        for exchange in own.exchanges:
            if exchange.up is not None and exchange.down is not None:
                yield next(numbers), ((exchange.down,), (exchange.up,))
    for bargain in own.bargains:
        up, down = bargain.exchange.up, bargain.exchange.down
        assert up is not None
        assert down is not None
        yield bargain.number, ((down,), (up,))
    for bid in own.bids:
        if bid.swap:
            first = view.public.swaps[bid.swap - 1].seats[0]
            yield bid.swap, (bid.give, bid.got) if bid.seat == first else (bid.got, bid.give)
