"""The end of a hand and the time between two: the bank, rebuys, who comes and goes, the next dealer, and the reconciliation."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.games.scroker.betting import clockwise
from app.games.scroker.events import (
    DealerDrawn,
    FoldedOut,
    HandOver,
    HandSkipped,
    PassedIn,
    Rebought,
    SeatsChanged,
    SessionOver,
    TooFew,
)
from app.games.scroker.options import Named, Options, always
from app.games.scroker.state import Hand, Paid, Phase, ScrokerState, Tableau, after, live, with_item
from app.rules.game import Outcome, Seat, Standing, State

SEATS: Final = range(2, 9)


def begin(seats: int, options: Options, ranked: bool) -> ScrokerState:
    """Everybody has bought in; it is yet to be drawn who deals first, unless the best of the match before does."""
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
        named=always(options),
    )
    state = swept(State(public, (Hand(),) * seats, ()))
    return begin_hand(after(state, hand=1), Seat(0)) if ranked else state


def draw_dealer(state: ScrokerState, order: Sequence[int]) -> ScrokerState:
    """The lot has fallen: the first of the order deals the first hand."""
    dealer = state.public.seats[order[0]]
    return begin_hand(after(state, DealerDrawn(dealer), hand=1), dealer)


def swept(state: ScrokerState) -> ScrokerState:
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
        questions=public.questions,
    )
    return State(clean, (Hand(),) * len(nothing), (), state.events)


# -- who is dealt in -------------------------------------------------------------------------------------------------------


def can_play(public: Tableau, seat: Seat) -> bool:
    """Whether this seat is dealt in: it has not chosen to sit out, can pay the ante, and owes the bank nothing."""
    return seat not in public.sitting_out and public.stacks[seat] >= public.options.ante and not public.markers[seat]


def begin_hand(state: ScrokerState, dealer: Seat) -> ScrokerState:
    """The next hand, dealt by `dealer` or the next to the left who is dealt in. Fewer than two who are end the session."""
    public = state.public
    circle = [seat for seat in clockwise(public.seats, dealer) if can_play(public, seat)]
    if len(circle) < 2:
        return over(state)
    dealer, players = circle[0], (*circle[1:], circle[0])
    state = after(state, dealer=dealer, players=players, named=always(public.options))
    if public.options.game != "dealers-choice":
        return after(state, phase=Phase.DEAL)
    return after(state, phase=Phase.NAMING, turn=dealer, questions=public.questions + 1)


def named(state: ScrokerState, game: Named) -> ScrokerState:
    """The dealer has named the game; the others ante or do not."""
    public = state.public
    assert public.dealer is not None
    wild = tuple(sorted(game.wild, key=lambda card: card.place))
    return after(
        state, phase=Phase.ANTE, named=replace(game, wild=wild), turn=None, confirmed=(public.dealer,), questions=public.questions + 1
    )


def anted(state: ScrokerState) -> ScrokerState:
    """The hand is dealt once everybody has said whether to be in it."""
    public = state.public
    if set(public.players) - set(public.confirmed):
        return state
    assert public.dealer is not None
    if len(public.players) > 1:
        return after(state, phase=Phase.DEAL, confirmed=())
    state = after(state, HandSkipped(public.dealer))
    return over(state) if public.last_deal else begin_hand(swept(state), left_of(public, public.dealer))


def left_of(public: Tableau, seat: Seat) -> Seat:
    """The next to the left; of somebody who has left, the next of those who came later or the first."""
    return next((other for other in public.seats if other > seat), public.seats[0])


# -- how a hand ends ---------------------------------------------------------------------------------------------------------


def fold_out(state: ScrokerState) -> ScrokerState:
    """All but one have folded: what lies in the middle is theirs, and nothing is shown or proved."""
    public = state.public
    (seat,) = live(public)
    chips = sum(public.staked) + public.carry
    stacks = with_item(public.stacks, seat, public.stacks[seat] + chips)
    state = after(state, FoldedOut(seat, chips), stacks=stacks, staked=(0,) * len(stacks), carry=0, carriers=())
    return settle(state, (seat,))


def pass_in(state: ScrokerState) -> ScrokerState:
    """Nobody has opened: the antes stay in the middle for the next hand."""
    public = state.public
    carry = public.carry + sum(public.staked)
    carriers = tuple(dict.fromkeys((*public.carriers, *public.players)))
    return settle(after(state, PassedIn(carry), carry=carry, carriers=carriers, staked=(0,) * len(public.stacks)), ())


def settle(state: ScrokerState, winners: tuple[Seat, ...] | None = None) -> ScrokerState:
    """The hand is over. Markers are cleared from what their owners won; then the interval, or the end. What was carried over goes back
    with the last hand, so that the hands add up to the reconciliation."""
    seats = state.public.players
    if _last(state.public):
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
        state, HandOver(public.hand), phase=Phase.INTERVAL, turn=None, stacks=stacks, markers=markers, confirmed=(), leader=None,
        paid=Paid(public.hand, seats, nets, winners), questions=public.questions + 1,
    )  # fmt: skip
    return over(state) if ended(state.public) else state


def ended(public: Tableau) -> str | None:
    """Why the session ends with the last finished hand, or None."""
    if public.last_deal:
        return "last-deal"
    done = 0 if public.paid is None else public.paid.hand
    return "last-hand" if public.options.ending == "hands" and done >= public.options.hands else None


def _last(public: Tableau) -> bool:
    """Whether the session ends with this hand."""
    return public.last_deal or (public.options.ending == "hands" and public.hand >= public.options.hands)


def _given_back(state: ScrokerState) -> ScrokerState:
    """What was carried over goes back to those who paid into it, odd chips to the first of them."""
    public = state.public
    if not public.carry:
        return state
    stacks = public.stacks
    share, odd = divmod(public.carry, len(public.carriers))
    for place, seat in enumerate(public.carriers):
        stacks = with_item(stacks, seat, stacks[seat] + share + (place < odd))
    return after(state, stacks=stacks, carry=0, carriers=())


def over(state: ScrokerState) -> ScrokerState:
    """What was carried over goes back; then everybody reconciles."""
    state = after(_given_back(state), phase=Phase.OVER, turn=None, confirmed=())
    found = outcome(state.public)
    assert found is not None
    return after(state, SessionOver(found.ranking[0], found.points[found.ranking[0][0]]))


def results(public: Tableau) -> tuple[int, ...]:
    """Everybody's chips against what the bank gave them, by seat."""
    ledger = zip(public.stacks, public.bought, public.markers, strict=True)
    return tuple(stack - bought - marker for stack, bought, marker in ledger)


