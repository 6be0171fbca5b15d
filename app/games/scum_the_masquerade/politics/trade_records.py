"""The records of trades: the pairs and their steps are public, the cards belong to two partners."""

from typing import Literal, TypeAlias

import msgspec

from app.games.scum_the_masquerade.cards import Card
from app.rules.game import Seat

PairPart: TypeAlias = Literal["forced", "optional"]
TradeStep: TypeAlias = Literal["wish", "answer", "return", "offer", "reply"]
"""Of a forced exchange: the wish, the lower's answer, the return. Of an optional trade: an offer,
and the reply to it."""


SwapKind: TypeAlias = Literal["forced", "optional", "illegal", "tempted"]


class Swap(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exchange of cards that only the two know, as the table sees it."""

    seats: tuple[Seat, Seat]
    """The higher rank and the lower; of an illegal trade the lower number first."""
    kind: SwapKind
    number: int = 1
    """The cards that each of the two gave."""
    played: tuple[int, int] = (0, 0)
    """The numbers of cards that the two had played by then."""
    gained: tuple[int, int] = (0, 0)
    """The numbers of cards that they had taken up by then."""


class Bid(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offer in an illegal trade: some cards for as many; both keep it until the round ends."""

    seat: Seat
    partner: Seat
    give: tuple[Card, ...]
    want: tuple[Card, ...]
    """By rank and suit: a card of the first pack stands for its twin as well."""
    made: int
    """The number of secret exchanges at the table before it."""
    open: bool = True
    """False once it was answered or withdrawn."""
    got: tuple[Card, ...] = ()
    """The cards that came for it."""
    swap: int = 0
    """The number of the exchange, counted from 1; 0: it came to none."""


class Pair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two trading partners, as the table sees them."""

    higher: Seat
    lower: Seat
    parts: tuple[PairPart, ...]
    """The exchanges that the two have to make or may make, in order."""
    step: TradeStep
    done: int = 0
    """Parts that are over."""
    exchanged: int = 0
    """Parts in which cards were exchanged."""
    offers: tuple[Seat, ...] = ()
    """The partners that have made offers in the optional part, one for each offer."""
    stopped: tuple[Seat, ...] = ()
    """The partners that make no more of them."""


class Offer(msgspec.Struct, frozen=True):
    """An offer in an optional trade: this card for that one."""

    seat: Seat
    give: Card
    want: Card
    """By rank and suit: a card of the first pack stands for its twin as well."""


class Talk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of the part that a pair is at; both partners hold the same, nobody else sees it."""

    missed: tuple[Card, ...] = ()
    """The cards of the wish list, by rank and suit, that the lower rank does not hold."""
    up: Card | None = None
    """The card that goes to the higher rank; it moves when the exchange is made."""
    wished: bool = False
    """That card was on the wish list."""
    asked: Card | None = None
    """The card that the lower rank asks for in return; it need not be given."""
    offers: tuple[Offer, ...] = ()
    """The offers so far; while the step is `reply`, the last one waits for it."""


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a trade that is over, as both partners remember it until the round ends."""

    up: Card | None = None
    """The card that went to the higher rank, or None if none was exchanged."""
    down: Card | None = None
    wished: bool = False
    """The first of them was on the wish list."""
    missed: tuple[Card, ...] = ()
    """The cards of the wish list that the lower rank did not hold."""
    offers: tuple[Offer, ...] = ()


class Bargain(msgspec.Struct, frozen=True):
    """An exchange that Serpentis has forced, as both remember it until the round ends."""

    number: int
    """The number of the exchange among all secret ones, from 1."""
    higher: Seat
    """The user, who wished."""
    lower: Seat
    exchange: Exchange

    def partner(self, seat: Seat) -> Seat:
        """The other one of the two."""
        return self.lower if seat == self.higher else self.higher
