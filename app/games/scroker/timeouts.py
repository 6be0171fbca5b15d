"""The default answers of Scroker, for players whose time is up."""

from app.games.scroker import (
    betting,
    between_hands,
    hand_start,
    rounds,
    session_clock,
    showdown,
)
from app.games.scroker.events import GameNamed
from app.games.scroker.moves import Check, Fold
from app.games.scroker.options import default_game
from app.games.scroker.prompts import awaited, prompt
from app.games.scroker.state import Phase, ScrokerState
from app.kits.next_state import after
from app.rules.game import State, view


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
            return between_hands.confirm(
                state,
                [seat for seat, prompt in asked if prompt is not None and prompt.key == key],
                False,
            )