def outcome(public: Tableau) -> Outcome | None:
    """The session's reconciliation: who has won most ranks first; those who left are ranked with all others."""
    return None if public.phase is not Phase.OVER else Outcome.by_points(results(public), ended(public) or "too-few")


def standings(public: Tableau) -> tuple[Standing, ...]:
    """What the last finished hand won or lost everybody who was dealt in."""
    paid = public.paid
    if paid is None:
        return ()
    return tuple(
        Standing(paid.hand, seat, 1 + sum(other > net for other in paid.nets), net) for seat, net in zip(paid.seats, paid.nets, strict=True)
    )


# -- between two hands -------------------------------------------------------------------------------------------------------


def rebuys(public: Tableau, seat: Seat) -> range:
    """How many chips this seat may buy now: once between two hands; a marker is cleared first, and the stack filled up to the buy-in."""
    missing = public.options.buy_in - public.stacks[seat]
    return range(public.markers[seat] + 1, public.markers[seat] + missing + 1) if missing > 0 and seat not in public.rebought else range(0)


def rebuy(state: ScrokerState, seat: Seat, chips: int) -> ScrokerState:
    public = state.public
    cleared = public.markers[seat]
    return after(
        state, Rebought(seat, chips, cleared), stacks=with_item(public.stacks, seat, public.stacks[seat] + chips - cleared),
        bought=with_item(public.bought, seat, public.bought[seat] + chips), markers=with_item(public.markers, seat, 0),
        rebought=(*public.rebought, seat), deeds=with_item(public.deeds, seat, public.deeds[seat] + 1),
    )  # fmt: skip


def to_be_seen(public: Tableau, seat: Seat) -> tuple[Seat, ...]:
    """Whose hands this seat may ask to see: it won a pot, and they stayed to the end."""
    if public.paid is None or seat not in public.paid.winners or not public.pots:
        return ()
    return tuple(other for other in live(public) if other != seat and len(public.shown[other]) < public.counts[other])


def confirmed(state: ScrokerState, seats: Sequence[Seat], in_time: bool = True) -> ScrokerState:
    """These are ready; the next hand begins with the last of them. Where fewer than two can be dealt in everybody is asked once more; the
    session ends when nothing has changed by the time that is up."""
    state = after(state, confirmed=(*state.public.confirmed, *seats))
    public = state.public
    if set(public.seats) - set(public.confirmed):
        return state
    assert public.dealer is not None
    if in_time and not public.last_deal and sum(can_play(public, seat) for seat in public.seats) < 2:
        return after(state, TooFew(), confirmed=(), rebought=(), questions=public.questions + 1)
    return begin_hand(after(swept(state), hand=public.hand + 1), left_of(public, public.dealer))


def may_reseat(public: Tableau) -> bool:
    """Whether people may come and go: between two hands, never before the first one or while a game is being named."""
    return public.phase is Phase.INTERVAL or (public.phase is Phase.DEAL and public.paid is not None)


def reseat(state: ScrokerState, left: Sequence[Seat], joined: int) -> ScrokerState:
    """Who leaves takes the stack along, for the reconciliation; who joins buys in, and sits down last."""
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
        return confirmed(state, ())
    return _dealt_in_anew(state, new)


def _dealt_in_anew(state: ScrokerState, new: Sequence[Seat]) -> ScrokerState:
    """The hand that is about to be dealt, with those who are there now; its game stays as it was named."""
    public = state.public
    assert public.dealer is not None
    wanted = {*public.players, *new}
    circle = [seat for seat in public.seats if seat in wanted]
    if len(circle) < 2:
        return over(state)
    dealer = next((seat for seat in circle if seat >= public.dealer), circle[0])
    return after(state, dealer=dealer, players=(*clockwise(circle, dealer)[1:], dealer))
