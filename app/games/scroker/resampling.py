"""Resampling: a state that one seat cannot tell from the true one, with a past that fits.

Every place of an unknown card gets one: hands (kept from the deal or drawn since), discards and the
stock. After a reshuffle some places were filled from the new stock. The cards that went into the
pile are drawn last, from those that came out of it. Worlds are drawn again until they fit what the
showdown has proved of hidden hands. Claims and answers that are still sealed are chosen as a player
might.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from app.games.scroker.cards import Card, pack, sort_hand
from app.games.scroker.constraints import HandConstraints, fits
from app.games.scroker.dealing import DEALT, HOLE
from app.games.scroker.sealed_choices import with_sealed
from app.games.scroker.state import Hand, Phase, ScrokerState, ScrokerView, Tableau
from app.kits.constraints import Holds
from app.kits.unseen_cards import UnseenCards, once_for_each_view
from app.rules.game import Chance, Seat, State

TRIES: Final = 200
"""Attempts to draw a deal that fits all that was proved together."""
DRAWS: Final = 200
"""Attempts to draw a hand that fits what was proved of it alone."""


class _Place(NamedTuple):
    seat: Seat | None
    """None: the stock."""
    part: str
    """ "kept" from the deal, drawn since ("new"), drawn after a reshuffle ("late"), or
    "discards"."""


class _Part(NamedTuple):
    """The numbers of cards of each kind that another seat has."""

    kept: int
    new: int
    late: int
    discards: int
    gone: int


def resample(view: ScrokerView, chance: Chance) -> ScrokerState:
    """A state that looks the same to the view's seat."""
    return with_sealed(view, next(draw_worlds(view, chance)), chance)


def draw_worlds(view: ScrokerView, chance: Chance) -> Iterator[ScrokerState]:
    """Worlds of this view without end; what is sealed is not chosen yet."""
    public = view.public
    if not any(public.counts) and not public.stock:
        hands = [Hand() for _ in public.stacks]
        if view.seat is not None and view.private is not None:
            hands[view.seat] = view.private
        while True:
            yield State(public, tuple(hands), ())
    unknown = _unknown(view)
    while True:
        world = _dealt(unknown, chance)
        for _ in range(TRIES):
            if fits(world):
                break
            world = _dealt(unknown, chance)
        yield world


def _part(public: Tableau, seat: Seat) -> _Part:
    if seat not in public.players:
        return _Part(0, 0, 0, 0, 0)
    number = HOLE if public.named.base == "longhorn" else DEALT[public.named.base]
    if seat in public.folded_then:
        return _Part(0, 0, 0, 0, number)
    drawn = public.drawn[seat] or 0
    new = public.counts[seat] - (number - drawn)
    late = 0
    if public.reshuffled and public.phase is not Phase.RESHUFFLE:
        if seat not in public.drawn_then:
            late = new
        elif seat == public.drawn_then[-1]:
            late = public.owed_then
    gone = drawn if seat in public.drawn_then else 0
    return _Part(number - drawn, new - late, late, drawn - gone, gone)


class _Unknown:
    """The places of unknown cards, and what is proved of them."""

    def __init__(self, view: ScrokerView) -> None:
        self.view, public = view, view.public
        self.others = {seat: _part(public, seat) for seat in public.players if seat != view.seat}
        self.places = [
            _Place(seat, name)
            for seat, part in self.others.items()
            for name, number in (
                ("kept", part.kept),
                ("new", part.new),
                ("late", part.late),
                ("discards", part.discards),
            )
            for _ in range(number)
        ]
        self.places += [_Place(None, "stock")] * public.stock
        self.constraints = HandConstraints(public)
        self.bound = _bound(view, self.others, Counter(self.places))


_unknown: Final = once_for_each_view(_Unknown)


def _dealt(unknown: _Unknown, chance: Chance) -> ScrokerState:
    """The unknown cards in their places, and in the past ones."""
    view, others, places = unknown.view, unknown.others, list(unknown.places)
    public, own = view.public, view.private or Hand()
    chance.shuffle(places)
    lying: list[tuple[_Place, Card]] = []
    for place, cards in unknown.bound.draw(chance).items() if unknown.bound else ():
        lying += [(place, card) for card in cards if card is not None]
    for place, _ in lying:
        places.remove(place)
    lying += _filled(view, others, places, lying, unknown.constraints, chance)
    names = ("kept", "new", "late", "discards", "stock")
    held: dict[tuple[Seat | None, str], list[Card]] = {
        (seat, name): [] for seat in (*others, None) for name in names
    }
    for place, card in lying:
        held[place].append(card)
    gone = _gone(view, others, held, chance)
    hands = [Hand()] * len(public.stacks)
    for seat in others:
        kept, new, late, down = (
            tuple(held[seat, name]) for name in ("kept", "new", "late", "discards")
        )
        hands[seat] = Hand(
            cards=sort_hand(kept + new + late),
            dealt=sort_hand((*kept, *down, *gone[seat])),
            discards=sort_hand(down),
            gone=sort_hand(gone[seat]),
            late=sort_hand(late),
        )
    if view.seat is not None:
        hands[view.seat] = own
    stock = held[None, "stock"]
    chance.shuffle(stock)  # its places are alike until now, and its order counts
    return State(
        public, tuple(hands), sort_hand(stock) if public.phase is Phase.RESHUFFLE else tuple(stock)
    )


