"""The state of a match of Skuncum: what everybody knows, what each seat knows, and the deck.

"By seat" means an item for every seat. A duel is what the publisher calls a match or Set.
Small records that a frame often holds are lists in JSON.
"""

from enum import StrEnum
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.skuncum.cards import Card, Rank
from app.games.skuncum.options import Options
from app.rules.game import Event, Seat, State, View


class Phase(StrEnum):
    LOT = "lot"
    """It is drawn who is asked to lead first."""
    DEAL = "deal"
    """The deck awaits its order, at the beginning of the match."""
    RESHUFFLE = "reshuffle"
    """The deck has run out during a deal: all cards of before await an order."""
    LEAD = "lead"
    SCRUM = "scrum"
    PLAYOFF = "playoff"
    HATS = "hats"
    """The winners with a choice choose their hats."""
    CONVERT = "convert"
    """Between two hands: everybody buys hats, or none, and is ready for the next hand."""
    OVER = "over"


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


class Tableau(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of the state."""

    options: Options
    phase: Phase
    seats: tuple[Seat, ...]
    """Clockwise."""
    hand: int
    """1-based number of the present hand; 0 before the first."""
    boxes: tuple[Box, ...]
    """By seat."""
    hat_sizes: tuple[int, ...]
    """Places for hats in each box, by rank, lowest first."""
    vote_size: int
    """Places for votes in each box."""
    counts: tuple[int, ...]
    """Cards in hand, by seat."""
    piles: tuple[tuple[Card, ...], ...]
    """CARDS won in this hand, by seat. They were seen as they were played; pages show how many."""
    race: int = 0
    """1-based number of the Race in this hand."""
    turn: Seat | None = None
    """The one seat that is asked, in LEAD, SCRUM and PLAYOFF."""
    # -- lead
    first: Seat | None = None
    """The seat that is asked first to lead: the winner of the Race before."""
    passed: tuple[Seat, ...] = ()
    """The seats that have passed this lead, in order."""
    may_pass: bool = False
    """False: the seat that is asked must lead."""
    # -- the board
    candidate: Stack | None = None
    """Its owner's score box has the Horse."""
    bandwagon: tuple[Stack, ...] = ()
    challengers: tuple[Stack, ...] = ()
    coalition: tuple[Stack, ...] = ()
    kingmaker: Seat | None = None
    """The member of the Coalition with the Pawn."""
    dropped: tuple[Seat, ...] = ()
    """The seats that have dropped out of this Race."""
    waiting: tuple[Seat, ...] = ()
    """The seats that have yet to take their turn in the Scrum, after `turn`."""
    politiks: Card | None = None
    """The Action card that the seat in turn has played by Politiks."""
    # -- the Play-Off
    duel: Duel | None = None
    """The running one."""
    duels: tuple[Duel, ...] = ()
    """The finished ones of this Race."""
    out: tuple[Seat, ...] = ()
    """The sides that have been eliminated, by their players."""
    power_used: bool = False
    """The Kingmaker has made the Power Play of this Race."""
    # -- scoring
    stakes: tuple[Stake, ...] = ()
    """For each side that may still win; during Scrum and Play-Off."""
    winnings: tuple[Winning, ...] = ()
    """In HATS."""
    answered: tuple[Seat, ...] = ()
    """In HATS and CONVERT: who has answered, by seat; their answers are shown together."""
    tallies: tuple[Tally, ...] = ()
    """In CONVERT."""
    result: RaceResult | None = None
    """The last Race."""
    before: tuple[int, ...] = ()
    """Marks in each box when the hand began."""
    paid: Paid | None = None
    """The last finished hand."""
    # -- cards
    stock: int = 0
    """Cards in the deck."""
    played: str = "0"
    """Cards out of play until the deck is shuffled again, packed: see `unpacked` in cards.py."""
    deck_size: int = 0
    """The number of cards in the last shuffle."""
    starter: Seat | None = None
    """The seat that was dealt the first card of this hand."""
    kept: int = 0
    """Cards of this hand that were dealt before the deck was shuffled again."""
    kept_cards: tuple[Card, ...] = ()
    """Those of them that are still in hands. Everybody knows them: all others had been played."""
    kept_counts: tuple[int, ...] = ()
    """By seat, how many of them it still holds."""
    suited: tuple[bool | None, ...] = ()
    """By seat, as the leads have shown: True: holds a Suit card. False: holds none."""
    one_of: tuple[Seat, ...] = ()
    """At least one of these seats holds a Suit card, as the last lead has shown."""
    # -- the match
    last_deal: bool = False
    """The host has called the last hand."""
    questions: int = 0
    """The number of questions in this hand; all of them are public."""


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private part of one seat."""

    cards: tuple[Card, ...] = ()
    """Sorted."""
    picks: tuple[Rank, ...] | None = None
    """In HATS: the hats chosen; None: not yet."""
    bought: int | None = None
    """In CONVERT: the number of hats to buy; None: not yet."""


Stock: TypeAlias = tuple[Card, ...]
"""The hidden part of the state: the deck, top card first; in RESHUFFLE the cards that await an
order."""
SkuncumState: TypeAlias = State[Tableau, Hand, Stock]
SkuncumView: TypeAlias = View[Tableau, Hand]


def after(state: SkuncumState, *events: Event, **public: Any) -> SkuncumState:
    """The state with these public facts changed and these events appended."""
    return State(
        replace(state.public, **public), state.private, state.hidden, state.events + events
    )


def with_hand(state: SkuncumState, seat: Seat, hand: Hand) -> SkuncumState:
    """The state with what this seat knows replaced."""
    private = (*state.private[:seat], hand, *state.private[seat + 1 :])
    return State(state.public, private, state.hidden, state.events)
