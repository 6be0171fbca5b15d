"""An attack: a cheat, the moment at which it is noticed, and a match in which it is tried."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
import pytest

from tests.prove.shuffles.cheating.pages import Json
from tests.prove.shuffles.cheating.scenes import whole_match
from tests.prove.shuffles.cheating.stage import (
    HOLDS,
    NOT_CHECKED,
    NOT_FAIR,
    NOT_READ,
    Cheat,
    Stage,
    Window,
)

AT_ONCE, AT_THE_END, ONLY_VERIFIER = "at once", "at the end", "only the verifier"
AS_A_GAP, NOBODY = "as a gap", "nobody"

Tell = Callable[[Window, Json], bool | Sequence[Json] | None]
"""Changes a message in place and returns True, or returns what is told instead, or False."""
Play = Callable[[Stage], Awaitable[None]]
Plant = Callable[[pytest.MonkeyPatch], None]


class Attack(msgspec.Struct, frozen=True):
    """`row`: its name in the table of docs/fair-shuffle.md, which several may share. `says`: a part
    of what the page says: a lie or, for a gap, a sentence.
    """

    name: str
    row: str
    noticed: str
    says: str
    tell: Tell | None = None
    take: Tell | None = None
    reveal: Callable[[Window | None, list[Json]], None] | None = None
    plant: Plant | None = None
    cheat: Callable[[], Cheat] | None = None
    play: Play = whole_match
    twin: Play | None = None
    """The honest match beside it; `play` where none is named."""
    game: str = "open"
    verdict: str = NOT_FAIR
    """The verdict of examples/verify.py with the files of all pages."""
    words_differ: bool = False
    """The four words of the pages are not the same."""
    honest: str = HOLDS
    """The verdict of examples/verify.py on the honest match."""
    seed: str = ""
    """Named where chance decides whether the attack is noticed."""


class Told(Cheat):
    """The cheat of an attack."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack
        self.done = not (attack.tell or attack.take or attack.reveal)

    def tell(self, window: Window, message: Json) -> Sequence[Json]:
        return self._changed(self._attack.tell, window, message)

    def take(self, window: Window, command: Json) -> Sequence[Json]:
        return self._changed(self._attack.take, window, command)

    def _changed(self, change: Tell | None, window: Window, message: Json) -> Sequence[Json]:
        instead = change and change(window, message)
        if not instead and not isinstance(instead, list):
            return (message,)
        self.done = True
        return instead if isinstance(instead, list) else (message,)

    def reveal(self, window: Window | None, lines: list[Json]) -> None:
        if self._attack.reveal is not None:
            self._attack.reveal(window, lines)
            self.done = True


ATTACKS: Final = dict[str, Attack]()


def attack(
    row: str, noticed: str, says: str, when: Callable[[Json], bool] = lambda _: True, **more: Any
) -> Callable[[Tell], Tell]:
    """Adds an attack that changes what pages are told.

    The function gets the messages for which `when` holds. It changes one in place, returns what is
    told instead, or returns False.
    """

    def add(change: Tell) -> Tell:
        name = str(getattr(change, "__name__", ""))

        def tell(window: Window, message: Json) -> bool | Sequence[Json]:
            instead = when(message) and change(window, message)
            return True if instead is None else instead

        ATTACKS[name] = Attack(name, row, noticed, says, tell=tell, **more)
        return tell

    return add


def add(name: str, row: str, noticed: str, says: str, **more: Any) -> None:
    ATTACKS[name] = Attack(name, row, noticed, says, **more)


__all__ = [
    "AS_A_GAP",
    "ATTACKS",
    "AT_ONCE",
    "AT_THE_END",
    "HOLDS",
    "NOBODY",
    "NOT_CHECKED",
    "NOT_FAIR",
    "NOT_READ",
    "ONLY_VERIFIER",
    "Attack",
    "Told",
    "add",
    "attack",
]
