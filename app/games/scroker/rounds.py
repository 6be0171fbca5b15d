"""The course of a hand: from round to round, through draws or later cards, to the showdown."""

from collections.abc import Sequence

from app.games.scroker import betting, consent, dealing, settlement, showdown
from app.games.scroker.cards import Card
from app.games.scroker.moves import Call, Check, Fold, Open, Raise
from app.games.scroker.state import Phase, ScrokerState, live
from app.kits.next_state import after
from app.rules.game import Seat, State


def speak(
    state: ScrokerState, seat: Seat, move: Check | Open | Call | Raise | Fold
) -> ScrokerState:
    """A word in a betting round, and what follows from it."""
    state = betting.speak(state, seat, move)
    if len(live(state.public)) == 1:
        return settlement.fold_out(state)
    return _next(state)


def consent_over(state: ScrokerState) -> ScrokerState:
    """All have answered whether players may tap out, and the turn that waited comes."""
    state = consent.close(state)
    public = state.public
    if public.turn in betting.able(public):
        return after(state, questions=public.questions + 1)
    return _next(state)


def _next(state: ScrokerState) -> ScrokerState:
    """Asks the next to speak, or ends the round."""
    following = betting.next_to_speak(state.public)
    if following is None:
        return round_over(state)
    if consent.must_ask(state.public, following):
        return consent.ask(state, following)
    return after(state, turn=following, questions=state.public.questions + 1)


def begin_round(state: ScrokerState, number: int, first: Seat) -> ScrokerState:
    """Betting round `number`; one that nobody could bet in is over at once."""
    state = betting.begin(state, number, first)
    return round_over(state) if state.public.turn is None else state


def begin_betting(state: ScrokerState) -> ScrokerState:
    """The first betting round, right after the deal."""
    public = state.public
    return begin_round(
        state, 1, dealing.leads(public) if public.named.base == "longhorn" else public.players[0]
    )


def round_over(state: ScrokerState) -> ScrokerState:
    """The state after a betting round is over."""
    public = state.public
    if public.named.base != "longhorn":
        if public.round == 2:
            return showdown.begin(state)
        if not public.level and public.acted and len(betting.able(public)) > 1:
            return settlement.pass_in(state)
        return _to_draw(state)
    if public.round == 1:
        state = dealing.deal_sixth(state)
        return begin_round(state, 2, dealing.leads(state.public))
    if public.round == 3:
        return showdown.begin(state)
    if dealing.too_small_for_seventh(public):
        return dealing.run_out(after(state, turn=None), 0)
    return _seventh(state)


def _seventh(state: ScrokerState) -> ScrokerState:
    state = dealing.deal_seventh(state)
    return begin_round(state, 3, dealing.leads(state.public))


def draw(state: ScrokerState, seat: Seat, cards: tuple[Card, ...]) -> ScrokerState:
    """A seat exchanges cards; then the next one draws, unless a reshuffle is due first."""
    state = dealing.draw(state, seat, cards)
    return state if state.public.phase is Phase.RESHUFFLE else _to_draw(state)


def reshuffled(state: ScrokerState, order: Sequence[int]) -> ScrokerState:
    """The new stock lies in this order, and the hand goes on where it stopped."""
    public = state.public
    stock = tuple(state.hidden[index] for index in order)
    state = State(public, state.private, stock, state.events)
    if public.named.base == "longhorn":
        return _seventh(state)
    assert public.turn is not None
    state = dealing.replenish(after(state, owed=0), public.turn, public.owed)
    assert not state.public.owed, (
        "a second reshuffle is never due: the pile is larger than what is still to be drawn"
    )
    return _to_draw(state)


def _to_draw(state: ScrokerState) -> ScrokerState:
    """Asks the next to draw; once all have, the opener begins the second betting round."""
    public = state.public
    waiting = next((seat for seat in live(public) if public.drawn[seat] is None), None)
    if waiting is not None:
        return after(state, phase=Phase.DRAW, turn=waiting, questions=public.questions + 1)
    first = public.players[0] if public.opener is None else public.opener
    return begin_round(
        state,
        2,
        next(
            seat for seat in betting.clockwise(public.players, first) if seat not in public.folded
        ),
    )
