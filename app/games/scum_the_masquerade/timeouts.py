"""The default answers for players whose time is up: the first that `prompts.legal` lists.

A leader leads the lowest single, anyone else passes (H13). The wish list is the highest cards, a
miss gives the highest card, the return card is the lowest, and nothing is asked in return (H25).
Offers and requests are declined.
"""

from msgspec.structs import replace

from app.games.scum_the_masquerade import prompts, transitions
from app.games.scum_the_masquerade.politics import conspiring, pacts
from app.games.scum_the_masquerade.state import ScumState, with_hand
from app.rules.game import Seat, State, view


def expire(state: ScumState, key: str) -> ScumState:
    """The state after time is up for the question `key`, or for the window for pacts."""
    window = pacts.span(state.public)
    if window is not None and key == window.key:
        return pacts.close(State(state.public, state.private, state.hidden))
    asker = conspiring.pauses(key)
    if asker is not None:
        state = State(state.public, state.private, state.hidden)
        return with_hand(state, asker, resting=False)
    events, private_events = state.events[:0], state.private_events[:0]
    for seat in map(Seat, range(len(state.private))):
        seen = view(state, seat)
        for prompt in prompts.prompts(seen):
            if prompt.key == key and not prompt.offer:
                state = transitions.apply(state, seat, next(prompts.legal(seen, prompt)))
                events += state.events
                private_events += state.private_events
                break
    return replace(state, events=events, private_events=private_events)
