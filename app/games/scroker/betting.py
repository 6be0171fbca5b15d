"""A betting round: the legal bets, the turns, its end, and what everybody has staked."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.games.scroker.events import Called, Checked, Folded, Opened, Raised, RoundBegun, TappedOut
from app.games.scroker.moves import Call, Check, Fold, Move, Open, Raise, Reason
from app.games.scroker.state import Phase, Pot, ScrokerState, ScrokerView, Tableau, live
from app.kits.next_state import after, put
from app.rules.game import Seat


def clockwise(seats: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """The circle of `seats` beginning with `first`, who sits in it."""
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def able(public: Tableau) -> tuple[Seat, ...]:
    """The seats that are in and may be asked to bet, clockwise from the dealer's left."""
    return tuple(seat for seat in live(public) if seat not in public.tapped)


def owes(public: Tableau, seat: Seat) -> int:
    """The chips that this seat would have to add to stay in."""
    return public.level - public.put[seat]


def begin(state: ScrokerState, number: int, first: Seat) -> ScrokerState:
    """Begins betting round `number` with `first`, or with the next seat that can bet.

    If fewer than two could bet, nobody's turn comes.
    """
    public = state.public
    state = after(
        state,
        phase=Phase.BET,
        round=number,
        put=(0,) * len(public.put),
        level=0,
        raises=0,
        aggressor=None,
        acted=(),
        turn=None,
    )
    if sum(public.stacks[seat] > 0 for seat in live(public)) < 2:
        return state
    lead = next(seat for seat in clockwise(public.players, first) if seat in able(public))
    return after(state, RoundBegun(number, lead), turn=lead, questions=public.questions + 1)


def has_check(public: Tableau) -> bool:
    """True if this round allows checking before anybody has opened: all do but the stud's first."""
    return not (public.named.base == "longhorn" and public.round == 1)


def most(public: Tableau, seat: Seat) -> int:
    """The highest opening bet or raise this seat could make; below 1 where none."""
    left = public.stacks[seat] - owes(public, seat)
    return min(left, public.options.max_bet) if public.options.max_bet else left


def may_tap_out(public: Tableau) -> bool:
    """True if a player who cannot match a bet may stay in."""
    return public.options.tap_out and (public.options.consent == "host" or bool(public.consent))


def raises_left(public: Tableau) -> bool:
    return not public.options.max_raises or public.raises < public.options.max_raises


def legal(public: Tableau, seat: Seat, may_open: bool) -> Iterator[Move]:
    """The legal bets of the seat whose turn it is; `may_open`: openers allow it to open."""
    if not public.level:
        if has_check(public):
            yield Check()
        yield Fold()
        if may_open:
            yield from map(Open, range(1, most(public, seat) + 1))
    else:
        if may_tap_out(public) or public.stacks[seat] >= owes(public, seat):
            yield Call()
        yield Fold()
        if raises_left(public):
            yield from map(Raise, range(1, most(public, seat) + 1))


def refusal(
    public: Tableau, seat: Seat, move: Check | Open | Call | Raise | Fold, may_open: bool
) -> Reason | None:
    """The rule that forbids it to the seat whose turn it is, or None."""
    match move:
        case Fold():
            return None
        case Check():
            if public.level:
                return Reason.BET_STANDS
            return None if has_check(public) else Reason.NO_CHECK
        case Call():
            if not public.level:
                return Reason.NOTHING_TO_CALL
            can = may_tap_out(public) or public.stacks[seat] >= owes(public, seat)
            return None if can else Reason.NO_TAPPING_OUT
        case Open(chips):
            if public.level:
                return Reason.BET_STANDS
            return _too_much(public, seat, chips) or (None if may_open else Reason.NO_OPENERS)
        case Raise(chips):
            if not public.level:
                return Reason.NOTHING_TO_CALL
            if not raises_left(public):
                return Reason.NO_MORE_RAISES
            return _too_much(public, seat, chips)


