"""The events of a session of Scroker; never a hidden card, nor whether a word is listed, unless it
was challenged.
"""

from typing import TypeAlias

from app.games.scroker.cards import Card, Suit
from app.games.scroker.claims import Claim
from app.games.scroker.comparison import Why
from app.games.scroker.hands import Category
from app.games.scroker.named_game import Named
from app.rules.game import Event, Seat

# -- before the cards


class DealerDrawn(Event, frozen=True, tag="dealer-drawn"):
    seat: Seat


class GameNamed(Event, frozen=True, tag="game-named"):
    seat: Seat
    named: Named
    in_time: bool
    """False: the clock named plain Scroker."""


class SatOut(Event, frozen=True, tag="sat-out"):
    seat: Seat
    for_now: bool
    """This hand only."""


class HandSkipped(Event, frozen=True, tag="hand-skipped"):
    """Fewer than two anted."""

    dealer: Seat


class AntesPaid(Event, frozen=True, tag="antes-paid"):
    seats: tuple[Seat, ...]
    chips: int
    """Each."""
    carry: int
    """Chips that lay in the middle already."""


class HandDealt(Event, frozen=True, tag="hand-dealt"):
    hand: int
    dealer: Seat
    named: Named
    spit: Card | None


class OpenCardsDealt(Event, frozen=True, tag="open-cards-dealt"):
    """The stud: open cards, with the dealer's line about all that lies before that seat."""

    seat: Seat
    cards: tuple[Card, ...]
    high: tuple[Card, ...]
    """The best pair of one suit, the higher first, or the highest card; empty if all are wild."""
    could: Suit | None
    """Of which suit it may become a Slush or a Scroker: that of the pair."""


class LastCardsDealt(Event, frozen=True, tag="last-cards-dealt"):
    """The stud's seventh cards, face down, or one face up for everybody."""

    common: Card | None


# -- betting


class RoundBegun(Event, frozen=True, tag="round-begun"):
    round: int
    seat: Seat
    """The first seat to speak."""


class Checked(Event, frozen=True, tag="checked"):
    seat: Seat


class Opened(Event, frozen=True, tag="opened"):
    seat: Seat
    chips: int


class Called(Event, frozen=True, tag="called"):
    seat: Seat
    chips: int
    """The chips that were put in."""


class Raised(Event, frozen=True, tag="raised"):
    seat: Seat
    chips: int
    """The chips that were put in, with the call."""
    by: int


class Folded(Event, frozen=True, tag="folded"):
    seat: Seat


class TappedOut(Event, frozen=True, tag="tapped-out"):
    seat: Seat


class ConsentAsked(Event, frozen=True, tag="consent-asked"):
    """This seat cannot match the bet: may players tap out at this table?"""

    seat: Seat


class ConsentGiven(Event, frozen=True, tag="consent-given"):
    """The answer of all together, for the session."""

    given: bool


class PassedIn(Event, frozen=True, tag="passed-in"):
    carry: int


class FoldedOut(Event, frozen=True, tag="folded-out"):
    """All others have folded; nothing is shown, nothing proved."""

    seat: Seat
    chips: int


# -- the draw


class Drew(Event, frozen=True, tag="drew"):
    seat: Seat
    number: int
    """0: stands pat."""


class StockOut(Event, frozen=True, tag="stock-out"):
    """Discards and folded hands are shuffled into what is left of the stock."""

    cards: int


# -- the showdown


class Declared(Event, frozen=True, tag="declared"):
    seat: Seat


class ClaimShown(Event, frozen=True, tag="claim-shown"):
    """The words that a seat presents, with the category that it claims."""

    seat: Seat
    claim: Claim
    words: tuple[str, ...]
    """As spelled, the claim's order."""
    presented: Category
    """The category of the words: Scum where there are none."""


class ChipsReturned(Event, frozen=True, tag="chips-returned"):
    """The chips that nobody matched."""

    seat: Seat
    chips: int


class HandShown(Event, frozen=True, tag="hand-shown"):
    """All that a seat held: it leads without words, or a winner asked to see it."""

    seat: Seat
    cards: tuple[Card, ...]
    asked_by: Seat | None


class Leads(Event, frozen=True, tag="leads"):
    """The hand that wins the pot as things stand."""

    seat: Seat
    pot: int
    """Index."""
    category: Category


class Spellchecked(Event, frozen=True, tag="spellchecked"):
    by: Seat
    seat: Seat
    """The owner of the word."""
    word: str
    listed: bool
    payer: Seat
    chips: int
    """The penalty that went into the pot."""
    marker: int
    """The part of it that the bank advanced."""


class LetStood(Event, frozen=True, tag="let-stood"):
    """Nobody challenged."""

    seat: Seat


class OpenersProved(Event, frozen=True, tag="openers-proved"):
    seat: Seat
    cards: tuple[Card, ...]
    word: str
    """The word that they spell; empty for two Animals and a Slush."""


class OpenersMissing(Event, frozen=True, tag="openers-missing"):
    seat: Seat


class PotWon(Event, frozen=True, tag="pot-won"):
    pot: int
    seats: tuple[Seat, ...]
    chips: tuple[int, ...]
    """By place in `seats`."""
    category: Category | None
    """None: nobody contested it."""
    next_best: Seat | None
    """The best hand that it beats; None if there was no other."""
    why: Why | None


class PotCarried(Event, frozen=True, tag="pot-carried"):
    """Nobody was left who could win it."""

    pot: int
    chips: int


class HandOver(Event, frozen=True, tag="hand-over"):
    hand: int


# -- between hands


class TooFew(Event, frozen=True, tag="too-few"):
    """Fewer than two can be dealt in: everybody is asked again."""


class Rebought(Event, frozen=True, tag="rebought"):
    seat: Seat
    chips: int
    cleared: int
    """The part of it that cleared a marker."""


class SeatsChanged(Event, frozen=True, tag="seats-changed"):
    left: tuple[Seat, ...]
    joined: tuple[Seat, ...]


class LastDealCalled(Event, frozen=True, tag="last-deal-called"):
    pass


class TimeUp(Event, frozen=True, tag="time-up"):
    """The minutes of the session are over."""

    minutes: int
    between: bool
    """Between two hands; else the present one is the last."""


class SessionOver(Event, frozen=True, tag="session-over"):
    """The reconciliation: everybody's result is stack less what was bought less the marker."""

    winners: tuple[Seat, ...]
    result: int
    """Theirs."""


AnyEvent: TypeAlias = (
    DealerDrawn | GameNamed | SatOut | HandSkipped | AntesPaid | HandDealt | OpenCardsDealt |
    LastCardsDealt | RoundBegun | Checked | Opened | Called | Raised | Folded | TappedOut |
    ConsentAsked | ConsentGiven | PassedIn | FoldedOut | Drew | StockOut | Declared | ClaimShown |
    ChipsReturned | HandShown | Leads |
    Spellchecked | LetStood | OpenersProved | OpenersMissing | PotWon | PotCarried | HandOver |
    TooFew | Rebought | SeatsChanged | LastDealCalled | TimeUp | SessionOver
)  # fmt: skip
