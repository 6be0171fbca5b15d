"""The events of a match: what the whole table saw, and what passed between two seats."""

from typing import TypeAlias

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.hands import HandType
from app.games.scum_the_masquerade.moves import Demand
from app.games.scum_the_masquerade.politics.trade_events import TradeEvent
from app.games.scum_the_masquerade.powers.clans import Clan, Pack, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Form
from app.rules.game import Event, Seat


class ExtrasDrawn(Event, frozen=True, tag="extras-drawn"):
    """The seats that get an extra card in a plain round."""

    seats: tuple[Seat, ...]


class ExtrasChosen(Event, frozen=True, tag="extras-chosen"):
    """The first rank says who gets an extra card in the next round."""

    seats: tuple[Seat, ...]


class Declared(Event, frozen=True, tag="declared"):
    seat: Seat
    clan: Clan | None
    disciplines: tuple[Discipline, ...]
    specialty: Specialty | None


class Decided(Event, frozen=True, tag="decided"):
    """The decisions of a new first rank."""

    seat: Seat
    packs: tuple[Pack, ...]
    loose: bool
    outside: bool
    illegal: bool


class PactsRevealed(Event, frozen=True, tag="pacts-revealed"):
    seats: tuple[Seat, ...]
    order: tuple[Seat, ...]
    """The ranks of this round from now on."""


class HuntDeclared(Event, frozen=True, tag="hunt-declared"):
    """The second rank declares a blood hunt."""

    seat: Seat
    hunted: Seat


class DebtsCollected(Event, frozen=True, tag="debts-collected"):
    """Takers who finished below the rank that they held after the pact: they come last."""

    seats: tuple[Seat, ...]


class DisciplineUsed(Event, frozen=True, tag="discipline-used"):
    """A use before a play; answers may follow."""

    seat: Seat
    discipline: Discipline
    level: int
    targets: tuple[Seat, ...]
    cards: tuple[Card, ...]
    demand: Demand
    ranks: tuple[str, ...] = ()
    """Mytherceria: the ranks that are forbidden."""


class UseCancelled(Event, frozen=True, tag="use-cancelled"):
    seat: Seat
    """The seat that cancels."""
    user: Seat
    discipline: Discipline


class CryptSeen(Event, frozen=True, tag="crypt-seen"):
    """A seat looked at the cards of another one."""

    seat: Seat
    target: Seat


class DotLost(Event, frozen=True, tag="dot-lost"):
    seat: Seat
    discipline: Discipline | None
    """None: a charge."""


class DotRestored(Event, frozen=True, tag="dot-restored"):
    """A spent dot comes back."""

    seat: Seat
    discipline: Discipline


class TurnLost(Event, frozen=True, tag="turn-lost"):
    seat: Seat


class RoundDealt(Event, frozen=True, tag="round-dealt"):
    round: int
    extras: tuple[Seat, ...]


class LeadAnnounced(Event, frozen=True, tag="lead-announced"):
    """The holder of the designated 3 of clubs leads (H7), or the first seat."""

    seat: Seat


class HandPlayed(Event, frozen=True, tag="hand-played"):
    seat: Seat
    cards: tuple[Card, ...]
    kind: HandType
    lead: bool
    power: Discipline | None = None
    counts_as: Card | None = None
    borrowed: tuple[Card, ...] = ()
    announced: tuple[Card, ...] = ()
    """Chimerstry: the hand that it counts as."""
    forms: tuple[Form, ...] = ()


class HandAnnounced(Event, frozen=True, tag="hand-announced"):
    """A hand lies face down, and is said to be this one."""

    seat: Seat
    level: int
    cards: tuple[Card, ...]
    kind: HandType
    lead: bool


class BluffCalled(Event, frozen=True, tag="bluff-called"):
    """An announced hand is challenged; its cards are turned up."""

    seat: Seat
    """The challenger."""
    user: Seat
    cards: tuple[Card, ...]
    false: bool


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat
    rest: bool


class LeftToChance(Event, frozen=True, tag="left-to-chance"):
    """Chance plays for this seat: a hand or a pass follows."""

    seat: Seat


class HandTakenBack(Event, frozen=True, tag="hand-taken-back"):
    """The hand on top goes back to its owner's crypt."""

    seat: Seat
    cards: tuple[Card, ...]
    leads: bool
    """It was led, and its owner leads another one."""


class WentOut(Event, frozen=True, tag="went-out"):
    seat: Seat
    place: int


class TrickWon(Event, frozen=True, tag="trick-won"):
    seat: Seat
    leader: Seat


class Revolution(Event, frozen=True, tag="revolution"):
    """The Mortal Scum was the first to empty its crypt: all ranks reverse."""

    seat: Seat


class RoundEnded(Event, frozen=True, tag="round-ended"):
    order: tuple[Seat, ...]
    """The rank that each seat holds next, best first."""
    points: tuple[int, ...]
    """By place in `order`; zeros where the round scores nothing."""


class LastRoundCalled(Event, frozen=True, tag="last-round-called"):
    pass


class MatchEnded(Event, frozen=True, tag="match-ended"):
    winner: Seat


AnyEvent: TypeAlias = (
    ExtrasDrawn
    | ExtrasChosen
    | Declared
    | Decided
    | PactsRevealed
    | DebtsCollected
    | HuntDeclared
    | DisciplineUsed
    | UseCancelled
    | CryptSeen
    | DotLost
    | DotRestored
    | TurnLost
    | RoundDealt
    | LeadAnnounced
    | HandPlayed
    | HandAnnounced
    | BluffCalled
    | HandTakenBack
    | LeftToChance
    | Passed
    | WentOut
    | TrickWon
    | Revolution
    | RoundEnded
    | LastRoundCalled
    | MatchEnded
    | TradeEvent
)
