"""The only way to make a move, and the open questions of a state."""

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from app.rules.errors import GameOver, IllegalMove, NotYourTurn, StaleMove
from app.rules.game import Game, M, Prompt, Seat, State, View, view
from app.rules.values import H, P, Q

T = TypeVar("T")


def prompts(game: Game[P, Q, H, M], state: State[P, Q, H]) -> dict[Seat, Prompt]:
    """The open questions, by seat in ascending order."""
    asked: dict[Seat, Prompt] = {}
    for number, private in enumerate(state.private):
        seat = Seat(number)
        prompt = game.prompt(View(seat, state.public, private))
        if prompt is not None:
            asked[seat] = prompt
    return asked


def play(
    game: Game[P, Q, H, M], state: State[P, Q, H], seat: Seat, key: str, move: M
) -> State[P, Q, H]:
    """The state after `seat` answers the question `key` with `move`.

    Raises GameOver, NotYourTurn, StaleMove or IllegalMove; then nothing has changed.
    """
    if game.outcome(state.public) is not None:
        raise GameOver("This match is over.")
    seen = view(state, seat)
    prompt = game.prompt(seen)
    if prompt is None:
        raise NotYourTurn("Nothing is asked of you at the moment.")
    if prompt.key != key:
        raise StaleMove("The table has moved on; look again.")
    reason = game.check(seen, move)
    if reason is not None:
        raise IllegalMove(reason, game.say_refusal(seen, move, reason))
    return game.apply(state, seat, move)


def take_up_to(moves: Iterable[T], limit: int) -> tuple[tuple[T, ...], bool]:
    """At most `limit` of `moves`, and whether those are all."""
    taken = tuple(islice(moves, limit + 1))
    return (taken, True) if len(taken) <= limit else (taken[:limit], False)
