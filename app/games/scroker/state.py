"""The state of a session: what everybody knows, what each seat knows, and the stock.

Chips are play chips. "By seat" means an item for every seat there ever was.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.scroker.cards import Card
from app.games.scroker.claims import Claim
from app.games.scroker.named_game import Named
from app.games.scroker.options import Options
from app.rules.game import Seat, State, View


class Phase(StrEnum):
    LOT = "lot"
    """It is drawn who deals first."""
    NAMING = "naming"
    """Dealer's Choice: the dealer names the game of this hand."""
    ANTE = "ante"
    """Dealer's Choice: the others ante or sit this hand out."""
    DEAL = "deal"
    """The hand awaits its shuffle; antes are paid as it is dealt."""
    BET = "bet"
    CONSENT = "consent"
    """Betting waits: all are asked whether players may tap out at this table."""
    DRAW = "draw"
    RESHUFFLE = "reshuffle"
    """The stock has run out during a hand: discards and folded hands are shuffled with its rest."""
    DECLARE = "declare"
    CHALLENGE = "challenge"
    """A window in which everybody who stayed may call for a spellcheck of the leading hand."""
    INTERVAL = "interval"
    """Between two hands: rebuy, see a hand, sit out, or say that the next one may start."""
    OVER = "over"


class Pot(msgspec.Struct, frozen=True):
    """The main pot (the first) or a side pot, from the showdown on."""

    chips: int
    """Penalties paid into it included; stays as it was once the pot is won."""
    eligible: tuple[Seat, ...]
    """The seats that have paid for it and stayed, clockwise from the dealer's left."""
    winners: tuple[Seat, ...] = ()
    """More than one where they share it."""
    carried: bool = False
    """True if nobody could win the pot: it waits for the next hand."""


class Paid(msgspec.Struct, frozen=True):
    """The last finished hand."""

    hand: int
    seats: tuple[Seat, ...]
    """The seats that were dealt in; after the last hand also those who got a part of the carry."""
    nets: tuple[int, ...]
    """Chips won or lost, by place in `seats`; markers of this hand count against their owner."""
    winners: tuple[Seat, ...]
    """The seats that won a pot, or what was left when all others folded; empty if passed in."""


