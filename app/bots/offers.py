"""Offers among bots without a clock: the table's course of offer and answer, in rounds.

A bot looks at an offer when it opens, and again after each move of its own. What somebody takes is
made before any question is answered: whoever wants something is in time.

| an offer is | its bot takes it | its bot does not | its seat moves | its prompt goes |
|---|---|---|---|---|
| open | it is made | it is let be | it is open | it is forgotten |
| let be | | | it is open | it is forgotten |
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from app.rules.game import AnyGame, AnyState, Prompt, Seat, view
from app.rules.questions import Questions
from app.rules.replay import Played

Slot: TypeAlias = tuple[Seat, str]
"""A seat and the key of one of its prompts."""
Answer: TypeAlias = Callable[[Seat, Prompt], Any | None]
"""The move by which a bot takes an offer; None: it does not."""


def may_offer(game: AnyGame) -> bool:
    """False for a game that puts one question to a seat at a time: it has no offers."""
    return type(game).prompts is not Questions.prompts


class Offers:
    """The offers of one match, or of one playout."""

    def __init__(self) -> None:
        self._let_be: set[Slot] = set()
        self._known: set[Slot] = set()
        self._turn = 0
        self.opened: Counter[str] = Counter()
        """The offers that were opened, by kind."""
        self.taken: Counter[str] = Counter()

    def let_all_be(self, open_to: Mapping[Seat, tuple[Prompt, ...]]) -> None:
        """Everybody has looked at these and takes none of them now."""
        self._let_be = {slot for slot, _ in _offers(open_to)}

    def next_taken(
        self, open_to: Mapping[Seat, tuple[Prompt, ...]], answer: Answer
    ) -> Played | None:
        """An offer that somebody takes now. The seats look in turn, from another one each time."""
        found = _offers(open_to)
        slots = {slot for slot, _ in found}
        self.opened.update(prompt.kind for slot, prompt in found if slot not in self._known)
        self._known |= slots
        self._let_be &= slots
        new = [one for one in found if one[0] not in self._let_be]
        self._turn += 1
        first = self._turn % len(new) if new else 0
        for (seat, key), prompt in new[first:] + new[:first]:
            move = answer(seat, prompt)
            if move is not None:
                self.taken[prompt.kind] += 1
                self.moved(seat)
                return Played(seat, key, move)
            self._let_be.add((seat, key))
        return None

    def moved(self, seat: Seat) -> None:
        """This seat has moved, so its bot looks at its offers again."""
        self._let_be = {slot for slot in self._let_be if slot[0] != seat}


def _offers(open_to: Mapping[Seat, tuple[Prompt, ...]]) -> list[tuple[Slot, Prompt]]:
    return [
        ((seat, prompt.key), prompt)
        for seat, found in open_to.items()
        for prompt in found
        if prompt.offer
    ]


def accepted(players: Sequence[AnyGame], state: AnyState) -> Answer:
    """The answers of bots to the offers of this state. `players`: the game as each plays it."""
    return lambda seat, prompt: players[seat].accepted_offer(view(state, seat), prompt)
