"""Resampling: a state that one seat cannot tell from the true one, with a past that fits.

Every place of an unknown card gets one: hands (kept from the deal or drawn since), discards and the
stock. After a reshuffle some places were filled from the new stock. The cards that went into the
pile are drawn last, from those that came out of it. Worlds are drawn again until they fit what the
showdown has proved of hidden hands. Claims and answers that are still sealed are chosen as a player
might.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.games.scroker.cards import Card, pack, sort_hand
from app.games.scroker.constraints import HandConstraints, fits
from app.games.scroker.dealing import DEALT, HOLE
from app.games.scroker.sealed_choices import with_sealed
from app.games.scroker.state import Hand, Phase, ScrokerState, ScrokerView, Tableau
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
    return with_sealed(view, draw_world(view, chance), chance)


def draw_world(view: ScrokerView, chance: Chance) -> ScrokerState:
    public = view.public
    seats = tuple(map(Seat, range(len(public.stacks))))
    if not any(public.counts) and not public.stock:
        return State(
            public,
            tuple(
                Hand() if seat != view.seat or view.private is None else view.private
                for seat in seats
            ),
            (),
        )
    constraints = HandConstraints(public)
    world = _dealt(view, constraints, chance)
    for _ in range(TRIES):
        if fits(world):
            break
        world = _dealt(view, constraints, chance)
    return world


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


def _dealt(view: ScrokerView, constraints: HandConstraints, chance: Chance) -> ScrokerState:
    """The unknown cards in their places, and in the past ones."""
    public, own = view.public, view.private or Hand()
    seats = tuple(map(Seat, range(len(public.stacks))))
    others = {seat: _part(public, seat) for seat in public.players if seat != view.seat}
    places = [
        _Place(seat, name)
        for seat, part in others.items()
        for name, number in (
            ("kept", part.kept),
            ("new", part.new),
            ("late", part.late),
            ("discards", part.discards),
        )
        for _ in range(number)
    ]
    places += [_Place(None, "stock")] * public.stock
    lying = _laid(view, others, places, chance)
    lying += _filled(view, others, places, lying, constraints, chance)
    names = ("kept", "new", "late", "discards", "stock")
    held: dict[tuple[Seat | None, str], list[Card]] = {
        (seat, name): [] for seat in (*others, None) for name in names
    }
    for place, card in lying:
        held[place].append(card)
    gone = _gone(view, others, held, chance)
    hands = [Hand()] * len(seats)
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


def _laid(
    view: ScrokerView, others: dict[Seat, _Part], places: list[_Place], chance: Chance
) -> list[tuple[_Place, Card]]:
    """The cards that can lie in some places only, each in one, which is removed from `places`."""
    public, own = view.public, view.private or Hand()
    chance.shuffle(places)
    laid: list[tuple[_Place, Card]] = []

    def lay(card: Card, fitting: Sequence[_Place]) -> None:
        place = chance.choice(fitting)
        places.remove(place)
        laid.append((place, card))

    piled = {*own.gone, *public.open_then}
    shown = [
        (card, seat) for seat in others for card in (public.shown[seat] if public.shown else ())
    ]
    for card, seat in sorted(
        shown, key=lambda one: (one[0] not in piled, one[0] not in public.openers_shown)
    ):
        fitting = [place for place in places if place.seat == seat and place.part != "discards"]
        if card in piled:
            fitting = [place for place in fitting if place.part == "late"]
        elif card in public.openers_shown and seat == public.opener:
            fitting = [place for place in fitting if place.part == "kept"] or fitting
        elif (
            seat == public.opener
            and not others[seat].gone
            and not _room_for_more(view, laid, places)
        ):
            fitting = [place for place in fitting if place.part != "kept"]
        lay(card, fitting)
    known = {card for _, card in laid} | known_cards(view)
    if public.opener in others:
        for card in public.openers_shown:
            if card in known:
                continue
            fitting = [
                place
                for place in places
                if place.seat == public.opener and place.part in ("kept", "discards")
            ]
            if others[public.opener].gone:
                fitting += [place for place in places if place.part in ("late", "stock")]
            lay(card, fitting)
            known.add(card)
    for card in sorted(piled - known, key=lambda card: card.place):
        lay(card, [place for place in places if place.part in ("late", "stock")])
        known.add(card)
    return laid


def _room_for_more(
    view: ScrokerView, laid: list[tuple[_Place, Card]], places: list[_Place]
) -> bool:
    """True if the opener was dealt more cards than the openers whose places are still unknown."""
    known = {card for _, card in laid} | known_cards(view)
    owed = sum(card not in known for card in view.public.openers_shown)
    return (
        sum(
            place.seat == view.public.opener and place.part in ("kept", "discards")
            for place in places
        )
        > owed
    )


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
