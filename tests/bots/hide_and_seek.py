"""A toy game for searches with hidden cards: one player hides a card, the other guesses it.

Seat 0 holds an even and an odd card and puts one of them face down. Seat 1 says "even" or "odd" and
wins if right. Or seat 0 settles instead: then seat 1 wins `price` times out of ten, by lot.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from app.rules.game import Chance, Event, Game, Outcome, Prompt, Seat, State, View


class HidingOptions(msgspec.Struct, frozen=True):
    price: int = 7


class Hide(msgspec.Struct, frozen=True, tag_field="type", tag="hide"):
    odd: bool


class Settle(msgspec.Struct, frozen=True, tag_field="type", tag="settle"):
    """Not to hide at all: the guesser wins `price` times out of ten."""


class Guess(msgspec.Struct, frozen=True, tag_field="type", tag="guess"):
    odd: bool


Move: TypeAlias = Hide | Settle | Guess


class Put(Event, frozen=True, tag="put"):
    """Something lies face down."""


class Public(msgspec.Struct, frozen=True):
    price: int
    phase: str = "hide"
    winner: Seat | None = None


class Private(msgspec.Struct, frozen=True):
    down: bool | None = None


Table: TypeAlias = State[Public, Private, None]


class HideAndSeek(Game[Public, Private, None, Move]):
    slug: ClassVar[str] = "hide-and-seek"
    title: ClassVar[str] = "Hide and Seek"
    tagline: ClassVar[str] = "Odd or even?"
    seats: ClassVar[range] = range(2, 3)
    moves: ClassVar[Any] = Move

    def setup(self, seats: int, options: HidingOptions, ranked: bool) -> Table:
        return State(Public(options.price), (Private(), Private()), None)

    def pending_shuffle_size(self, state: Table) -> int:
        return 10 if state.public.phase == "settle" else 0

    def apply_shuffle(self, state: Table, order: Sequence[int]) -> Table:
        return State(
            Public(state.public.price, "over", Seat(1 if order[0] < state.public.price else 0)),
            state.private,
            None,
        )

    def prompt(self, view: View[Public, Private]) -> Prompt | None:
        asked = {"hide": 0, "guess": 1}.get(view.public.phase)
        return (
            Prompt(view.public.phase, view.public.phase)
            if asked == view.seat and asked is not None
            else None
        )

    def legal_moves(self, view: View[Public, Private]) -> Iterator[Move]:
        if view.public.phase == "hide":
            yield from (Hide(True), Hide(False), Settle())
        else:
            yield from (Guess(True), Guess(False))

    def apply(self, state: Table, seat: Seat, move: Move) -> Table:
        public = state.public
        match move:
            case Hide(odd):
                return State(
                    Public(public.price, "guess"), (Private(odd), Private()), None, (Put(),)
                )
            case Settle():
                return State(Public(public.price, "settle"), state.private, None)
            case Guess(odd):
                winner = Seat(1 if state.private[0].down == odd else 0)
                return State(Public(public.price, "over", winner), state.private, None)

    def outcome(self, public: Public) -> Outcome | None:
        if public.winner is None:
            return None
        return Outcome(((public.winner,), (Seat(1 - public.winner),)), (0, 0), "guessed")

    def awaited_seats(self, public: Public) -> tuple[Seat, ...]:
        return {"hide": (Seat(0),), "guess": (Seat(1),)}.get(public.phase, ())

    def active_seats(self, public: Public) -> tuple[Seat, ...]:
        return (Seat(0), Seat(1))

    def resample(self, view: View[Public, Private], chance: Chance) -> Table:
        if view.public.phase != "guess" or view.seat == 0:
            return State(view.public, (view.private or Private(), Private()), None)
        return State(view.public, (Private(chance.choice((True, False))), Private()), None)


GAME: Final = HideAndSeek()
