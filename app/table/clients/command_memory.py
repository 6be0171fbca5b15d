"""The commands that one table knows again: those under way, and those that were carried out."""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import Final

from app.table.model.room import PersonId

MAX_REMEMBERED: Final = 512
"""Commands other than moves that a table knows again."""


class CommandMemory:
    """By person and the command's id. A command that is known is never refused for being late."""

    def __init__(self) -> None:
        self._under_way: Counter[tuple[PersonId | None, str]] = Counter()
        self._done: OrderedDict[tuple[PersonId | None, str], None] = OrderedDict()
        self._moves: set[tuple[PersonId | None, str]] = set()
        """The moves of the match that is kept, for as long as it is."""

    def begin(self, person: PersonId | None, command: str) -> None:
        """The command was accepted; `end` follows once it is answered."""
        self._under_way[person, command] += 1

    def end(self, person: PersonId | None, command: str) -> None:
        self._under_way[person, command] -= 1
        if self._under_way[person, command] <= 0:
            del self._under_way[person, command]

    def remember(self, person: PersonId | None, command: str, is_move: bool) -> None:
        """Notes that the command was carried out."""
        if is_move:
            self._moves.add((person, command))
            return
        self._done[person, command] = None
        if len(self._done) > MAX_REMEMBERED:
            self._done.popitem(last=False)

    def keep_moves(self, moves: Iterable[tuple[PersonId | None, str]]) -> None:
        """Knows these moves instead of those of another match."""
        self._moves = set(moves)

    def was_done(self, person: PersonId | None, command: str) -> bool:
        return (person, command) in self._moves or (person, command) in self._done

    def knows(self, person: PersonId | None, command: str) -> bool:
        """True if the command was carried out, or will be answered."""
        return (person, command) in self._under_way or self.was_done(person, command)
