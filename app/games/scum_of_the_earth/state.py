"""The state of a match of Scum of the Earth: what everybody knows, and what each seat knows."""

from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.scum_of_the_earth.cards import Card
from app.games.scum_of_the_earth.options import Options, whole_deck
from app.kits.next_state import put
from app.rules.game import Seat, State, View


class Phase(StrEnum):
    DRAW = "draw"
    """Cards are drawn for the first ranks."""
    DEAL = "deal"
    TAKEOVER = "takeover"
    """The window after the deal: everybody confirms; who was dealt both WILDs may declare."""
    BONUS = "bonus"
    PLAY = "play"
    INTERVAL = "interval"
    """Between two hands: everybody says when the next one may start."""
    OVER = "over"


class Asked(StrEnum):
    """The question to the seat whose turn it is, during Phase.PLAY."""

    LEAD = "lead"
    FOLLOW = "follow"
    TARGET = "target"
    """Special 6: who passes for the rest of the trick."""
    LOOK = "look"
    """Special 5: whose hand to look at, or decline."""
    AGAIN = "again"
    """Special 7: follow your own play, or decline."""


class Set(msgspec.Struct, frozen=True):
    """One play: a set that lies in the trick."""

    seat: Seat
    cards: tuple[Card, ...]
    face: int
    size: int
    """The number of cards it counts as; a special 10 may count as two."""


class Trick(msgspec.Struct, frozen=True):
    """Plays of one trick, oldest first; empty before the lead."""

    number: int
    """1-based within the deal."""
    sets: tuple[Set, ...] = ()
    passed: tuple[Seat, ...] = ()
    """The seats that have passed since the last play."""
    barred: tuple[Seat, ...] = ()
    """The seats that a special 6 keeps out of this trick."""
    winner: Seat | None = None
    """Set on a finished trick only."""


class Draw(msgspec.Struct, frozen=True):
    """One round of drawing for the first ranks, by seat.

    Later rounds are redraws of tied players.
    """

    cards: tuple[tuple[Seat, Card], ...]


class Look(msgspec.Struct, frozen=True):
    """A look by a special 5: `seat` looked at the hand of `target`.

    The looker's `Seen` has the cards.
    """

    seat: Seat
    target: Seat
    played: int
    """The number of cards that `target` had played by then."""
    infinity: bool | None
    """True if Infinity was in that hand; None as long as nobody has played it."""


class Tableau(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of the state."""

    options: Options
    titles: tuple[str, str, str, str, str]
    """Names of the ranks: first, second, middle, second-to-last, last."""
    phase: Phase
    deal: int
    """1-based number of the present or coming hand; 0 before the first draw is done."""
    ranks: tuple[Seat, ...]
    """The seats in the match, best rank first: this is also the order of play, clockwise."""
    salaries: tuple[int, ...]
    """Play points so far, by seat; leavers keep theirs."""
    counts: tuple[int, ...]
    """Cards in hand, by seat."""
    highest: int
    """Highest plain face in the deck, 10 to 13."""
    draws: tuple[Draw, ...] = ()
    """The draws for the first ranks; empty after the first hand."""
    confirmed: tuple[Seat, ...] = ()
    """The seats that have confirmed in the takeover window or the interval."""
    giving: tuple[Seat, ...] = ()
    """Higher ranks who have yet to give back in the bonus exchange."""
    turn: Seat | None = None
    asked: Asked | None = None
    trick: Trick | None = None
    last_trick: Trick | None = None
    """The trick before, for a second look."""
    played: tuple[tuple[Card, ...], ...] = ()
    """All cards that each seat has played in this hand, by seat, in order."""
    infinity: Seat | None = None
    """The seat that took Infinity into hand by winning a trick, and still holds it."""
    takeover: Seat | None = None
    """The seat that declared a takeover in this hand."""
    looks: tuple[Look, ...] = ()
    """The looks of special 5s in this hand."""
    out: tuple[Seat, ...] = ()
    """The seats that have gone out in this hand, in order."""
    turns: int = 0
    """Number of questions put to players in this hand; all of them are public."""
    paid: tuple[tuple[Seat, int], ...] = ()
    """The last finished hand: its new ranks, best first, with the salary of each."""
    paid_deal: int = 0
    """Number of that hand; 0 before the first one ends."""
    last_deal: bool = False
    """The host has called the last hand."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The whole deck of this hand, best first.

        It follows from other facts, so frames omit it.
        """
        return whole_deck(self.highest, self.options)


class Exchange(msgspec.Struct, frozen=True):
    """The cards that passed between this seat and its bonus partner in this hand."""

    partner: Seat
    gave: tuple[Card, ...]
    got: tuple[Card, ...]


class Seen(msgspec.Struct, frozen=True):
    """The cards that a special 5 showed this seat."""

    seat: Seat
    cards: tuple[Card, ...]
    played: int
    """The number of cards that seat had played by then."""


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private part of one seat."""

    cards: tuple[Card, ...] = ()
    """Sorted best first."""
    exchange: Exchange | None = None
    seen: tuple[Seen, ...] = ()


ScumState: TypeAlias = State[Tableau, Hand, None]
"""Nothing is hidden from everybody: the whole deck is dealt."""
ScumView: TypeAlias = View[Tableau, Hand]


def with_hand(state: ScumState, seat: Seat, hand: Hand) -> ScumState:
    """The state with this seat's private part replaced, and its public number of cards."""
    counts = put(state.public.counts, seat, len(hand.cards))
    return State(
        replace(state.public, counts=counts),
        put(state.private, seat, hand),
        state.hidden,
        state.events,
    )


def with_hands(state: ScumState, hands: dict[Seat, Hand]) -> ScumState:
    """The state with these hands of several seats."""
    for seat, hand in hands.items():
        state = with_hand(state, seat, hand)
    return state


def still_in(public: Tableau) -> tuple[Seat, ...]:
    """The seats that have not gone out in this hand, in order of play from rank 1."""
    return tuple(seat for seat in public.ranks if seat not in public.out)