def _bound(
    view: ScrokerView, others: dict[Seat, _Part], sizes: Counter[_Place]
) -> UnseenCards[_Place, Card | None] | None:
    """Places for the cards that can lie in some only, and None for every other card."""
    public, own = view.public, view.private or Hand()
    back = [place for place in sizes if place.part in ("late", "stock")]
    piled = {*own.gone, *public.open_then}
    fitting: dict[Card, list[_Place]] = {}
    for seat in others if public.shown else ():
        late, kept = _Place(seat, "late"), _Place(seat, "kept")
        for card in public.shown[seat]:
            proof = card in public.openers_shown and seat == public.opener and kept in sizes
            fitting[card] = (
                [late] if card in piled else [kept] if proof else [kept, _Place(seat, "new"), late]
            )
    known, opener = known_cards(view), public.opener
    if opener is not None and opener in others:
        dealt = [_Place(opener, part) for part in ("kept", "discards")]
        for card in public.openers_shown:
            if card not in known:
                fitting.setdefault(card, dealt + back if others[opener].gone else dealt)
    for card in sorted(piled - known, key=lambda card: card.place):
        fitting.setdefault(card, back)
    if not fitting:
        return None
    constraints = [
        Holds([place for place in where if place in sizes], (card,), least=1)
        for card, where in fitting.items()
    ]
    rest = [None] * (sizes.total() - len(fitting))
    return UnseenCards([*fitting, *rest], sizes, constraints)


def _filled(
    view: ScrokerView,
    others: dict[Seat, _Part],
    places: list[_Place],
    laid: list[tuple[_Place, Card]],
    constraints: HandConstraints,
    chance: Chance,
) -> list[tuple[_Place, Card]]:
    """All other unknown cards in the places that are left.

    Hands with constraints come first, and are drawn until they fit.
    """
    public = view.public
    known = {card for _, card in laid} | known_cards(view)
    unknown = [card for card in pack(public.named.scrokers) if card not in known]
    chance.shuffle(unknown)
    filled: list[tuple[_Place, Card]] = []
    for seat, part in others.items():
        own = [place for place in places if place.seat == seat]
        if not own or not constraints.concerns(seat):
            continue
        before = [(place.part, card) for place, card in laid if place.seat == seat]
        drawn = unknown[: len(own)]
        for _ in range(DRAWS):
            lying = before + [(place.part, card) for place, card in zip(own, drawn, strict=True)]
            cards = tuple(card for name, card in lying if name != "discards")
            dealt = (
                None
                if part.gone
                else tuple(card for name, card in lying if name in ("kept", "discards"))
            )
            if constraints.allows(
                seat, sort_hand(cards), None if dealt is None else sort_hand(dealt)
            ):
                break
            drawn = chance.sample(unknown, len(own))
        filled += zip(own, drawn, strict=True)
        unknown = [card for card in unknown if card not in drawn]
    return filled + list(
        zip(
            (place for place in places if not constraints.concerns(place.seat)),
            unknown,
            strict=True,
        )
    )


def known_cards(view: ScrokerView) -> set[Card]:
    """The cards whose place the view knows, but for other hands."""
    public, own = view.public, view.private or Hand()
    known = {*own.cards, *own.discards, *(card for cards in public.up for card in cards)}
    known.update(card for card in (public.spit, public.common) if card is not None)
    return known


def _gone(
    view: ScrokerView,
    others: dict[Seat, _Part],
    held: dict[tuple[Seat | None, str], list[Card]],
    chance: Chance,
) -> dict[Seat, list[Card]]:
    """The cards that the others put into the pile of a reshuffle, from those drawn since."""
    public, own = view.public, view.private or Hand()
    gone: dict[Seat, list[Card]] = {seat: [] for seat in others}
    if not public.reshuffled:
        return gone
    out = [
        *held[None, "stock"],
        *own.late,
        *(card for seat in others for card in held[seat, "late"]),
    ]
    if public.common is not None:
        out.append(public.common)
    pile = [card for card in out if card not in own.gone and card not in public.open_then]
    opener = public.opener
    if opener in others and others[opener].gone:
        gone[opener] = [
            card
            for card in public.openers_shown
            if card in pile and card not in held[opener, "kept"]
        ]
        pile = [card for card in pile if card not in gone[opener]]
    chance.shuffle(pile)
    for seat, part in others.items():
        while len(gone[seat]) < part.gone:
            gone[seat].append(pile.pop())
    return gone
