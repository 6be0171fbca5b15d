"""A hand from the shuffle to its game point, and the interval before the next one."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.games.usurp.cards import PlayType, sort_hand
from app.games.usurp.events import (
    DealerDrawn,
    DowncardsShown,
    HandDealt,
    HandOver,
    MatchOver,
    RenegsShown,
)
from app.games.usurp.options import Options
from app.games.usurp.renegs import renegs
from app.games.usurp.scoring import added, ended, leaders, left_of, value, winner
from app.games.usurp.state import Asked, Hand, Laid, Paid, Phase, Shown, Tableau, UsurpState, pack
from app.kits.next_state import after
from app.rules.game import Event, Seat, State

SEATS: Final = range(2, 5, 2)
CARDS: Final = 13
"""Cards dealt to each player."""


def begin(seats: int, options: Options) -> Tableau:
    """The table before it is drawn who deals first, or before the last seat deals."""
    around = tuple(map(Seat, range(seats)))
    number = 4 if seats == 4 and options.four == "alone" else 2
    drawn = options.first_dealer == "lot"
    return Tableau(
        options=options,
        phase=Phase.LOT if drawn else Phase.DEAL,
        hand=0 if drawn else 1,
        dealer=None if drawn else around[-1],
        leader=None if drawn else around[0],
        seats=around,
        sides=tuple(around[side::number] for side in range(number)),
        counts=(0,) * seats,
        hand_points=(0,) * number,
        game_points=(0,) * number,
        to_win=options.best_of // 2 + 1,
    )


def draw_dealer(state: UsurpState, order: Sequence[int]) -> UsurpState:
    """The lot has fallen: the first of the order deals the first hand."""
    dealer = Seat(order[0])
    return after(
        state,
        DealerDrawn(dealer),
        phase=Phase.DEAL,
        hand=1,
        dealer=dealer,
        leader=left_of(state.public, dealer),
    )


def deal(state: UsurpState, order: Sequence[int]) -> UsurpState:
    """Deals thirteen cards each, one at a time, from the Leader on.

    The rest is the Stock; with two players its top card starts the Discard. Then the dealer names
    the Leading Order.
    """
    public = state.public
    leader, dealer = public.leader, public.dealer
    assert leader is not None
    assert dealer is not None
    players = len(public.seats)
    deck = pack(public)
    cards = [deck[index] for index in order]
    dealt, rest = cards[: players * CARDS], tuple(cards[players * CARDS :])
    private = tuple(
        Hand(sort_hand(dealt[(seat - leader) % players :: players])) for seat in public.seats
    )
    upcard, stock = (rest[0], rest[1:]) if players == 2 else (None, rest)
    ready = replace(
        public,
        phase=Phase.LEADING,
        counts=(CARDS,) * players,
        discard=(Laid(None, PlayType.START, upcard),) if upcard else (),
        upcard=upcard,
        worth=value(public, upcard) if upcard else 0,
        stock=len(stock),
        turn=dealer,
        asked=Asked.LEADING,
        questions=1,
    )
    return State(ready, private, stock, (HandDealt(public.hand, dealer, leader, upcard),))


def finish(state: UsurpState) -> UsurpState:
    """Nobody has a card left: everything is shown, and most hand points earn a game point."""
    public = state.public
    downcards = sorted(
        (
            (Seat(seat), card, index)
            for seat, hand in enumerate(state.private)
            for card, index in hand.downcards
        ),
        key=lambda laid: laid[2],
    )
    shown = Shown(tuple(downcards), state.hidden, renegs(public, tuple(downcards)))
    won = winner(public.hand_points)
    over = replace(
        public,
        turn=None,
        asked=None,
        accused=None,
        shown=shown,
        paid=Paid(public.hand, public.hand_points, won),
        game_points=public.game_points if won is None else added(public.game_points, won, 1),
    )
    events: list[Event] = [HandOver(public.hand, public.hand_points, won)]
    if downcards:
        events.append(DowncardsShown(tuple((seat, card) for seat, card, _ in downcards)))
    if shown.renegs:
        laid = [public.discard[index] for index in shown.renegs]
        events.append(
            RenegsShown(
                tuple(
                    (entry.seat, entry.card)
                    for entry in laid
                    if entry.seat is not None and entry.card is not None
                )
            )
        )
    if ended(over) is None:
        over = replace(over, phase=Phase.INTERVAL, confirmed=())
    else:
        over = replace(over, phase=Phase.OVER)
        events.append(MatchOver(leaders(over), max(over.game_points)))
    return State(over, state.private, state.hidden, (*state.events, *events))


def clear(state: UsurpState) -> UsurpState:
    """Clears the table for the next hand, which awaits its shuffle.

    The deal moves to the left; after a hand that nobody won the same dealer deals again.
    """
    public = state.public
    assert public.paid is not None
    assert public.dealer is not None
    dealer = public.dealer if public.paid.winner is None else left_of(public, public.dealer)
    swept = replace(
        begin(len(public.seats), public.options),
        phase=Phase.DEAL,
        hand=public.hand + 1,
        dealer=dealer,
        leader=left_of(public, dealer),
        game_points=public.game_points,
        paid=public.paid,
        last_deal=public.last_deal,
    )
    return State(swept, (Hand(),) * len(public.seats), (), state.events)
