"""The only way to make a move, and the open questions, offers and spans of a state."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, TypeVar

from msgspec import to_builtins

from app.rules.errors import GameOver, IllegalMove, NotYourTurn, StaleMove
from app.rules.game import Game, Prompt, Seat, Span, State, View, view
from app.rules.phrases import join_words
from app.rules.questions import Questions
from app.rules.values import H, M, P, Q

T = TypeVar("T")
MOST_OFFERED: Final = 300
"""Moves that are looked at for their types."""


def all_prompts(game: Game[P, Q, H, M], state: State[P, Q, H]) -> dict[Seat, tuple[Prompt, ...]]:
    """The open questions and offers, by seat in ascending order; seats without any are left out."""
    open_to: dict[Seat, tuple[Prompt, ...]] = {}
    for number, private in enumerate(state.private):
        seat = Seat(number)
        if found := game.prompts(View(seat, state.public, private)):
            open_to[seat] = found
    return open_to


def prompts(game: Game[P, Q, H, M], state: State[P, Q, H]) -> dict[Seat, Prompt]:
    """The first question to each seat that is asked something, in ascending order."""
    return first_questions(all_prompts(game, state))


def first_questions(open_to: Mapping[Seat, tuple[Prompt, ...]]) -> dict[Seat, Prompt]:
    """The first question to each seat, without the seats that hold offers alone."""
    return {
        seat: prompt
        for seat, found in open_to.items()
        if (prompt := next((one for one in found if not one.offer), None)) is not None
    }


def spans(game: Game[P, Q, H, M], state: State[P, Q, H]) -> dict[Seat | None, tuple[Span, ...]]:
    """The spans that run, by the viewers that see them; those of spectators under None."""
    if type(game).spans is Questions.spans:
        return {}
    viewers: tuple[Seat | None, ...] = (None, *map(Seat, range(len(state.private))))
    seen = {viewer: game.spans(view(state, viewer)) for viewer in viewers}
    return {viewer: found for viewer, found in seen.items() if found}


def clock_keys(
    open_to: Mapping[Seat, tuple[Prompt, ...]], running: Mapping[Seat | None, tuple[Span, ...]]
) -> frozenset[str]:
    """The keys that time can run out for: spans, and questions with a clock of their own."""
    return frozenset(
        prompt.key
        for found in open_to.values()
        for prompt in found
        if not prompt.offer and prompt.within is None
    ).union(one.key for found in running.values() for one in found)


def find_prompt(
    game: Game[P, Q, H, M], seen: View[P, Q], key: str, asked: Sequence[Prompt] | None = None
) -> Prompt:
    """The question or offer `key` of this view's seat. Raises NotYourTurn or StaleMove.

    `asked`: all of the seat's, if they are known.
    """
    asked = game.prompts(seen) if asked is None else asked
    if not asked:
        raise NotYourTurn("You have nothing to answer right now.")
    for prompt in asked:
        if prompt.key == key:
            return prompt
    raise StaleMove("The table has moved on; look again.")


def say_offered(game: Game[P, Q, H, M], seen: View[P, Q], key: str) -> str:
    """A sentence with the types of moves that this view's seat may make under `key` now, or ""."""
    for prompt in game.prompts(seen):
        if prompt.key == key:
            moves, _ = take_up_to(game.legal_answers(seen, prompt), MOST_OFFERED)
            types = dict.fromkeys(str(to_builtins(move)["type"]) for move in moves)
            return f"What you may do now is {join_words([*types], 'or')}."
    return ""


def play(
    game: Game[P, Q, H, M],
    state: State[P, Q, H],
    seat: Seat,
    key: str,
    move: M,
    asked: Sequence[Prompt] | None = None,
) -> State[P, Q, H]:
    """The state after `seat` answers the question or takes the offer `key` with `move`.

    `asked`: all that the seat is asked and offered, if it is known. Raises GameOver, NotYourTurn,
    StaleMove or IllegalMove; then nothing has changed.
    """
    if game.outcome(state.public) is not None:
        raise GameOver("This match is over.")
    seen = view(state, seat)
    prompt = find_prompt(game, seen, key, asked)
    reason = game.check_answer(seen, prompt, move)
    if reason is not None:
        raise IllegalMove(reason, game.say_refusal(seen, move, reason))
    return game.apply(state, seat, move)


def take_up_to(moves: Iterable[T], limit: int) -> tuple[tuple[T, ...], bool]:
    """At most `limit` of `moves`, and whether those are all."""
    taken = tuple(islice(moves, limit + 1))
    return (taken, True) if len(taken) <= limit else (taken[:limit], False)
