"""The state of a match: what everybody knows, what each seat knows, and crypts not seen yet."""

from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import Card, deck
from app.games.scum_the_masquerade.moves import Decide, Declare
from app.games.scum_the_masquerade.options import USUAL, Options, packs
from app.games.scum_the_masquerade.politics.trade_records import (
    Bargain,
    Bid,
    Exchange,
    Pair,
    Swap,
    Talk,
)
from app.games.scum_the_masquerade.powers.clans import Pack
from app.games.scum_the_masquerade.powers.marks import (
    Effect,
    ForbiddenRanks,
    Form,
    Gain,
    Look,
    Pending,
    Proof,
    Reshaping,
)
from app.games.scum_the_masquerade.powers.sheets import Sheet
from app.games.scum_the_masquerade.table_records import (
    Asked,
    Boon,
    Conspiracy,
    Laid,
    Phase,
    Request,
    Shown,
    Snapshot,
    Trick,
)
from app.kits.next_state import after, put
from app.rules.game import Event, PrivateEvent, Seat, State, View

__all__ = [
    "Asked",
    "Boon",
    "Conspiracy",
    "Crypts",
    "Hand",
    "Laid",
    "Phase",
    "Request",
    "ScumState",
    "ScumView",
    "Shown",
    "Snapshot",
    "Tableau",
    "Trick",
    "after_seat",
    "first_rank",
    "last_rank",
    "still_in",
    "tell",
    "with_hand",
]


