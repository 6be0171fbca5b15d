"""The length of a session in minutes: a span of one minute follows the other.

So a restart of the server, which gives a span its whole time again, costs a minute at most.
"""

from app.games.scroker.events import TimeUp
from app.games.scroker.settlement import end_session, time_is_up
from app.games.scroker.state import Phase, ScrokerState, Tableau
from app.kits.next_state import after
from app.rules.game import Span

PREFIX = "minute-"


def spans(public: Tableau) -> tuple[Span, ...]:
    """The minute that runs, beside whatever is asked."""
    runs = public.options.ending == "minutes" and public.phase is not Phase.OVER
    if not runs or time_is_up(public):
        return ()
    return (Span(f"{PREFIX}{public.minutes}", 60, beside=True),)


def minute_over(state: ScrokerState) -> ScrokerState:
    """One more minute is over; the hand in which the last one ends is the last hand."""
    state = after(state, minutes=state.public.minutes + 1)
    public = state.public
    if not time_is_up(public):
        return state
    between = public.phase is Phase.INTERVAL
    state = after(state, TimeUp(public.minutes, between))
    return end_session(state) if between else state
