"""The events of trades, boons and conspiracies: many are for two seats alone."""

from typing import TypeAlias

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.politics.trade_records import Offer
from app.rules.game import Event, Seat


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Two partners exchanged a card; only they know which."""

    higher: Seat
    lower: Seat


class NothingExchanged(Event, frozen=True, tag="nothing-exchanged"):
    """An optional trade ended without an exchange."""

    higher: Seat
    lower: Seat


class WishTold(Event, frozen=True, tag="wish-told"):
    """For the two: the wish list, and the card that it brings, if any is held."""

    seat: Seat
    missed: tuple[Card, ...]
    card: Card | None


class AskedBack(Event, frozen=True, tag="asked-back"):
    """For the two: the card that the lower rank would like in return."""

    seat: Seat
    card: Card


class CardsExchanged(Event, frozen=True, tag="cards-exchanged"):
    """For the two: the cards of an exchange."""

    higher: Seat
    lower: Seat
    up: Card
    down: Card


class Offered(Event, frozen=True, tag="offered"):
    """For the two: an offer in an optional trade."""

    offer: Offer
    partner: Seat


class Declined(Event, frozen=True, tag="declined"):
    """For the two: an offer came to nothing, by refusal or for want of the card."""

    seat: Seat


class TradeWithSelf(Event, frozen=True, tag="trade-with-self"):
    """The optional trade of the seat without a partner (H27)."""

    seat: Seat


class BoonAsked(Event, frozen=True, tag="boon-asked"):
    seat: Seat


class BoonShown(Event, frozen=True, tag="boon-shown"):
    """For the asker and the first rank: the hand that is to be led."""

    seat: Seat
    cards: tuple[Card, ...]


class BoonAnswered(Event, frozen=True, tag="boon-answered"):
    seat: Seat
    granted: bool


class ConspiracyAsked(Event, frozen=True, tag="conspiracy-asked"):
    """For the two."""

    seat: Seat
    partner: Seat


class ConspiracyRefused(Event, frozen=True, tag="conspiracy-refused"):
    """For the two."""

    seat: Seat
    partner: Seat


class Conspired(Event, frozen=True, tag="conspired"):
    """Two seats looked at each other's cards."""

    seats: tuple[Seat, Seat]


class BidMade(Event, frozen=True, tag="bid-made"):
    """For the two: an offer in an illegal trade."""

    seat: Seat
    partner: Seat
    give: tuple[Card, ...]
    want: tuple[Card, ...]


class BidRefused(Event, frozen=True, tag="bid-refused"):
    """For the two."""

    seat: Seat
    """The seat that made the offer."""
    partner: Seat


class SmuggledCards(Event, frozen=True, tag="smuggled-cards"):
    """For the two: the cards of an illegal trade."""

    seat: Seat
    partner: Seat
    give: tuple[Card, ...]
    got: tuple[Card, ...]


class Smuggled(Event, frozen=True, tag="smuggled"):
    """Two seats made an illegal trade of this many cards each."""

    seats: tuple[Seat, Seat]
    number: int


TradeEvent: TypeAlias = (
    Exchanged
    | NothingExchanged
    | WishTold
    | AskedBack
    | CardsExchanged
    | Offered
    | Declined
    | TradeWithSelf
    | BoonAsked
    | BoonShown
    | BoonAnswered
    | ConspiracyAsked
    | ConspiracyRefused
    | Conspired
    | BidMade
    | BidRefused
    | SmuggledCards
    | Smuggled
)
