"""The events of a match of Usurp; never a Downcard that was given in to."""

from typing import TypeAlias

from app.games.usurp.cards import Card, Order, PlayType
from app.rules.game import Event, Seat


class DealerDrawn(Event, frozen=True, tag="dealer-drawn"):
    seat: Seat


class HandDealt(Event, frozen=True, tag="hand-dealt"):
    hand: int
    dealer: Seat
    leader: Seat
    upcard: Card | None
    """The Stock's card that starts the Discard; None with four players."""


class OrderNamed(Event, frozen=True, tag="order-named"):
    seat: Seat
    order: Order
    leading: bool
    """True if it is the Leading Order."""
    changed: bool
    """True if it is another one than before; also where there was none before."""


class Led(Event, frozen=True, tag="led"):
    """Four players: the card that starts the Discard."""

    seat: Seat
    card: Card


class Scored(Event, frozen=True, tag="scored"):
    """A Score was played openly; `points` went to side `to`, the player's own or not."""

    seat: Seat
    card: Card
    points: int
    to: int
    beater: bool


class Usurped(Event, frozen=True, tag="usurped"):
    seat: Seat
    card: Card
    points: int
    to: int


class Sluffed(Event, frozen=True, tag="sluffed"):
    seat: Seat
    card: Card
    points: int
    to: int


class Rose(Event, frozen=True, tag="rose"):
    """A Downcard was laid across the Upcard."""

    seat: Seat


class PassedOn(Event, frozen=True, tag="passed-on"):
    """One of two partners leaves the answer to the other."""

    by: Seat
    seat: Seat
    """The partner who answers now."""


class GaveIn(Event, frozen=True, tag="gave-in"):
    by: Seat
    seat: Seat
    """The player whose Downcard stays face down."""
    points: int
    to: int


class Challenged(Event, frozen=True, tag="challenged"):
    by: Seat
    seat: Seat


class TurnedUp(Event, frozen=True, tag="turned-up"):
    """A challenged Downcard, which counts as if played openly. `points` are without the bonus."""

    seat: Seat
    card: Card
    way: PlayType
    points: int
    to: int
    beater: bool
    bonus: int


class CardRevealed(Event, frozen=True, tag="card-revealed"):
    card: Card


class RenegCalled(Event, frozen=True, tag="reneg-called"):
    by: Seat
    accused: Seat
    true: bool
    points: int
    to: int


class RenegTakenBack(Event, frozen=True, tag="reneg-taken-back"):
    """A Reneg was called before the next card: its card and its points go back."""

    by: Seat
    accused: Seat
    card: Card


class HandOver(Event, frozen=True, tag="hand-over"):
    hand: int
    hand_points: tuple[int, ...]
    """By side."""
    winner: int | None
    """The side that wins the game point; None: equal hand points, and the hand counts for
    nothing."""


class DowncardsShown(Event, frozen=True, tag="downcards-shown"):
    """All Downcards that were given in to, in the order in which they were laid."""

    downcards: tuple[tuple[Seat, Card], ...]


class RenegsShown(Event, frozen=True, tag="renegs-shown"):
    """All Sluff Offs of the hand that were Renegs, called or not."""

    cards: tuple[tuple[Seat, Card], ...]


class LastDealCalled(Event, frozen=True, tag="last-deal-called"):
    pass


class MatchOver(Event, frozen=True, tag="match-over"):
    winners: tuple[Seat, ...]
    """More than one side's seats where the host's last hand ended in a tie."""
    points: int
    """Their game points."""


AnyEvent: TypeAlias = (
    DealerDrawn | HandDealt | OrderNamed | Led | Scored | Usurped | Sluffed | Rose | PassedOn |
    GaveIn | Challenged | TurnedUp | CardRevealed | RenegCalled | RenegTakenBack | HandOver |
    DowncardsShown | RenegsShown | LastDealCalled | MatchOver
)  # fmt: skip
