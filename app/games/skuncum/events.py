"""The events of a match of Skuncum. Everything is played face up, so all of them are public."""

from typing import TypeAlias

from app.games.skuncum.cards import Card, Rank
from app.games.skuncum.moves import Area
from app.games.skuncum.table_records import Gain, Role, Side, Stage, Tally
from app.rules.game import Event, Seat


class LeaderDrawn(Event, frozen=True, tag="leader-drawn"):
    seat: Seat


class HandDealt(Event, frozen=True, tag="hand-dealt"):
    hand: int
    seat: Seat
    """The seat that is asked first to lead."""


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The deck has run out; this many earlier cards are shuffled, and dealing goes on."""

    cards: int


class LeadPassed(Event, frozen=True, tag="lead-passed"):
    seat: Seat


class Led(Event, frozen=True, tag="led"):
    """A Suit card to the Candidate circle; the Horse goes to this seat."""

    seat: Seat
    card: Card
    race: int


class PolitiksPlayed(Event, frozen=True, tag="politiks-played"):
    seat: Seat
    card: Card
    target: Seat
    role: Role
    """The role of the target's stack."""
    value: int
    """The points of that stack afterwards."""


class Joined(Event, frozen=True, tag="joined"):
    seat: Seat
    card: Card
    area: Area
    kingmaker: bool
    """True if the Pawn goes to this card."""


class DroppedOut(Event, frozen=True, tag="dropped-out"):
    seat: Seat


class DuelBegun(Event, frozen=True, tag="duel-begun"):
    stage: Stage
    sides: tuple[Side, Side]
    """The side to move first comes first."""


class Played(Event, frozen=True, tag="played"):
    """One card in a duel, or several as a Power Play."""

    seat: Seat
    cards: tuple[Card, ...]
    power: bool
    own: int
    """The points of the player's side afterwards."""
    other: int
    """The points of the opponent's side afterwards."""


class Stood(Event, frozen=True, tag="stood"):
    seat: Seat


class Conceded(Event, frozen=True, tag="conceded"):
    seat: Seat
    winner: Seat


class DuelTied(Event, frozen=True, tag="duel-tied"):
    """Both sides are out."""

    seats: tuple[Seat, Seat]


class RaceWon(Event, frozen=True, tag="race-won"):
    seat: Seat
    role: Role
    landslide: bool
    cards: int
    """The cards on the board, which this seat takes."""


class Stalemate(Event, frozen=True, tag="stalemate"):
    """Nobody stands: the Race is void."""

    cards: int


class HatsMarked(Event, frozen=True, tag="hats-marked"):
    """Hats and Hat strokes of one seat for the Race."""

    seat: Seat
    hats: tuple[Rank, ...]
    strokes: int


class VotesWon(Event, frozen=True, tag="votes-won"):
    """Votes of the Coalition for the Race."""

    gains: tuple[Gain, ...]


class HandOver(Event, frozen=True, tag="hand-over"):
    """Nobody has a Suit card left, or with short hands only one player has."""

    hand: int
    forfeited: tuple[tuple[Seat, tuple[Card, ...]], ...]
    """Cards still held; they are out of play."""


class Tallied(Event, frozen=True, tag="tallied"):
    """CARDS and Hat strokes are turned into votes."""

    tallies: tuple[Tally, ...]


class HatsBought(Event, frozen=True, tag="hats-bought"):
    seat: Seat
    hats: tuple[Rank, ...]
    price: int
    """The price in votes, strokes first."""


class LastDealCalled(Event, frozen=True, tag="last-deal-called"):
    pass


class MatchOver(Event, frozen=True, tag="match-over"):
    winners: tuple[Seat, ...]
    """More than one where they share it."""
    full: bool
    """True if their score boxes are full."""


AnyEvent: TypeAlias = (
    LeaderDrawn
    | HandDealt
    | Reshuffled
    | LeadPassed
    | Led
    | PolitiksPlayed
    | Joined
    | DroppedOut
    | DuelBegun
    | Played
    | Stood
    | Conceded
    | DuelTied
    | RaceWon
    | Stalemate
    | HatsMarked
    | VotesWon
    | HandOver
    | Tallied
    | HatsBought
    | LastDealCalled
    | MatchOver
)
