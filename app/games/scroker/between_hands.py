"""Between two hands: rebuys, a look at a hand that stayed, who is ready, and who comes and goes."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.games.scroker import settlement
from app.games.scroker.betting import clockwise
from app.games.scroker.events import Rebought, SeatsChanged, TooFew
from app.games.scroker.hand_start import SEATS, begin_hand, can_play, clear, left_of
from app.games.scroker.state import Hand, Phase, ScrokerState, Tableau, live
from app.kits.next_state import after, put
from app.rules.game import Seat, State


def rebuys(public: Tableau, seat: Seat) -> range:
    """The numbers of chips that this seat may buy now, once between two hands.

    A marker is cleared first, and the stack filled up to the buy-in.
    """
    missing = public.options.buy_in - public.stacks[seat]
    return (
        range(public.markers[seat] + 1, public.markers[seat] + missing + 1)
        if missing > 0 and seat not in public.rebought
        else range(0)
    )


def rebuy(state: ScrokerState, seat: Seat, chips: int) -> ScrokerState:
    public = state.public
    cleared = public.markers[seat]
    return after(
        state,
        Rebought(seat, chips, cleared),
        stacks=put(public.stacks, seat, public.stacks[seat] + chips - cleared),
        bought=put(public.bought, seat, public.bought[seat] + chips),
        markers=put(public.markers, seat, 0),
        rebought=(*public.rebought, seat),
        deeds=put(public.deeds, seat, public.deeds[seat] + 1),
    )


def to_be_seen(public: Tableau, seat: Seat) -> tuple[Seat, ...]:
    """The hands that this seat may ask to see: it won a pot, and they stayed to the end."""
    if public.paid is None or seat not in public.paid.winners or not public.pots:
        return ()
    return tuple(
        other
        for other in live(public)
        if other != seat and len(public.shown[other]) < public.counts[other]
    )


def confirm(state: ScrokerState, seats: Sequence[Seat]) -> ScrokerState:
    """These seats are ready, or their time is up; the next hand begins with the last of them.

    If fewer than two can be dealt in, everybody is asked once more. If that changes nothing, the
    session ends.
    """
    state = after(state, confirmed=(*state.public.confirmed, *seats))
    public = state.public
    if set(public.seats) - set(public.confirmed):
        return state
    assert public.dealer is not None
    if (
        not public.asked_again
        and not public.last_deal
        and sum(can_play(public, seat) for seat in public.seats) < 2
    ):
        return after(
            state,
            TooFew(),
            confirmed=(),
            rebought=(),
            asked_again=True,
            questions=public.questions + 1,
        )
    return begin_hand(after(clear(state), hand=public.hand + 1), left_of(public, public.dealer))


def may_reseat(public: Tableau) -> bool:
    """True between two hands, but never before the first one or while a game is being named."""
    return public.phase is Phase.INTERVAL or (
        public.phase is Phase.DEAL and public.paid is not None
    )


def reseat(state: ScrokerState, left: Sequence[Seat], joined: int) -> ScrokerState:
    """Leavers take their stack along, for the reconciliation; joiners buy in and sit down last."""
    public = state.public
    new = tuple(Seat(seat) for seat in range(len(state.private), len(state.private) + joined))
    seats = tuple(seat for seat in public.seats if seat not in left) + new
    assert len(seats) in SEATS, f"{len(seats)} cannot play this game"
    none, chips = (0,) * joined, (public.options.buy_in,) * joined
    state = State(
        replace(
            public,
            seats=seats,
            stacks=public.stacks + chips,
            bought=public.bought + chips,
            markers=public.markers + none,
            staked=public.staked + none,
            put=public.put + none,
            started=public.started + chips,
            counts=public.counts + none,
            up=public.up + ((),) * joined,
            drawn=public.drawn + (None,) * joined,
            claims=public.claims + (None,) * joined,
            shown=public.shown + ((),) * joined,
            deeds=public.deeds + none,
            confirmed=tuple(seat for seat in public.confirmed if seat not in left),
            sitting_out=tuple(seat for seat in public.sitting_out if seat not in left),
        ),
        state.private + (Hand(),) * joined,
        state.hidden,
        (SeatsChanged(tuple(left), new),),
    )
    if public.phase is Phase.INTERVAL:
        return confirm(state, ())
    return _dealt_in_anew(state, new)


def _dealt_in_anew(state: ScrokerState, new: Sequence[Seat]) -> ScrokerState:
    """The hand that is about to be dealt, with those who are there now; its game stays."""
    public = state.public
    assert public.dealer is not None
    wanted = {*public.players, *new}
    circle = [seat for seat in public.seats if seat in wanted]
    if len(circle) < 2:
        return settlement.end_session(state)
    dealer = next((seat for seat in circle if seat >= public.dealer), circle[0])
    return after(state, dealer=dealer, players=(*clockwise(circle, dealer)[1:], dealer))
