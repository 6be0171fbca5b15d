"""The default answers of Scum of the Earth, for players whose time is up."""

from msgspec.structs import replace

from app.games.scum_of_the_earth import bonus, prompts, transitions, turns
from app.games.scum_of_the_earth.cards import REACH, Card
from app.games.scum_of_the_earth.moves import Decline, Give, Move, Pass, Play, Target
from app.games.scum_of_the_earth.state import Asked, Phase, ScumState, Tableau
from app.games.scum_of_the_earth.tricks import refusal
from app.rules.game import Seat, view


def expire(state: ScumState, key: str) -> ScumState:
    """The state after time is up for the question `key`."""
    public = state.public
    if public.phase in (Phase.TAKEOVER, Phase.INTERVAL):
        return transitions.confirm(replace(state, events=()), prompts.awaited(public))
    for seat in prompts.awaited(public):
        prompt = prompts.prompt(view(state, seat))
        if prompt is not None and prompt.key == key:
            move = default(public, seat, state.private[seat].cards)
            state = transitions.apply(state, seat, move)
    return state


def default(public: Tableau, seat: Seat, hand: tuple[Card, ...]) -> Move:
    """The default move of `seat`, which holds `hand` and is being asked; always legal."""
    if public.phase is Phase.BONUS:
        return Give(bonus.worst(hand, bonus.to_give(public, seat)))
    match public.asked:
        case Asked.LEAD:
            return lead(hand)
        case Asked.FOLLOW:
            return Pass()
        case Asked.TARGET:
            return Target(turns.targets(public, seat)[0])
        case Asked.LOOK | Asked.AGAIN:
            return Decline()
        case None:
            raise AssertionError("a window is confirmed for everybody at once")


def lead(hand: tuple[Card, ...]) -> Play:
    """The worst single card that may be led; a wild card stands for the worst face in its reach."""
    singles = (Play((card,), REACH[card][-1] if card in REACH else None) for card in reversed(hand))
    return next(single for single in singles if refusal(hand, None, single) is None)
