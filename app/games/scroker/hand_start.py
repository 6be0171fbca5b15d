"""The beginning of a session and of each hand: the dealer, the named game, and the antes."""

from collections.abc import Sequence
from typing import Final

from app.games.scroker import settlement
from app.games.scroker.betting import clockwise
from app.games.scroker.events import DealerDrawn, HandSkipped
from app.games.scroker.named_game import Named, agreed, default_game
from app.games.scroker.options import Options
from app.games.scroker.state import Hand, Phase, ScrokerState, Tableau
from app.kits.next_state import after
from app.rules.game import Seat, State

SEATS: Final = range(2, 9)


def begin(seats: int, options: Options, ranked: bool) -> ScrokerState:
    """Everybody has bought in; a lot decides who deals first, unless the ranks decide it."""
    stacks = (options.buy_in,) * seats
    public = Tableau(
        options=options,
        phase=Phase.LOT,
        hand=0,
        seats=tuple(map(Seat, range(seats))),
        stacks=stacks,
        bought=stacks,
        markers=(0,) * seats,
        staked=(0,) * seats,
        put=(0,) * seats,
        started=stacks,
        named=default_game(options),
    )
    state = clear(State(public, (Hand(),) * seats, ()))
    return begin_hand(after(state, hand=1), Seat(0)) if ranked else state


def draw_dealer(state: ScrokerState, order: Sequence[int]) -> ScrokerState:
    """The lot has fallen: the first of the order deals the first hand."""
    dealer = state.public.seats[order[0]]
    return begin_hand(after(state, DealerDrawn(dealer), hand=1), dealer)


def clear(state: ScrokerState) -> ScrokerState:
    """The table without cards, bets and claims."""
    public = state.public
    nothing = (0,) * len(public.stacks)
    clean = Tableau(
        options=public.options,
        phase=public.phase,
        hand=public.hand,
        seats=public.seats,
        stacks=public.stacks,
        bought=public.bought,
        markers=public.markers,
        staked=nothing,
        put=nothing,
        started=public.stacks,
        named=public.named,
        dealer=public.dealer,
        sitting_out=public.sitting_out,
        carry=public.carry,
        carriers=public.carriers,
        counts=nothing,
        up=((),) * len(nothing),
        drawn=(None,) * len(nothing),
        claims=(None,) * len(nothing),
        shown=((),) * len(nothing),
        deeds=nothing,
        paid=public.paid,
        last_deal=public.last_deal,
        skipped=public.skipped,
        minutes=public.minutes,
        consent=public.consent,
        questions=public.questions,
    )
    return State(clean, (Hand(),) * len(nothing), (), state.events)


# -- who is dealt in


def can_play(public: Tableau, seat: Seat) -> bool:
    """True if this seat is dealt in: it does not sit out, can pay the ante, and owes nothing."""
    return (
        seat not in public.sitting_out
        and public.stacks[seat] >= public.options.ante
        and not public.markers[seat]
    )


def begin_hand(state: ScrokerState, dealer: Seat) -> ScrokerState:
    """The next hand, dealt by `dealer` or the next seat that is dealt in.

    With fewer than two such seats the session ends.
    """
    public = state.public
    circle = [seat for seat in clockwise(public.seats, dealer) if can_play(public, seat)]
    if len(circle) < 2:
        return settlement.end_session(state)
    dealer, players = circle[0], (*circle[1:], circle[0])
    state = after(state, dealer=dealer, players=players, named=default_game(public.options))
    if public.options.game != "dealers-choice":
        return after(state, phase=Phase.DEAL)
    return after(state, phase=Phase.NAMING, turn=dealer, questions=public.questions + 1)


def named(state: ScrokerState, game: Named) -> ScrokerState:
    """The dealer has named the game; the others ante or do not."""
    public = state.public
    assert public.dealer is not None
    return after(
        state,
        phase=Phase.ANTE,
        named=agreed(game, public.options),
        turn=None,
        confirmed=(public.dealer,),
        questions=public.questions + 1,
    )


def anted(state: ScrokerState) -> ScrokerState:
    """The hand is dealt once everybody has said whether to be in it.

    Once all who could deal have been left alone, one after the other, the session ends.
    """
    public = state.public
    if set(public.players) - set(public.confirmed):
        return state
    assert public.dealer is not None
    if len(public.players) > 1:
        return after(state, phase=Phase.DEAL, confirmed=(), skipped=0)
    state = after(state, HandSkipped(public.dealer), skipped=public.skipped + 1)
    alone = public.skipped + 1 >= sum(can_play(public, seat) for seat in public.seats)
    return (
        settlement.end_session(state)
        if alone or public.last_deal or settlement.time_is_up(public)
        else begin_hand(clear(state), left_of(public, public.dealer))
    )


def left_of(public: Tableau, seat: Seat) -> Seat:
    """The next seat to the left; for a leaver, the next of those who came later, or the first."""
    return next((other for other in public.seats if other > seat), public.seats[0])
