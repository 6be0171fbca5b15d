"""The public records of a table: stacks on the board, duels, marks and results.

A duel is what the publisher calls a match or Set. Small records that a frame often holds are lists
in JSON.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from app.games.skuncum.cards import Card, Rank
from app.rules.game import Seat


class Role(StrEnum):
    """A side of a Race."""

    CANDIDATE = "candidate"
    CHALLENGER = "challenger"
    COALITION = "coalition"


class Stage(StrEnum):
    """A stage of the Play-Off."""

    SERIES = "series"
    """Challenger against Challenger."""
    FINAL = "final"
    """The last Challenger against the Candidate."""
    KING = "king"
    """The survivor against the Kingmaker."""


class Stack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An opening Suit card with the cards laid on it; a Bandwagon card never has any."""

    seat: Seat
    """The owner."""
    card: Card
    """The opening card."""
    at: int
    """0-based place of the opening card among those of the Race."""
    opening: int
    """The points of the opening card: none under a Skunk, twice under a Double Ticket."""
    value: int
    """The points of the stack, at least 0."""
    laid: tuple[Card, ...] = ()
    """Oldest first."""
    frozen: bool = False
    """The Finger lies on it: it takes no Suit card and no BONUS in this Race."""


class Side(msgspec.Struct, frozen=True, array_like=True):
    """One of the two sides of a duel."""

    seat: Seat
    """The player: Candidate, Challenger or Kingmaker."""
    role: Role
    opened: int
    """Its points when the duel began."""
    total: int
    """Its points now."""


class DuelMove(msgspec.Struct, frozen=True, array_like=True):
    """One answer in a duel."""

    seat: Seat
    round: int
    """1-based; in each round each side moves once."""
    act: Literal["play", "power-play", "stand", "concede"]
    cards: tuple[Card, ...]
    totals: tuple[int, int]
    """The points of both sides afterwards, in the order of `sides`."""


class Duel(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match of the Play-Off, as the publisher calls it."""

    stage: Stage
    sides: tuple[Side, Side]
    """The side that was to move first comes first."""
    moves: tuple[DuelMove, ...] = ()
    needs: int = 0
    """The points by which the mover has to gain on the opponent at least; 0 once it is over."""
    stood: bool = False
    """The opponent stands at this tie: if the mover stands too, the duel is tied."""
    winner: Seat | None = None
    """None once it is over: tied, and both sides are out."""


class Gain(msgspec.Struct, frozen=True, array_like=True):
    """The marks that one seat gets."""

    seat: Seat
    hats: tuple[Rank, ...] = ()
    strokes: int = 0
    """Hat strokes: hats that found no open place."""
    votes: int = 0
    """Votes won, posted or as strokes."""


class Stake(msgspec.Struct, frozen=True, array_like=True):
    """The marks that a win of this side now would bring, the highest hats at a choice."""

    seat: Seat
    role: Role
    total: int
    """The points of the side now."""
    gains: tuple[Gain, ...]


class RaceResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of the last Race."""

    hand: int
    race: int
    leader: Seat
    """The Candidate player."""
    cards: int
    """The number of cards on the board, which the winner took."""
    winner: Seat | None = None
    """None: a Stalemate."""
    role: Role | None = None
    landslide: bool = False
    gains: tuple[Gain, ...] = ()
    """Empty while hats are chosen, and from the next lead on."""
    duels: tuple[Duel, ...] = ()
    """Empty from the next lead on."""


class Box(msgspec.Struct, frozen=True, array_like=True):
    """The marks in a score box, and the strokes beside it."""

    hats: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0)
    """By rank, lowest first."""
    votes: int = 0
    hat_strokes: int = 0
    vote_strokes: int = 0


class Winning(msgspec.Struct, frozen=True):
    """The hats that a seat has won in the Race just ended, before they are marked."""

    seat: Seat
    cards: tuple[Card, ...]
    """In the order in which they are marked; a Challenger's each twice."""
    choosing: bool
    """True if there is a real choice, so that the seat is asked."""


class Tally(msgspec.Struct, frozen=True):
    """The end of a hand for one seat that had won CARDS, or strokes."""

    seat: Seat
    cards: int
    points: int
    """The printed values of the Suit cards among them."""
    votes: int
    """Votes for the CARDS; 0 for a seat that had won none."""
    stroke_votes: int
    """Votes for Hat strokes, 2 each."""


class Paid(msgspec.Struct, frozen=True):
    """The result of the last finished hand."""

    hand: int
    marks: tuple[int, ...]
    """By seat: marks gained in this hand; below 0 where votes were spent on dear hats."""
    points: tuple[int, ...]
    """By seat: the Suit points of the CARDS won."""
