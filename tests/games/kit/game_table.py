"""A match in progress with short methods, from which a game's own tests make their table."""

from collections.abc import Sequence
from typing import ClassVar, Generic, Self, TypeVar

import pytest

from app.rules.errors import IllegalMove, NotYourTurn
from app.rules.game import AnyGame, Event, Seat, State, View, view
from app.rules.play import play, prompts

P = TypeVar("P")
Q = TypeVar("Q")
H = TypeVar("H")
M = TypeVar("M")


class GameTable(Generic[P, Q, H, M]):
    """Every move goes through `play`."""

    game: ClassVar[AnyGame]
    names: ClassVar[Sequence[str]]

    def __init__(self, state: State[P, Q, H]) -> None:
        self.state = state

    @property
    def public(self) -> P:
        return self.state.public

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last step."""
        return self.state.events

    def view(self, seat: int) -> View[P, Q]:
        return view(self.state, Seat(seat))

    def legal(self, seat: int) -> list[M]:
        return list(self.game.legal_moves(self.view(seat)))

    def move(self, seat: int, move: M) -> Self:
        prompt = prompts(self.game, self.state).get(Seat(seat))
        if prompt is None:
            raise NotYourTurn(f"{self.names[seat]} is not asked")
        self.state = play(self.game, self.state, Seat(seat), prompt.key, move)
        return self

    def expire(self) -> Self:
        """Time runs out for the first open question."""
        prompt = next(iter(prompts(self.game, self.state).values()))
        self.state = self.game.expire(self.state, prompt.key)
        return self

    def refused(self, seat: int, move: M) -> IllegalMove:
        """The refusal, which changes nothing and has a sentence."""
        before = self.state
        with pytest.raises(IllegalMove) as refused:
            self.move(seat, move)
        assert self.state is before
        assert refused.value.sentence.endswith((".", "?"))
        return refused.value

    def said(self) -> list[str]:
        """The log's sentences about the last step."""
        return [self.game.say_event(self.public, event, self.names) for event in self.events]
