"""The state after a move or time-out; each kind of move has its own module.

The default answer is the first that `prompts.legal` lists. A leader leads the lowest single, anyone
else passes (H13). The wish list is the highest cards that one does not hold, a miss gives the
highest card, the return card is the lowest, and nothing is asked in return (H25). Offers and
requests are declined.
"""

from typing import assert_never

from msgspec.structs import replace

from app.games.scum_the_masquerade import dealing, memory, prompts, tricks
from app.games.scum_the_masquerade.moves import (
    Accept,
    AnswerBoon,
    AnswerConspiracy,
    AnswerSmuggle,
    Ask,
    AskBoon,
    ChooseExtras,
    Confirm,
    Conspire,
    Decide,
    Declare,
    Decline,
    Give,
    Hunt,
    Move,
    NameHand,
    Pact,
    Pass,
    Play,
    PlayReshaped,
    PlayWith,
    Propose,
    React,
    Reshape,
    SeeThrough,
    Smuggle,
    Use,
    Wish,
)
from app.games.scum_the_masquerade.politics import boons, conspiring, hunts, market, pacts, trading
from app.games.scum_the_masquerade.powers import (
    announcing,
    declaring,
    plays_with,
    primitives,
    reshaping,
    uses,
)
from app.games.scum_the_masquerade.state import Phase, ScumState, with_hand
from app.kits.next_state import after
from app.rules.game import Seat, State, view


def apply(state: ScumState, seat: Seat, move: Move) -> ScumState:
    """The state after this legal move of `seat`; whoever watches a crypt sees what became of it."""
    changed = _applied(State(state.public, state.private, state.hidden), seat, move)
    changed = primitives.refresh(changed) if changed.public.effects else changed
    regards = memory.remembered(changed.public, changed.events)
    if regards is changed.public.regards:
        return changed
    return replace(changed, public=replace(changed.public, regards=regards))


def _applied(state: ScumState, seat: Seat, move: Move) -> ScumState:
    match move:
        case Play(cards):
            return tricks.play(state, seat, cards)
        case Reshape():
            return reshaping.reshape(state, seat, move)
        case PlayReshaped():
            return reshaping.play(state, seat, move)
        case PlayWith():
            return plays_with.play_with(state, seat, move)
        case Decide():
            return declaring.decide(state, seat, move)
        case Declare():
            return declaring.declare(state, seat, move)
        case Pact(take):
            return pacts.choose(state, seat, take)
        case Hunt(hunted):
            return hunts.declare(state, seat, hunted)
        case Use():
            return uses.begin(state, seat, move)
        case NameHand(cards):
            return tricks.name_hand(state, cards)
        case SeeThrough():
            return announcing.see_through(state, seat)
        case React(cancel):
            return uses.react(state, seat, cancel)
        case Pass(rest):
            return tricks.pass_by(state, seat, rest)
        case Confirm():
            return confirm(state, seat)
        case ChooseExtras(seats):
            return dealing.choose_extras(state, seats)
        case Wish():
            return trading.wish(state, seat, move)
        case Give():
            return trading.give(state, seat, move)
        case Ask():
            return trading.ask_back(state, seat, move)
        case Propose():
            return trading.propose(state, seat, move)
        case Accept():
            return trading.accept(state, seat, move)
        case Decline():
            return trading.decline(state, seat, move)
        case AskBoon(cards):
            return boons.ask_boon(state, seat, cards)
        case AnswerBoon(grant):
            return boons.answer(state, grant)
        case Conspire(partner):
            return conspiring.request(state, seat, partner)
        case AnswerConspiracy(asker, yes):
            return conspiring.answer(state, asker, seat, yes)
        case Smuggle():
            return market.offer(state, seat, move)
        case AnswerSmuggle(maker, yes):
            return market.answer(state, maker, seat, yes)
        case _:
            assert_never(move)


def confirm(state: ScumState, seat: Seat) -> ScumState:
    """This seat is ready; the next round, or the play, begins once everybody is."""
    confirmed = (*state.public.confirmed, seat)
    state = after(state, confirmed=confirmed)
    if state.public.phase is Phase.MARKET:
        return state if market.awaited(state.public) else trading.open_play(state)
    return dealing.sweep(state) if len(confirmed) == len(state.public.order) else state


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
                state = apply(state, seat, next(prompts.legal(seen, prompt)))
                events += state.events
                private_events += state.private_events
                break
    return replace(state, events=events, private_events=private_events)
