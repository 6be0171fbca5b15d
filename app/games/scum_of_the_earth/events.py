"""The events of a match of Scum of the Earth; never which cards passed in secret."""

from typing import Literal, TypeAlias

from app.games.scum_of_the_earth.cards import Card
from app.rules.game import Event, Seat


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    cards: tuple[tuple[Seat, Card], ...]


class RanksSet(Event, frozen=True, tag="ranks-set"):
    """The first ranks, best first."""

    ranks: tuple[Seat, ...]


class HandDealt(Event, frozen=True, tag="hand-dealt"):
    deal: int
    counts: tuple[int, ...]


class TakeoverDeclared(Event, frozen=True, tag="takeover-declared"):
    seat: Seat
    ranks: tuple[Seat, ...]


class BonusGiven(Event, frozen=True, tag="bonus-given"):
    """Cards passed between two ranks in the bonus; only those two know which."""

    giver: Seat
    taker: Seat
    number: int


class SetPlayed(Event, frozen=True, tag="set-played"):
    seat: Seat
    cards: tuple[Card, ...]
    face: int
    size: int
    lead: bool


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat


class Skipped(Event, frozen=True, tag="skipped"):
    """Passed over for a reason that everybody can see."""

    seat: Seat
    why: Literal["barred", "too-few-cards", "cannot-be-beaten"]


class Barred(Event, frozen=True, tag="barred"):
    """A special 6: `target` passes for the rest of the trick."""

    seat: Seat
    target: Seat


class HandLookedAt(Event, frozen=True, tag="hand-looked-at"):
    seat: Seat
    target: Seat


class Declined(Event, frozen=True, tag="declined"):
    seat: Seat
    what: Literal["look", "again"]


class WentOut(Event, frozen=True, tag="went-out"):
    seat: Seat
    place: int


class TrickWon(Event, frozen=True, tag="trick-won"):
    seat: Seat
    leader: Seat
    infinity: bool
    """The winner takes Infinity into hand."""


class HandEnded(Event, frozen=True, tag="hand-ended"):
    deal: int
    order: tuple[Seat, ...]
    pay: tuple[int, ...]
    """By place in `order`."""


class SeatsChanged(Event, frozen=True, tag="seats-changed"):
    left: tuple[Seat, ...]
    joined: tuple[Seat, ...]
    ranks: tuple[Seat, ...]


class LastDealCalled(Event, frozen=True, tag="last-deal-called"):
    pass


class MatchEnded(Event, frozen=True, tag="match-ended"):
    winner: Seat


AnyEvent: TypeAlias = (
    CardsDrawn
    | RanksSet
    | HandDealt
    | TakeoverDeclared
    | BonusGiven
    | SetPlayed
    | Passed
    | Skipped
    | Barred
    | HandLookedAt
    | Declined
    | WentOut
    | TrickWon
    | HandEnded
    | SeatsChanged
    | LastDealCalled
    | MatchEnded
)
