"""The parts of a session, laid out by who may know them. Chips are play chips; "by seat": an item for every seat there ever was."""

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.scroker.cards import Card
from app.games.scroker.claims import Claim
from app.games.scroker.options import Named, Options
from app.rules.game import Event, Seat, State, View


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
    DRAW = "draw"
    RESHUFFLE = "reshuffle"
    """The stock has run out in the middle of a hand: discards and folded hands await an order with what is left of it."""
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
    """Who has paid for it and stayed, clockwise from the dealer's left."""
    winners: tuple[Seat, ...] = ()
    """More than one where they share it."""
    carried: bool = False
    """Nobody could win it: it waits for the next hand."""


class Paid(msgspec.Struct, frozen=True):
    """The last finished hand."""

    hand: int
    seats: tuple[Seat, ...]
    """Who was dealt in; after the last hand also those who only got back what they had paid into the carry."""
    nets: tuple[int, ...]
    """Chips won or lost, by place in `seats`: markers made in this hand count against their owner."""
    winners: tuple[Seat, ...]
    """Who won a pot, or what was left when all others had folded; empty when the hand was passed in."""


class Tableau(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody knows."""

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
    """Who is dealt in, clockwise from the dealer's left, the dealer last. While Phase.ANTE and DEAL: who will be."""
    folded: tuple[Seat, ...] = ()
    """In the order in which they folded."""
    sitting_out: tuple[Seat, ...] = ()
    """Who has chosen to sit out from hand to hand."""
    carry: int = 0
    """Chips carried over from hands that nobody won; added to the main pot of the next one that is dealt."""
    carriers: tuple[Seat, ...] = ()
    """Who paid into the carry."""
    # -- cards, as far as they are public
    counts: tuple[int, ...] = ()
    """Cards in hand, by seat: hole cards in the stud, without the open ones. After a fold still what was held."""
    up: tuple[tuple[Card, ...], ...] = ()
    """Open cards of the stud, by seat, in the order in which they were dealt."""
    spit: Card | None = None
    common: Card | None = None
    """The stud's seventh card for everybody, where the deck was too small."""
    stock: int = 0
    """Cards in the stock."""
    drawn: tuple[int | None, ...] = ()
    """How many cards each seat exchanged, by seat; None: has not drawn (yet)."""
    owed: int = 0
    """While Phase.RESHUFFLE of a draw: how many cards the seat whose turn it is still gets."""
    reshuffled: bool = False
    """Discards and folded hands have gone back into the stock in this hand."""
    folded_then: tuple[Seat, ...] = ()
    """Whose folded hands those were."""
    open_then: tuple[Card, ...] = ()
    """The open cards among those."""
    drawn_then: tuple[Seat, ...] = ()
    """Whose discards those were, in the order in which they drew; the last of them was still being dealt to (see owed_then)."""
    owed_then: int = 0
    """How many cards that last one was dealt from the new stock."""
    # -- betting
    round: int = 0
    """1-based number of the betting round."""
    level: int = 0
    """What has to be matched in this round; 0: nobody has opened."""
    raises: int = 0
    aggressor: Seat | None = None
    """Who opened or raised last in this round."""
    opener: Seat | None = None
    """Who opened the first betting round of a draw game."""
    acted: tuple[Seat, ...] = ()
    """Who has acted since the last open or raise of this round."""
    tapped: tuple[Seat, ...] = ()
    """Who has run out of chips in this hand and is still in."""
    turn: Seat | None = None
    """Who is asked, where one seat is."""
    # -- the showdown
    declared: tuple[Seat, ...] = ()
    """Sorted."""
    claims: tuple[Claim | None, ...] = ()
    """By seat, once all have declared; None: was not asked. No word claimed is a claim without words."""
    shown: tuple[tuple[Card, ...], ...] = ()
    """Cards of each seat's hand that are public by now, by seat; open cards of the stud are in `up`."""
    pots: tuple[Pot, ...] = ()
    """The main pot first; empty before the showdown and where all but one folded."""
    pot: int = 0
    """Index of the pot that is being decided."""
    leader: Seat | None = None
    """Whose hand leads, while Phase.CHALLENGE."""
    answered: tuple[Seat, ...] = ()
    """Who has answered in the window, sorted; what, nobody sees before it closes."""
    proved: tuple[tuple[Seat, int], ...] = ()
    """Words that a spellcheck has proved: whose, which of their claim."""
    fouled: tuple[Seat, ...] = ()
    """Whose hand is Scum after a spellcheck."""
    accepted: tuple[Seat, ...] = ()
    """Whose claim nobody challenged, or has no word left to challenge."""
    opened_well: tuple[Seat, ...] = ()
    """Who has proved openers."""
    disqualified: tuple[Seat, ...] = ()
    """Who could not."""
    openers_shown: tuple[Card, ...] = ()
    """What proved the openers; they may have been discarded since."""
    # -- between hands
    confirmed: tuple[Seat, ...] = ()
    """Who is ready for the next hand, or has anted or sat out in Phase.ANTE."""
    rebought: tuple[Seat, ...] = ()
    """Who has bought chips in this interval; once is all."""
    deeds: tuple[int, ...] = ()
    """How often each seat has rebought or seen a hand in this interval, by seat."""
    paid: Paid | None = None
    last_deal: bool = False
    """The host has called the last hand."""
    questions: int = 0
    """Number of questions put in the session; all of them are public."""


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat knows besides."""

    cards: tuple[Card, ...] = ()
    """In hand, sorted (cards.sort_hand); in the stud the hole cards. A folded hand stays here, and lies face down on the table, until the
    hand is over or it is reshuffled."""
    dealt: tuple[Card, ...] = ()
    """The hand as it was first dealt, sorted: in the draw games what a seat opens on. Open cards are not in it."""
    discards: tuple[Card, ...] = ()
    """Own discards that lie on the table, sorted."""
    gone: tuple[Card, ...] = ()
    """Own discards, or the own folded hand, that were reshuffled into the stock, sorted. Their places are elsewhere now."""
    late: tuple[Card, ...] = ()
    """Of the cards those that were dealt after a reshuffle, sorted."""
    claim: Claim | None = None
    """Declared in this hand."""
    answer: int | None = None
    """In the present window: the word challenged, or -1 to let it stand; None: not answered."""
    hint: Claim | None = None
    """The best words of these cards, where the table allows hints."""


Stock: TypeAlias = tuple[Card, ...]
"""What nobody knows: the stock, top card first. While Phase.RESHUFFLE: what awaits the order, sorted."""
ScrokerState: TypeAlias = State[Tableau, Hand, Stock]
ScrokerView: TypeAlias = View[Tableau, Hand]


def after(state: ScrokerState, *events: Event, **public: Any) -> ScrokerState:
    """The state with these public facts changed and these events told after those of the same step."""
    return State(
        replace(state.public, **public), state.private, state.hidden, state.events + events
    )


def with_hands(state: ScrokerState, hands: dict[Seat, Hand]) -> ScrokerState:
    """The state with what these seats know replaced, and the public counts of cards with them."""
    private = tuple(hands.get(Seat(seat), hand) for seat, hand in enumerate(state.private))
    public = replace(state.public, counts=tuple(len(hand.cards) for hand in private))
    return State(public, private, state.hidden, state.events)


def live(public: Tableau) -> tuple[Seat, ...]:
    """Who was dealt in and has not folded, clockwise from the dealer's left."""
    return tuple(seat for seat in public.players if seat not in public.folded)


def shared(public: Tableau, seat: Seat) -> tuple[Card, ...]:
    """What this seat has besides its hand for its words: open cards, the spit or the common card."""
    cards = public.up[seat] if public.up else ()
    return cards + tuple(card for card in (public.spit, public.common) if card is not None)


def own_cards(view: ScrokerView) -> tuple[Card, ...]:
    """All cards of which this view's seat makes its hand."""
    assert view.seat is not None
    assert view.private is not None
    return view.private.cards + shared(view.public, view.seat)


def with_item(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """The same items but for one place."""
    return (*items[:at], item, *items[at + 1 :])


def in_the_middle(public: Tableau) -> int:
    """Chips on the table: bets and antes, pots that are not won yet, and the carry."""
    if public.pots:
        return (
            sum(pot.chips for pot in public.pots if not pot.winners and not pot.carried)
            + public.carry
        )
    return sum(public.staked) + public.carry