class Tableau(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of the state."""

    options: Options
    phase: Phase
    hand: int
    """1-based number of the present or coming hand; 0 before the first."""
    seats: tuple[Seat, ...]
    """Everybody in the session, clockwise; includes those who sit out."""
    # -- chips, by seat
    stacks: tuple[int, ...]
    bought: tuple[int, ...]
    """Chips from the bank, rebuys included."""
    markers: tuple[int, ...]
    """Debts at the bank."""
    staked: tuple[int, ...]
    """Put into this hand: ante and bets, never penalties."""
    put: tuple[int, ...]
    """Put into the present betting round."""
    started: tuple[int, ...]
    """Stacks as they were before this hand's antes."""
    # -- the hand's frame
    named: Named
    """The game of this hand (or the last one, between hands)."""
    dealer: Seat | None = None
    players: tuple[Seat, ...] = ()
    """The seats that are dealt in, from the dealer's left; in ANTE and DEAL those that will be."""
    folded: tuple[Seat, ...] = ()
    """The seats in the order in which they folded."""
    sitting_out: tuple[Seat, ...] = ()
    """The seats that have chosen to sit out from hand to hand."""
    carry: int = 0
    """Chips from hands that nobody won; they join the next hand's main pot."""
    carriers: tuple[Seat, ...] = ()
    """The seats that paid into the carry."""
    # -- cards, as far as they are public
    counts: tuple[int, ...] = ()
    """Cards in hand, by seat; in the stud hole cards only. A fold does not change it."""
    up: tuple[tuple[Card, ...], ...] = ()
    """Open cards of the stud, by seat, in the order in which they were dealt."""
    spit: Card | None = None
    common: Card | None = None
    """The stud's seventh card for everybody, where the deck was too small."""
    stock: int = 0
    """Cards in the stock."""
    drawn: tuple[int | None, ...] = ()
    """The number of cards that each seat exchanged, by seat; None: has not drawn (yet)."""
    owed: int = 0
    """While Phase.RESHUFFLE of a draw: how many cards the seat whose turn it is still gets."""
    reshuffled: bool = False
    """Discards and folded hands have gone back into the stock in this hand."""
    folded_then: tuple[Seat, ...] = ()
    """The owners of those folded hands."""
    open_then: tuple[Card, ...] = ()
    """The open cards among those."""
    drawn_then: tuple[Seat, ...] = ()
    """The owners of those discards, in order of drawing. The last one was still being dealt to (see
    owed_then)."""
    owed_then: int = 0
    """The number of cards that the last of them was dealt from the new stock."""
    # -- betting
    round: int = 0
    """1-based number of the betting round."""
    level: int = 0
    """The chips that have to be matched in this round; 0: nobody has opened."""
    raises: int = 0
    aggressor: Seat | None = None
    """The seat that opened or raised last in this round."""
    opener: Seat | None = None
    """The seat that opened the first betting round of a draw game."""
    acted: tuple[Seat, ...] = ()
    """The seats that have acted since the last open or raise of this round."""
    tapped: tuple[Seat, ...] = ()
    """The seats that have run out of chips in this hand and are still in."""
    turn: Seat | None = None
    """The seat that is asked, where one seat is."""
    # -- the showdown
    declared: tuple[Seat, ...] = ()
    """Sorted."""
    claims: tuple[Claim | None, ...] = ()
    """By seat, once all have declared; None: was not asked. "No word" is a claim without words."""
    shown: tuple[tuple[Card, ...], ...] = ()
    """Public cards of each seat's hand, by seat; the stud's open cards are in `up`."""
    pots: tuple[Pot, ...] = ()
    """The main pot first; empty before the showdown and where all but one folded."""
    pot: int = 0
    """Index of the pot that is being decided."""
    leader: Seat | None = None
    """The seat whose hand leads, in Phase.CHALLENGE."""
    answered: tuple[Seat, ...] = ()
    """The seats that have answered in the window, sorted; the answers are sealed until it
    closes."""
    proved: tuple[tuple[Seat, int], ...] = ()
    """Words that a spellcheck has proved: whose, which of their claim."""
    fouled: tuple[Seat, ...] = ()
    """The seats whose hand is Scum after a spellcheck."""
    accepted: tuple[Seat, ...] = ()
    """The seats whose claim nobody challenged, or has no word left to challenge."""
    opened_well: tuple[Seat, ...] = ()
    """The seats that have proved openers."""
    disqualified: tuple[Seat, ...] = ()
    """The seats that could not."""
    openers_shown: tuple[Card, ...] = ()
    """The cards that proved the openers; they may have been discarded since."""
    # -- between hands
    confirmed: tuple[Seat, ...] = ()
    """The seats that are ready for the next hand, or have anted or sat out in Phase.ANTE."""
    rebought: tuple[Seat, ...] = ()
    """The seats that have bought chips in this interval; each may do so once."""
    asked_again: bool = False
    """Too few could be dealt in, so all are asked once more in this interval."""
    deeds: tuple[int, ...] = ()
    """Rebuys and looks at hands in this interval, by seat."""
    paid: Paid | None = None
    last_deal: bool = False
    """The host has called the last hand."""
    skipped: int = 0
    """Hands in a row in which nobody but the dealer anted (Dealer's Choice)."""
    minutes: int = 0
    """Minutes of the session that are over, where its length is in minutes."""
    consent: bool | None = None
    """The answer of all whether players may tap out; None: not asked yet."""
    questions: int = 0
    """Number of questions put in the session; all of them are public."""


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private part of one seat."""

    cards: tuple[Card, ...] = ()
    """In hand, sorted (cards.sort_hand); in the stud the hole cards. A folded hand stays here until
    the hand is over or it is reshuffled."""
    dealt: tuple[Card, ...] = ()
    """The hand as it was first dealt, sorted, without open cards: a seat opens on it."""
    discards: tuple[Card, ...] = ()
    """Own discards that lie on the table, sorted."""
    gone: tuple[Card, ...] = ()
    """Own discards, or the folded hand, that were reshuffled into the stock, sorted."""
    late: tuple[Card, ...] = ()
    """The cards that were dealt after a reshuffle, sorted."""
    claim: Claim | None = None
    """Declared in this hand."""
    answer: int | None = None
    """In the present window: the word challenged, or -1 to let it stand; None: not answered."""
    agrees: bool | None = None
    """The answer in the present window about tapping out; None: not answered."""
    hint: Claim | None = None
    """The best words of these cards, where the table allows hints."""


Stock: TypeAlias = tuple[Card, ...]
"""The hidden part of the state: the stock, top card first. In Phase.RESHUFFLE the cards that wait
for the order, sorted."""
ScrokerState: TypeAlias = State[Tableau, Hand, Stock]
ScrokerView: TypeAlias = View[Tableau, Hand]


def with_hands(state: ScrokerState, hands: dict[Seat, Hand]) -> ScrokerState:
    """The state with what these seats know replaced, and the public counts of cards with them."""
    private = tuple(hands.get(Seat(seat), hand) for seat, hand in enumerate(state.private))
    public = replace(state.public, counts=tuple(len(hand.cards) for hand in private))
    return State(public, private, state.hidden, state.events)


def live(public: Tableau) -> tuple[Seat, ...]:
    """The seats that were dealt in and have not folded, from the dealer's left."""
    return tuple(seat for seat in public.players if seat not in public.folded)


def shared(public: Tableau, seat: Seat) -> tuple[Card, ...]:
    """This seat's cards besides its hand: open cards, the spit or the common card."""
    cards = public.up[seat] if public.up else ()
    return cards + tuple(card for card in (public.spit, public.common) if card is not None)


def own_cards(view: ScrokerView) -> tuple[Card, ...]:
    """All cards of which this view's seat makes its hand."""
    assert view.seat is not None
    assert view.private is not None
    return view.private.cards + shared(view.public, view.seat)


def in_the_middle(public: Tableau) -> int:
    """Chips on the table: bets and antes, pots that are not won yet, and the carry."""
    if public.pots:
        return (
            sum(pot.chips for pot in public.pots if not pot.winners and not pot.carried)
            + public.carry
        )
    return sum(public.staked) + public.carry
