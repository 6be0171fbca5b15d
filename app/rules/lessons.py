"""Lessons: guided hands of a game, as data.

A lesson fixes the cards and every move; see app/rules/guided.py for its play.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec

from app.rules.values import Refusal, Seat

LEARNER: Final = Seat(0)
"""The seat of the person who learns."""
MOST_STEPS: Final = 10
OVER: Final = "The lesson is over."
"""The sentence of a table whose last step is done."""
CONTROLS: Final = ("card", "tile", "choice", "button", "seat")
"""The kinds of controls that a step may point at, as static/js/table/lesson/controls.js finds them.

"card:10H" is a card in the own hand by its code, "tile:an:D" a card where words are spelled,
"choice:Toreador" one of several by the beginning of its label, "button:Challenge" a button of the
action bar by the beginning of its label, "seat:2" a seat to pick. In sentences and labels "{2}"
stands for the name of seat 2.
"""


class Deal(msgspec.Struct, frozen=True):
    """The order of one shuffle. What is not listed follows in the order of the pack."""

    hands: Mapping[int, str] = {}
    """The cards of a seat by their codes, with blanks between."""
    stock: str = ""
    """The cards that no seat gets, as they are used."""


class Step(msgspec.Struct, frozen=True):
    """One move of the learner, and how the coach leads to it."""

    say: str
    """One sentence, or two short ones."""
    point: tuple[str, ...]
    """The controls in the order of their use; see CONTROLS."""
    move: Any
    wrong: Mapping[Any, str] = {}
    """The end of another move, in one sentence or two: by the move, or by its type."""
    find: bool = False
    """True: the learner finds the move. Its control is ringed after a wrong one, or on request."""

    def word_for(self, move: Any) -> str | None:
        """The sentence for a move that is not this step's: one of its own, or one of its type."""
        exact = (say for other, say in self.wrong.items() if is_same(move, other))
        return next(exact, self.wrong.get(type(move)))


class Answer(msgspec.Struct, frozen=True):
    """A bot's move."""

    seat: Seat
    move: Any


class Together(msgspec.Struct, frozen=True):
    """Moves that are asked for at the same time, and may come in any order."""

    moves: "tuple[Step | Answer, ...]"


Script: TypeAlias = tuple[Step | Answer | Together, ...]


def is_same(move: Any, due: Any) -> bool:
    """True if the moves differ at most in the order in which cards were chosen."""
    if type(move) is not type(due):
        return False
    for field in move.__struct_fields__:
        one, other = getattr(move, field), getattr(due, field)
        if one != other and not (_are_codes(one) and _are_codes(other)):
            return False
        if one != other and sorted(one) != sorted(other):
            return False
    return True


def _are_codes(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


class Lesson(msgspec.Struct, frozen=True):
    """A guided hand. The learner has seat 0, bots have the others."""

    id: str
    """Kebab-case name within the game, stable for ever: what people have learned is kept by it."""
    title: str
    teaches: str
    """The subject of the lesson, in one line."""
    seats: int
    options: Mapping[str, Any]
    """The options that differ from the game's defaults, as JSON values."""
    deals: tuple[Deal, ...]
    """In the order of the shuffles. A shuffle beyond them keeps the order of the pack."""
    script: Script
    end: str
    """The last sentence."""
    opening: "tuple[Answer | Together, ...]" = ()
    """Moves of all seats by which the match stands where the lesson begins."""

    @property
    def steps(self) -> tuple[Step, ...]:
        parts = (part.moves if isinstance(part, Together) else (part,) for part in self.script)
        return tuple(one for part in parts for one in part if isinstance(one, Step))


class LessonRefusal(Refusal):
    """The one rule of a lesson beside those of its game; `Step.wrong` has the better words."""

    ANOTHER_STEP = "another-step", "The rules allow that, but this step of the lesson is another."
