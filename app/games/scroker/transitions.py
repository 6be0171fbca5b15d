"""The state of Scroker after a move or time-out; each kind of move has its own module."""

from typing import assert_never

from app.games.scroker import (
    betting,
    between_hands,
    consent,
    declarations,
    hand_start,
    rounds,
    session_clock,
    showdown,
)
from app.games.scroker.cards import sort_hand
from app.games.scroker.events import GameNamed, SatOut
from app.games.scroker.moves import (
    Agree,
    Ante,
    Call,
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Move,
    NameGame,
    Object,
    Open,
    Raise,
    Ready,
    Rebuy,
    See,
    SitOut,
)
from app.games.scroker.named_game import default_game
from app.games.scroker.prompts import awaited, prompt
from app.games.scroker.state import Phase, ScrokerState
from app.kits.next_state import after
from app.rules.game import Seat, State, view


def apply(state: ScrokerState, seat: Seat, move: Move) -> ScrokerState:
    """The state after this legal move of `seat`."""
    state = State(state.public, state.private, state.hidden)
    public = state.public
    match move:
        case NameGame(game):
            return hand_start.named(after(state, GameNamed(seat, game, True)), game)
        case Ante():
            return hand_start.anted(after(state, confirmed=(*public.confirmed, seat)))
        case SitOut() if public.phase is Phase.ANTE:
            players = tuple(other for other in public.players if other != seat)
            return hand_start.anted(after(state, SatOut(seat, True), players=players))
        case SitOut():
            return between_hands.confirm(
                after(
                    state,
                    SatOut(seat, False),
                    sitting_out=tuple(sorted({*public.sitting_out, seat})),
                ),
                (seat,),
            )
        case Check() | Open() | Call() | Raise() | Fold():
            return rounds.speak(state, seat, move)
        case Agree() | Object():
            return consent.answer(state, seat, isinstance(move, Agree))
        case Draw(cards):
            return rounds.draw(state, seat, sort_hand(cards))
        case Declare():
            return showdown.declare(state, seat, declarations.claim_of(move))
        case Challenge(word):
            return showdown.answer(state, seat, word)
        case LetStand():
            return showdown.answer(state, seat, showdown.LET_STAND)
        case Ready():
            out = tuple(other for other in public.sitting_out if other != seat)
            return between_hands.confirm(after(state, sitting_out=out), (seat,))
        case Rebuy(chips):
            return between_hands.rebuy(state, seat, chips)
        case See(other):
            deeds = (*public.deeds[:seat], public.deeds[seat] + 1, *public.deeds[seat + 1 :])
            return after(showdown.show(state, other, seat), deeds=deeds)
        case _:
            assert_never(move)


def expire(state: ScrokerState, key: str) -> ScrokerState:
    """The state after time is up for the question or span `key`."""
    public = state.public
    state = State(public, state.private, state.hidden)
    if key.startswith(session_clock.PREFIX):
        return session_clock.minute_over(state)
    match public.phase:
        case Phase.NAMING:
            assert public.turn is not None
            game = default_game(public.options)
            return hand_start.named(after(state, GameNamed(public.turn, game, False)), game)
        case Phase.ANTE:
            return hand_start.anted(after(state, confirmed=(*public.confirmed, *awaited(public))))
        case Phase.BET:
            assert public.turn is not None
            may_check = not public.level and betting.has_check(public)
            return rounds.speak(state, public.turn, Check() if may_check else Fold())
        case Phase.CONSENT:
            return rounds.consent_over(state)
        case Phase.DRAW:
            assert public.turn is not None
            return rounds.draw(state, public.turn, ())
        case Phase.DECLARE:
            return showdown.time_is_up(state)
        case Phase.CHALLENGE:
            return showdown.close(state)
        case _:
            asked = ((seat, prompt(view(state, seat))) for seat in awaited(public))
            late = [seat for seat, prompt in asked if prompt is not None and prompt.key == key]
            return between_hands.confirm(state, late)
