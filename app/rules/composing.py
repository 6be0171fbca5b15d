"""Answers that are composed step by step, where the legal ones are too many to be listed."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from app.rules.errors import IllegalMove
from app.rules.game import AnyGame, AnyView
from app.rules.values import MoveStep, Prompt, Refusal

Picks: TypeAlias = Sequence[Sequence[Any]]
"""The choices of each step so far: values of that step's choices."""


class StepRefusal(Refusal):
    """The reasons why a choice does not fit its step."""

    TOO_MANY_STEPS = "too-many-steps", "This answer is complete; it has no further step."
    NOT_A_CHOICE = "not-a-choice", "One of these cannot be chosen here now."
    CHOSEN_TWICE = "chosen-twice", "The same cannot be chosen twice."
    TOO_FEW = "too-few", "Choose more here before you go on."
    TOO_MANY = "too-many", "That is more than can be chosen here."


class Composition(msgspec.Struct, frozen=True):
    """The state of a composed answer: the next step, or the finished move with its effect."""

    step: MoveStep | None
    move: Any = None
    """One of the game's moves, once no step is left."""
    text: str = ""
    """The effect of the move, in words."""


def compose(game: AnyGame, view: AnyView, prompt: Prompt, picks: Picks) -> Composition:
    """The next step of an answer to `prompt` after these picks, or the move that they make.

    Raises IllegalMove where a pick does not fit its step, or the finished move is not legal.
    """
    chosen: tuple[tuple[Any, ...], ...] = ()
    for pick in picks:
        step = game.next_step(view, prompt, chosen)
        reason = StepRefusal.TOO_MANY_STEPS if step is None else step_problem(step, pick)
        if reason is not None:
            raise IllegalMove(reason, reason.sentence)
        chosen = (*chosen, tuple(pick))
    step = game.next_step(view, prompt, chosen)
    if step is not None:
        return Composition(step)
    move = game.composed_move(view, prompt, chosen)
    refusal = game.check_answer(view, prompt, move)
    if refusal is not None:
        raise IllegalMove(refusal, game.say_refusal(view, move, refusal))
    return Composition(None, move, game.say_effect(view, move))


def step_problem(step: MoveStep, pick: Sequence[Any]) -> StepRefusal | None:
    """The reason why these values cannot be chosen in this step, or None."""
    values = [choice.value for choice in step.choices]
    if any(value not in values for value in pick):
        return StepRefusal.NOT_A_CHOICE
    if any(value in pick[:at] for at, value in enumerate(pick)):
        return StepRefusal.CHOSEN_TWICE
    if len(pick) < step.least:
        return StepRefusal.TOO_FEW
    return StepRefusal.TOO_MANY if len(pick) > step.most else None
