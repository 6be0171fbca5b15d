"""The records of what one seat was shown, or has asked another."""

import msgspec

from app.games.scum_the_masquerade.cards import Card
from app.rules.game import Seat


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of another seat as this one saw them."""

    seat: Seat
    cards: tuple[Card, ...]
    played: int
    """The number of cards that seat had played by then."""
    gained: int = 0
    """The number of cards that it had taken up from the pile by then."""


class Request(msgspec.Struct, frozen=True):
    """A request to conspire; it stays until the round ends, or until it is granted."""

    seat: Seat
    """The seat that asks."""
    partner: Seat
    refused: bool = False


class Shown(msgspec.Struct, frozen=True):
    """The hand that was shown to the first rank with a request for a boon."""

    seat: Seat
    cards: tuple[Card, ...]
