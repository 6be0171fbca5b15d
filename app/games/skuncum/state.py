"""The state of a match of Skuncum: what everybody knows, what each seat knows, and the deck.

"By seat" means an item for every seat.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.skuncum.cards import Card, Rank
from app.games.skuncum.options import Options
from app.games.skuncum.table_records import (
    Box,
    Duel,
    Paid,
    RaceResult,
    Stack,
    Stake,
    Tally,
    Winning,
)
from app.kits.next_state import put
from app.rules.game import Seat, State, View


class Phase(StrEnum):
    LOT = "lot"
    """It is drawn who is asked to lead first."""
    DEAL = "deal"
    """The deck awaits its order, at the beginning of the match."""
    RESHUFFLE = "reshuffle"
    """The deck has run out during a deal: all earlier cards await an order."""
    LEAD = "lead"
    SCRUM = "scrum"
    PLAYOFF = "playoff"
    HATS = "hats"
    """The winners with a choice choose their hats."""
    CONVERT = "convert"
    """Between two hands: everybody buys hats, or none, and is ready for the next hand."""
    OVER = "over"


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
    """The winnings to mark, in Phase.HATS."""
    answered: tuple[Seat, ...] = ()
    """In HATS and CONVERT: who has answered, by seat; their answers are shown together."""
    tallies: tuple[Tally, ...] = ()
    """The tallies so far, in Phase.CONVERT."""
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
    """The cards kept so that are still in hands. All others had been played, so they are known."""
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


def with_hand(state: SkuncumState, seat: Seat, hand: Hand) -> SkuncumState:
    """The state with what this seat knows replaced."""
    return replace(state, private=put(state.private, seat, hand))