def _too_much(public: Tableau, seat: Seat, chips: int) -> Reason | None:
    if chips < 1:
        return Reason.BET_TOO_LOW
    if public.options.max_bet and chips > public.options.max_bet:
        return Reason.BET_TOO_HIGH
    return Reason.NOT_ENOUGH_CHIPS if chips > most(public, seat) else None


def speak(
    state: ScrokerState, seat: Seat, move: Check | Open | Call | Raise | Fold
) -> ScrokerState:
    """The state after this legal word, before it is anybody else's turn."""
    public = state.public
    acted = (*public.acted, seat)
    match move:
        case Check():
            return after(state, Checked(seat), acted=acted)
        case Fold():
            return after(state, Folded(seat), folded=(*public.folded, seat))
        case Call():
            chips = min(owes(public, seat), public.stacks[seat])
            return pay(after(state, Called(seat, chips), acted=acted), seat, chips)
        case Open(chips):
            state = after(state, Opened(seat, chips), acted=(seat,), aggressor=seat, level=chips)
            if public.round == 1 and public.named.base != "longhorn":
                state = after(state, opener=seat)
            return pay(state, seat, chips)
        case Raise(by):
            chips = owes(public, seat) + by
            raised = after(
                state,
                Raised(seat, chips, by),
                acted=(seat,),
                aggressor=seat,
                level=public.level + by,
                raises=public.raises + 1,
            )
            return pay(raised, seat, chips)


def pay(state: ScrokerState, seat: Seat, chips: int) -> ScrokerState:
    """Chips go from the stack into the round; a seat with none left taps out, if allowed."""
    public = state.public
    left = public.stacks[seat] - chips
    state = after(
        state,
        stacks=put(public.stacks, seat, left),
        put=put(public.put, seat, public.put[seat] + chips),
        staked=put(public.staked, seat, public.staked[seat] + chips),
    )
    if left or not may_tap_out(public):
        return state
    return after(state, TappedOut(seat), tapped=(*public.tapped, seat))


def next_to_speak(public: Tableau) -> Seat | None:
    """The seat whose turn comes next; None: the round is over. Nobody raises their own bet."""
    assert public.turn is not None
    waiting = [
        seat
        for seat in clockwise(public.players, public.turn)[1:]
        if seat in able(public) and seat not in public.acted
    ]
    if not waiting or (not public.level and len(able(public)) < 2):
        return None
    return waiting[0]


def said_out_of_turn(view: ScrokerView, move: Move) -> bool:
    """True if this view's seat has said a bet before its turn, and the table has it stand."""
    public, seat = view.public, view.seat
    return (
        public.options.out_of_turn == "stands"
        and public.phase is Phase.BET
        and seat in able(public)
        and isinstance(move, Check | Open | Call | Raise | Fold)
    )


# -- pots


def unmatched(public: Tableau) -> tuple[Seat, int] | None:
    """The seat that put in more than all others in this hand, and how much more."""
    seats = sorted(live(public), key=lambda seat: public.staked[seat], reverse=True)
    top = seats[0]
    more = public.staked[top] - max(
        chips for seat, chips in enumerate(public.staked) if seat != top
    )
    return (top, more) if more > 0 else None


def pots(public: Tableau) -> tuple[Pot, ...]:
    """The stakes in layers, the main pot first: each for those who paid that far and stayed.

    The carry is part of the main pot.
    """
    stayed = live(public)
    layers: list[Pot] = []
    below = 0
    levels = sorted({public.staked[seat] for seat in stayed})
    for level in levels:
        reach = max(level, *public.staked) if level == levels[-1] else level
        chips = sum(max(min(staked, reach) - below, 0) for staked in public.staked)
        layers.append(Pot(chips, tuple(seat for seat in stayed if public.staked[seat] >= level)))
        below = level
    return (replace(layers[0], chips=layers[0].chips + public.carry), *layers[1:])