class Tableau(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The public part of the state."""

    options: Options = USUAL
    phase: Phase
    round: int
    """The number of the round: of a match with ranks 0 is the one that settles them."""
    order: tuple[Seat, ...]
    """The places round the table, clockwise. In a round with ranks it is their order, best first:
    a place follows the rank, a seat never changes (H15, A15)."""
    scores: tuple[int, ...]
    """Play points so far, by seat."""
    counts: tuple[int, ...]
    """Cards in each crypt, by seat."""
    played: tuple[tuple[Card, ...], ...] = ()
    """All cards that each seat has played in this round, by seat, in order."""
    extras: tuple[Seat, ...] = ()
    """The seats that get one of the extra cards, in this round or, between two, in the next."""
    extras_chosen: bool = False
    """The first rank has changed them."""
    confirmed: tuple[Seat, ...] = ()
    """The seats that are ready for the next round."""
    hunted: Seat | None = None
    """The player whom the second rank has declared a blood hunt on."""
    hunted_before: Seat | None = None
    """The one who was hunted in the round before."""
    dealt_to: tuple[Seat, ...] = ()
    """The places as they were at the deal; pacts may have changed them since."""
    takers: tuple[Seat, ...] = ()
    """The seats with a pact in this round, or until the pacts are revealed in the last one."""
    risen: Seat | None = None
    """The first rank of this round, if a pact has made it that."""
    pairs: tuple[Pair, ...] = ()
    """The trading partners of this round."""
    swaps: tuple[Swap, ...] = ()
    """The secret exchanges of this round in order: of the trades, and of illegal ones."""
    boons: tuple[Boon, ...] = ()
    """The requests for boons in this round; the last one may wait for an answer."""
    conspiracies: tuple[Conspiracy, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    """Clans, dots and charges, by seat; empty in a match without disciplines."""
    decisions: Decide = Decide((Pack.CAMARILLA,))
    """The decisions of the first rank, or of the one before it."""
    decided_by: Seat | None = None
    """The first rank that has decided last; None: nobody has."""
    may_convert: tuple[Seat, ...] = ()
    """The seats that may change to the side of the first rank now."""
    converted_to: Seat | None = None
    """The first rank whose side was offered last."""
    drafted: tuple[Seat, ...] = ()
    """The seats that have declared, while not all have."""
    pile: tuple[Card, ...] = ()
    """The cards of this round's finished tricks."""
    gains: tuple[Gain, ...] = ()
    looks: tuple[Look, ...] = ()
    proofs: tuple[Proof, ...] = ()
    effects: tuple[Effect, ...] = ()
    forbidden: tuple[ForbiddenRanks, ...] = ()
    pending: Pending | None = None
    reshapings: tuple[Reshaping, ...] = ()
    """The uses of Vicissitude in this round."""
    revealed: tuple[Form, ...] = ()
    """The cards that were played as others by it."""
    tempted: Pair | None = None
    """The two of an exchange that Serpentis forces, while it is under way."""
    seen_through: tuple[Seat, ...] = ()
    """The seats that have seen the cards of the hand that waits for challenges."""
    uses: int = 0
    """Number of uses before a play in this round."""
    used: int = 0
    """The number of the question before which the last of them was made."""
    naming: Seat | None = None
    """The seat whose hand is to be named, while that is asked."""
    promised: tuple[Card, ...] = ()
    """The hand that a granted boon obliges its asker to lead."""
    taken_back: tuple[Card, ...] = ()
    """The hand that the leader had to take back, and does not lead again at once."""
    draws: int = 0
    """The hands of this round that chance has drawn."""
    turn: Seat | None = None
    asked: Asked | None = None
    trick: Trick | None = None
    last_trick: Trick | None = None
    out: tuple[Seat, ...] = ()
    """The seats that have emptied their crypts in this round, in order."""
    turns: int = 0
    """Number of questions put to players in this match; all of them are public."""
    placed: tuple[Seat, ...] = ()
    """The result of the last finished round: the rank that each seat holds next, best first."""
    placed_round: int = 0
    """The number of finished rounds that scored."""
    revolution: bool = False
    """The last finished round ended in a revolution."""
    regards: tuple[tuple[int, ...], ...] = ()
    """By seat, what it has had of each other one in this match; rules never ask for it."""
    last_round: bool = False
    """The host has called the last round."""

    @property
    def packs(self) -> int:
        return packs(len(self.order), self.options)

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards of the round, lowest first."""
        return deck(self.packs)

    @property
    def open_cards(self) -> tuple[Card, ...]:
        """The cards that lie open: the pile, then the hands of the running trick."""
        hands = self.trick.hands if self.trick is not None else ()
        return self.pile + tuple(card for laid in hands for card in laid.cards)

    def gained(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that this seat took up from the pile, in order."""
        return tuple(gain.card for gain in self.gains if gain.seat == seat)

    def taken_up(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that this seat took up and still holds, for all to know."""
        last = {gain.card: gain.seat for gain in self.gains}
        lie = {*self.open_cards}
        return tuple(card for card, by in last.items() if by == seat and card not in lie)

    @property
    def dealt(self) -> bool:
        """True while the cards of a round are out, before its end."""
        return self.phase is not Phase.INTERVAL and any(self.counts)

    @property
    def unseen(self) -> tuple[Seat, ...]:
        """The seats that have not seen their own crypt, which is dealt."""
        match self.phase:
            case Phase.PACTS | Phase.DECIDE | Phase.DECLARE:
                return tuple(sorted(self.order)) if any(self.counts) else ()
            case Phase.TRADE | Phase.MARKET:
                return tuple(sorted(self.takers))
            case _:
                return ()

    @property
    def ranked(self) -> bool:
        """True in a round in which ranks matter: trades, boons and revolutions."""
        return self.options.ranks and self.round > 0


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private part of one seat."""

    cards: tuple[Card, ...] = ()
    """The crypt, lowest first."""
    draft: Declare | None = None
    """The declaration of this seat, until all are revealed."""
    pact: bool | None = None
    """This seat's choice in the window for pacts; None: not made."""
    bluff: tuple[Card, ...] = ()
    """The cards that this seat plays face down, while others may challenge them."""
    seen_through: tuple[Card, ...] = ()
    """The cards of another seat's bluff, for who has seen through it."""
    reaction: bool | None = None
    """This seat's answer to the use that waits; None: not given yet."""
    talk: Talk | None = None
    exchanges: tuple[Exchange, ...] = ()
    forms: tuple[Form, ...] = ()
    """The cards of the crypt that may count as others in this round."""
    bargains: tuple[Bargain, ...] = ()
    """The exchanges that Serpentis forced this seat to, or that it forced."""
    bids: tuple[Bid, ...] = ()
    """The offers in illegal trades that this seat made or got, in order."""
    snapshots: tuple[Snapshot, ...] = ()
    requests: tuple[Request, ...] = ()
    """The requests to conspire that this seat made or received, but for those that were granted."""
    resting: bool = False
    """This seat has asked somebody to conspire, and pauses before it asks again."""
    shown: tuple[Shown, ...] = ()
    """The hands shown with requests for a boon: by this seat, or to it as the first rank."""


Crypts: TypeAlias = tuple[tuple[Card, ...], ...]
"""The crypts that their own owners may not see yet, by seat; empty where they may."""
ScumState: TypeAlias = State[Tableau, Hand, Crypts]
ScumView: TypeAlias = View[Tableau, Hand]


def tell(state: ScumState, event: Event, *seats: Seat) -> ScumState:
    """The state with an event that only these seats see."""
    return replace(state, private_events=(*state.private_events, PrivateEvent(seats, event)))


def with_hand(state: ScumState, seat: Seat, **changes: Any) -> ScumState:
    """The state with these parts of a seat's knowledge changed, and its public number of cards."""
    hand = replace(state.private[seat], **changes)
    if hand.forms:
        hand = replace(hand, forms=tuple(one for one in hand.forms if one.card in hand.cards))
    state = replace(state, private=put(state.private, seat, hand))
    if "cards" not in changes:
        return state
    return after(state, counts=put(state.public.counts, seat, len(hand.cards)))


def still_in(public: Tableau) -> tuple[Seat, ...]:
    """The seats that hold cards, in order of play from the first place."""
    return tuple(seat for seat in public.order if seat not in public.out)


def after_seat(public: Tableau, seat: Seat) -> tuple[Seat, ...]:
    """The other seats in order of play from the next one on."""
    place = public.order.index(seat)
    return public.order[place + 1 :] + public.order[:place]


def first_rank(public: Tableau) -> Seat:
    """The Justicar."""
    return public.order[0]


def last_rank(public: Tableau) -> Seat:
    """The Mortal Scum."""
    return public.order[-1]


def extra_cards(public: Tableau) -> int:
    """The number of cards that an even deal leaves over."""
    return len(public.deck) % len(public.order)


def due(public: Tableau) -> Phase:
    """The lot, or the deal."""
    return Phase.LOT if not public.ranked and extra_cards(public) else Phase.DEAL
