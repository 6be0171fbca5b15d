"""The state of a match of Usurp: what everybody knows, what each seat knows, and the Stock."""

from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.usurp.cards import PACK, TWO_PACKS, Card, Order, PlayType
from app.games.usurp.options import Options
from app.kits.next_state import put
from app.rules.game import Seat, State, View


class Phase(StrEnum):
    LOT = "lot"
    """It is drawn who deals first."""
    DEAL = "deal"
    LEADING = "leading"
    """The dealer names the Leading Order."""
    PLAY = "play"
    INTERVAL = "interval"
    """Between two hands: everything is shown, and everybody says when the next one may start."""
    OVER = "over"


class Asked(StrEnum):
    """The question to the seat whose turn it is."""

    LEADING = "leading"
    ORDER = "order"
    """After usurping: the Order from now on."""
    LEAD = "lead"
    """Four players: the card that starts the Discard."""
    PLAY = "play"
    ANSWER = "answer"
    """Give in to the Uprising, or challenge it."""


class Laid(msgspec.Struct, frozen=True, array_like=True):
    """One card of the Discard and its effect.

    In JSON a list, because a frame holds fifty of them.
    """

    seat: Seat | None
    """None: the Stock's card."""
    way: PlayType
    card: Card | None = None
    """None: a Downcard given in to, unseen until the hand is over."""
    points: int = 0
    """The points of the play, without a bonus."""
    to: int | None = None
    """The side that got the points and the bonus."""
    beater: bool = False
    """The points are a beaten beater's."""
    challenged: bool = False
    """It was a Downcard, and turned up."""
    bonus: int = 0


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Reneg was called, rightly or wrongly."""

    by: Seat
    accused: Seat
    true: bool
    points: int
    to: int
    """The side that got the points."""
    index: int
    """The Sluff Off's place in the Discard."""
    back: Card | None = None
    """The card of a Reneg that was taken back, without a penalty."""


class Shown(msgspec.Struct, frozen=True):
    """The secrets that are shown once the hand is over."""

    downcards: tuple[tuple[Seat, Card, int], ...]
    """Downcards given in to: whose, which, index in the Discard."""
    stock: tuple[Card, ...]
    """The cards that lay face down, top first."""
    renegs: tuple[int, ...]
    """Indexes of the Sluff Offs that were Renegs, called or not."""


class Paid(msgspec.Struct, frozen=True):
    """The result of the last finished hand."""

    hand: int
    hand_points: tuple[int, ...]
    """By side."""
    winner: int | None
    """The side that wins a game point; None: nobody does."""


class Tableau(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of the state."""

    options: Options
    phase: Phase
    hand: int
    """1-based number of the present or coming hand, drawn ones counted; 0 before the first."""
    seats: tuple[Seat, ...]
    """Clockwise; this is also the order of play."""
    sides: tuple[tuple[Seat, ...], ...]
    """The seats that win and lose together; a side's number is its index here."""
    counts: tuple[int, ...]
    """Cards in hand, by seat; a Downcard lying across is in no hand."""
    hand_points: tuple[int, ...]
    """By side."""
    game_points: tuple[int, ...]
    """By side."""
    to_win: int
    """Game points that win the match."""
    dealer: Seat | None = None
    leader: Seat | None = None
    order: Order | None = None
    turn: Seat | None = None
    """The seat that is asked."""
    asked: Asked | None = None
    discard: tuple[Laid, ...] = ()
    """Oldest first."""
    upcard: Card | None = None
    owner: Seat | None = None
    """The player of the Upcard; None for the Stock's card."""
    free: bool = False
    """The Upcard lies by a Sluff Off, and the next player is to play on it: any card scores."""
    worth: int = 0
    """The points of the Upcard, unless a beater beats it."""
    rising: Seat | None = None
    """The seat whose Downcard lies across the Upcard."""
    answers: tuple[Seat, ...] = ()
    """The seats that have yet to answer it, in order."""
    stock: int = 0
    """Cards face down in the Stock."""
    reveal: tuple[Card, ...] = ()
    """The Reveal pile, oldest first."""
    accused: Seat | None = None
    """On your honour: whose last Sluff Off lies there; called now, a Reneg is taken back."""
    calls: tuple[Call, ...] = ()
    confirmed: tuple[Seat, ...] = ()
    """The seats that are ready for the next hand."""
    shown: Shown | None = None
    """Once the hand is over."""
    paid: Paid | None = None
    """The last finished hand."""
    last_deal: bool = False
    """The host has called the last hand."""
    questions: int = 0
    """The number of questions in this hand; all of them are public."""


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private part of one seat."""

    cards: tuple[Card, ...] = ()
    """Sorted by suit, high ranks first."""
    downcards: tuple[tuple[Card, int], ...] = ()
    """Own Downcards that were given in to: which, index in the Discard."""
    rising: Card | None = None
    """This seat's Downcard that lies across the Upcard now."""


Stock: TypeAlias = tuple[Card, ...]
"""The hidden part of the state: the Stock, top card first."""
UsurpState: TypeAlias = State[Tableau, Hand, Stock]
UsurpView: TypeAlias = View[Tableau, Hand]


def pack(public: Tableau) -> tuple[Card, ...]:
    """The cards that are shuffled for a hand."""
    return TWO_PACKS if public.options.packs == 2 and len(public.seats) == 4 else PACK


def with_hand(state: UsurpState, seat: Seat, hand: Hand) -> UsurpState:
    """The state with what this seat knows replaced."""
    return replace(state, private=put(state.private, seat, hand))
