"""The end of a hand and of a session: markers, nets, and the reconciliation with the bank."""

from app.games.scroker.events import FoldedOut, HandOver, PassedIn, SessionOver
from app.games.scroker.state import Paid, Phase, ScrokerState, Tableau, live
from app.kits.next_state import after, put
from app.rules.game import Outcome, Seat, Standing


def fold_out(state: ScrokerState) -> ScrokerState:
    """All but one have folded and leave the middle to that seat; nothing is shown or proved."""
    public = state.public
    (seat,) = live(public)
    chips = sum(public.staked) + public.carry
    stacks = put(public.stacks, seat, public.stacks[seat] + chips)
    state = after(
        state,
        FoldedOut(seat, chips),
        stacks=stacks,
        staked=(0,) * len(stacks),
        carry=0,
        carriers=(),
    )
    return settle(state, (seat,))


def pass_in(state: ScrokerState) -> ScrokerState:
    """Nobody has opened: the antes stay in the middle for the next hand."""
    public = state.public
    carry = public.carry + sum(public.staked)
    carriers = tuple(dict.fromkeys((*public.carriers, *public.players)))
    return settle(
        after(
            state, PassedIn(carry), carry=carry, carriers=carriers, staked=(0,) * len(public.stacks)
        ),
        (),
    )


def settle(state: ScrokerState, winners: tuple[Seat, ...] | None = None) -> ScrokerState:
    """Ends the hand: markers are cleared from winnings; then the interval, or the end.

    With the last hand the carry goes back, so that the hands add up to the reconciliation.
    """
    seats = state.public.players
    if is_last_hand(state.public):
        seats += tuple(seat for seat in state.public.carriers if seat not in seats)
        state = _given_back(state)
    public = state.public
    if winners is None:
        winners = tuple(sorted({seat for pot in public.pots for seat in pot.winners}))
    cleared = tuple(map(min, public.markers, public.stacks))
    stacks = tuple(map(int.__sub__, public.stacks, cleared))
    markers = tuple(map(int.__sub__, public.markers, cleared))
    nets = tuple(stacks[seat] - markers[seat] - public.started[seat] for seat in seats)
    state = after(
        state,
        HandOver(public.hand),
        phase=Phase.INTERVAL,
        turn=None,
        stacks=stacks,
        markers=markers,
        confirmed=(),
        leader=None,
        paid=Paid(public.hand, seats, nets, winners),
        questions=public.questions + 1,
    )
    return end_session(state) if ended(state.public) else state


def ended(public: Tableau) -> str | None:
    """The reason why the session ends with the last finished hand, or None."""
    if public.last_deal:
        return "last-deal"
    if time_is_up(public):
        return "time-up"
    done = 0 if public.paid is None else public.paid.hand
    return (
        "last-hand" if public.options.ending == "hands" and done >= public.options.hands else None
    )


def time_is_up(public: Tableau) -> bool:
    """True if the minutes of the session are over."""
    return public.options.ending == "minutes" and public.minutes >= public.options.minutes


def is_last_hand(public: Tableau) -> bool:
    """True if the session ends with this hand."""
    by_hands = public.options.ending == "hands" and public.hand >= public.options.hands
    return public.last_deal or time_is_up(public) or by_hands


def _given_back(state: ScrokerState) -> ScrokerState:
    """The carry goes back to those who paid into it, odd chips to the first of them."""
    public = state.public
    if not public.carry:
        return state
    stacks = public.stacks
    share, odd = divmod(public.carry, len(public.carriers))
    for place, seat in enumerate(public.carriers):
        stacks = put(stacks, seat, stacks[seat] + share + (place < odd))
    return after(state, stacks=stacks, carry=0, carriers=())


def end_session(state: ScrokerState) -> ScrokerState:
    """The carry goes back; then everybody reconciles."""
    state = after(_given_back(state), phase=Phase.OVER, turn=None, confirmed=())
    found = outcome(state.public)
    assert found is not None
    return after(state, SessionOver(found.ranking[0], found.points[found.ranking[0][0]]))


def results(public: Tableau) -> tuple[int, ...]:
    """Everybody's chips against what the bank gave them, by seat."""
    ledger = zip(public.stacks, public.bought, public.markers, strict=True)
    return tuple(stack - bought - marker for stack, bought, marker in ledger)


def outcome(public: Tableau) -> Outcome | None:
    """The result of the session, most winnings first; leavers are ranked with all others."""
    return (
        None
        if public.phase is not Phase.OVER
        else Outcome.from_points(results(public), ended(public) or "too-few")
    )


def standings(public: Tableau) -> tuple[Standing, ...]:
    """The nets of the last finished hand, for everybody who was dealt in."""
    paid = public.paid
    if paid is None:
        return ()
    return tuple(
        Standing(paid.hand, seat, 1 + sum(other > net for other in paid.nets), net)
        for seat, net in zip(paid.seats, paid.nets, strict=True)
    )
