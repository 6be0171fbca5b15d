"""The play of a round: hands, passes, the end of a trick, going out, and the end of the round."""

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import FIRST_LEAD, Card, sort_hand, without
from app.games.scum_the_masquerade.events import HandPlayed, Passed, TrickWon, WentOut
from app.games.scum_the_masquerade.moves import Demand
from app.games.scum_the_masquerade.powers import forbidden_ranks
from app.games.scum_the_masquerade.powers.effects import (
    effect_on,
    lasting,
    left_to_chance,
    lose_turn,
    proved_by_pass,
    proved_by_play,
    turn_came,
    turn_over,
)
from app.games.scum_the_masquerade.powers.marks import EffectKind
from app.games.scum_the_masquerade.round_end import end_round, revolution
from app.games.scum_the_masquerade.state import (
    Asked,
    Laid,
    ScumState,
    Tableau,
    Trick,
    after_seat,
    last_rank,
    still_in,
    with_hand,
)
from app.kits.next_state import after, put
from app.rules.game import Seat


def best(public: Tableau) -> Laid | None:
    """The hand that has to be beaten; None for a lead."""
    assert public.trick is not None
    return public.trick.hands[-1] if public.trick.hands else None


def designated(public: Tableau) -> Card | None:
    """The card that the lead has to contain, in the first trick of a plain round (H8)."""
    first = public.trick is not None and public.trick == Trick(1)
    return FIRST_LEAD if first and not public.ranked and not led_by_seat(public) else None


def led_by_seat(public: Tableau) -> bool:
    """True in the first round of a match in which the first seat leads, with any hand."""
    first = not public.ranked and public.round < 2
    return first and public.options.first_lead == "first-seat"


def play(state: ScumState, seat: Seat, cards: tuple[Card, ...]) -> ScumState:
    """Lays the hand without a discipline, and goes on."""
    laid = Laid(seat, sort_hand(cards))
    return went_on(lay(proved_by_play(state, seat, laid.top), laid), seat)


def lay(state: ScumState, laid: Laid) -> ScumState:
    """The hand lies on top of the trick."""
    public, seat = state.public, laid.seat
    trick = public.trick
    assert trick is not None
    own = without(laid.cards, laid.borrowed)
    event = HandPlayed(
        seat,
        laid.cards,
        laid.kind,
        not trick.hands,
        laid.power,
        laid.counts_as,
        laid.borrowed,
        laid.announced,
        laid.forms,
    )
    return after(
        with_hand(state, seat, cards=without(state.private[seat].cards, own)),
        event,
        trick=replace(trick, hands=(*trick.hands, laid), passed=()),
        pile=without(public.pile, laid.borrowed),
        played=put(public.played, seat, public.played[seat] + own),
        promised=(),
        taken_back=(),
        revealed=(*public.revealed, *laid.forms),
    )


def went_on(state: ScumState, seat: Seat) -> ScumState:
    """After a hand of this seat: going out, a revolution, or the next turn."""
    public = state.public
    if state.private[seat].cards:
        return advance(turn_over(state, seat), seat)
    out = (*public.out, seat)
    state = after(state, WentOut(seat, len(out)), out=out)
    state = after(state, effects=tuple(one for one in public.effects if one.seat != seat))
    state = forbidden_ranks.turn_came(state, seat)
    if public.ranked and len(out) == 1 and seat == last_rank(public):
        return revolution(state)
    return end_round(state) if len(still_in(state.public)) == 1 else advance(state, seat)


def pass_by(state: ScumState, seat: Seat, rest: bool) -> ScumState:
    """`seat` passes; it may play when the turn comes back."""
    trick = state.public.trick
    assert trick is not None
    resting = trick.resting if seat in trick.resting or not rest else (*trick.resting, seat)
    passed = replace(trick, passed=(*trick.passed, seat), resting=resting)
    event = Passed(seat, rest and seat not in trick.resting)
    state = proved_by_pass(state, seat)
    return advance(after(turn_over(state, seat), event, trick=passed), seat)


def ask(state: ScumState, seat: Seat, asked: Asked) -> ScumState:
    """The next question of the round is put to `seat`; what hid it until then is over.

    Before a turn under an order with a hand to be named, its user is asked for that hand (A7).
    """
    order = effect_on(state.public, seat, EffectKind.COMMANDED)
    names = order is not None and order.demand is Demand.NAMED and not order.cards
    if names and asked is Asked.FOLLOW:
        assert order is not None
        if order.by not in state.public.out:
            turns = state.public.turns + 1
            return after(state, turn=order.by, asked=Asked.NAME, naming=seat, turns=turns)
        state = change_order(state, seat, ())
    state = forbidden_ranks.turn_came(turn_came(state, seat), seat)
    if left_to_chance(state.public, seat, asked):
        asked = Asked.DRAW
    return after(state, turn=seat, asked=asked, naming=None, turns=state.public.turns + 1)


def name_hand(state: ScumState, cards: tuple[Card, ...]) -> ScumState:
    """The hand that the seat under the order has to play; none: any hand (A7)."""
    seat = state.public.naming
    assert seat is not None
    return ask(change_order(state, seat, sort_hand(cards)), seat, Asked.FOLLOW)


def change_order(state: ScumState, seat: Seat, cards: tuple[Card, ...]) -> ScumState:
    """The order on this seat demands these cards, or any hand."""
    order = effect_on(state.public, seat, EffectKind.COMMANDED)
    assert order is not None
    demand = Demand.NAMED if cards else Demand.ANY
    changed = replace(order, demand=demand, cards=cards)
    effects = tuple(changed if one is order else one for one in state.public.effects)
    return after(state, effects=effects)


def advance(state: ScumState, seat: Seat) -> ScumState:
    """Moves the turn on from `seat`; the trick ends when all others have passed (H9)."""
    public = state.public
    laid = best(public)
    assert laid is not None
    assert public.trick is not None
    for other in after_seat(public, seat):
        if other == laid.seat or other in public.out or other in public.trick.passed:
            continue
        if effect_on(public, other, EffectKind.LOST_TURN) is None:
            return ask(state, other, Asked.FOLLOW)
        state = lose_turn(state, other)
    return end_trick(state)


def end_trick(state: ScumState) -> ScumState:
    """Everybody else has passed: the last hand wins the trick, and its player leads.

    After a winner who is out the next player in turn leads (H11).
    """
    public = state.public
    trick, laid = public.trick, best(public)
    assert trick is not None
    assert laid is not None
    seats = [seat for seat in (laid.seat, *after_seat(public, laid.seat)) if seat not in public.out]
    while effect_on(state.public, seats[0], EffectKind.LOST_TURN) is not None:
        state = lose_turn(state, seats[0])
        seats = [*seats[1:], seats[0]]
    leader = seats[0]
    state = after(
        state,
        TrickWon(laid.seat, leader),
        last_trick=trick.won(),
        trick=Trick(trick.number + 1),
        pile=public.open_cards,
        effects=lasting(state.public, trick.number),
        forbidden=forbidden_ranks.lasting(state.public, trick.number),
    )
    return ask(state, leader, Asked.LEAD)
