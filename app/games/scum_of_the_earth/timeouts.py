"""What happens to somebody who does not answer in time: the default move of every question but a window's."""

from app.games.scum_of_the_earth import bonus, turns
from app.games.scum_of_the_earth.cards import REACH, Card
from app.games.scum_of_the_earth.moves import Decline, Give, Move, Pass, Play, Target
from app.games.scum_of_the_earth.state import Asked, Phase, Tableau
from app.games.scum_of_the_earth.tricks import refusal
from app.rules.game import Seat


def default(public: Tableau, seat: Seat, hand: tuple[Card, ...]) -> Move:
    """The move that time makes for `seat`, which holds `hand` and is being asked. It is always legal."""
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
