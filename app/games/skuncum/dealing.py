"""Dealing: the lot for the first lead, the hands, and the deck that is shuffled again."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.games.skuncum import leading
from app.games.skuncum.cards import DECK, Card, packed, sort_hand, without
from app.games.skuncum.events import HandDealt, LeaderDrawn, Reshuffled
from app.games.skuncum.hats import marks
from app.games.skuncum.options import BOXES, Options
from app.games.skuncum.state import Hand, Phase, SkuncumState, Tableau
from app.games.skuncum.table_records import Box
from app.kits.next_state import after
from app.rules.game import Seat, State

SEATS: Final = range(3, 7)
"""Numbers of players at a table; the rules work for 2 to 8."""
CARDS: Final = 5
"""Cards dealt to each player."""


def begin(seats: int, options: Options) -> Tableau:
    """The table before it is drawn who is asked first to lead."""
    size = BOXES[options.box]
    return Tableau(
        options=options,
        phase=Phase.LOT,
        seats=tuple(map(Seat, range(seats))),
        hand=0,
        boxes=(Box(),) * seats,
        hat_sizes=size.hats,
        vote_size=size.votes,
        counts=(0,) * seats,
        piles=((),) * seats,
    )


def draw_leader(state: SkuncumState, order: Sequence[int]) -> SkuncumState:
    """The first of the order is asked first to lead."""
    first = Seat(order[0])
    return after(state, LeaderDrawn(first), phase=Phase.DEAL, first=first)


def first_deal(state: SkuncumState, order: Sequence[int]) -> SkuncumState:
    """The whole deck in this order, and the first hand from it."""
    stock = tuple(DECK[index] for index in order)
    shuffled = after(state, stock=len(stock), deck_size=len(stock))
    return begin_hand(State(shuffled.public, state.private, stock, shuffled.events))


def begin_hand(state: SkuncumState) -> SkuncumState:
    """Deals the next hand from the deck, as far as it goes, beginning with the one who leads."""
    public = state.public
    state = after(
        state,
        hand=public.hand + 1,
        race=0,
        starter=public.first,
        questions=0,
        before=tuple(map(marks, public.boxes)),
        kept=0,
        kept_cards=(),
        kept_counts=(),
        suited=(None,) * len(public.seats),
        one_of=(),
        tallies=(),
        answered=(),
    )
    state = _dealt(state)
    missing = CARDS * len(public.seats) - sum(state.public.counts)
    return _run_out(state) if missing else _begun(state)


def reshuffled(state: SkuncumState, order: Sequence[int]) -> SkuncumState:
    """The earlier cards in this order, and the rest of the hand from them."""
    pile = pile_codes(state.public)
    stock = tuple(pile[index] for index in order)
    shuffled = after(state, stock=len(stock), deck_size=len(stock))
    return _begun(_dealt(State(shuffled.public, state.private, stock, shuffled.events)))


def pile_codes(public: Tableau) -> tuple[Card, ...]:
    """The cards that are shuffled again: all that are not in hands, as everybody knows."""
    return without(DECK, public.kept_cards)


def _dealt(state: SkuncumState) -> SkuncumState:
    """Deals one card at a time until everybody has five, or the deck is empty."""
    public = state.public
    players, start = len(public.seats), public.starter
    assert start is not None
    held = sum(public.counts)
    number = min(CARDS * players - held, len(state.hidden))
    cards = [list(hand.cards) for hand in state.private]
    for at, card in enumerate(state.hidden[:number], held):
        cards[(start + at) % players].append(card)
    dealt = replace(public, counts=tuple(map(len, cards)), stock=public.stock - number)
    private = tuple(Hand(sort_hand(own)) for own in cards)
    return State(dealt, private, state.hidden[number:], state.events)


def _run_out(state: SkuncumState) -> SkuncumState:
    """The deck is empty before everybody has five cards: all others await an order."""
    kept = sort_hand(card for hand in state.private for card in hand.cards)
    public = replace(
        state.public,
        phase=Phase.RESHUFFLE,
        kept=len(kept),
        kept_cards=kept,
        kept_counts=state.public.counts,
        played=packed(()),
        stock=len(DECK) - len(kept),
        turn=None,
    )
    event = Reshuffled(public.stock)
    return State(public, state.private, pile_codes(public), (*state.events, event))


def _begun(state: SkuncumState) -> SkuncumState:
    public = state.public
    assert public.first is not None
    return leading.begin_race(after(state, HandDealt(public.hand, public.first)), public.first)
