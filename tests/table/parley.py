"""Parley, a toy game of open questions: turns, interruptions, offers, a vote in a window.

Seats speak in turn. Anybody else may object, once in the match: then the speaker's turn waits until
the speaker has answered. A seat that is hoarse knows it alone; for one that is mute the table
speaks, as all know. After the last turn all vote in secret within a window that runs its whole
length.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.rules.game import (
    Chance,
    Event,
    Game,
    Options,
    Outcome,
    PrivateEvent,
    Prompt,
    Seat,
    Span,
    State,
    View,
)
from app.rules.questions import OpenQuestions
from app.rules.values import Choice, MoveStep
from tests.table.parley_powers import POWERS, Power, Ruleset

VOTE: Final = Span("vote", 10)


class ParleyOptions(Options, frozen=True):
    hoarse: Literal[-1, 0, 1, 2, 3] = -1
    mute: Literal[-1, 0, 1, 2, 3] = -1
    """The seat for which the table speaks."""
    ruleset: Ruleset = "parley-1"


class Speak(msgspec.Struct, frozen=True, tag_field="type", tag="speak"):
    loud: bool = False


class Object(msgspec.Struct, frozen=True, tag_field="type", tag="object"):
    pass


class Answer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    yes: bool


class Give(msgspec.Struct, frozen=True, tag_field="type", tag="give"):
    to: Seat
    coins: tuple[int, ...]


Move: TypeAlias = Speak | Object | Answer | Give


class Spoke(Event, frozen=True, tag="spoke"):
    seat: Seat


class Glanced(Event, frozen=True, tag="glanced"):
    """Told to the objector and the speaker."""

    speaker: Seat
    hoarse: bool

    def say(self, names: Sequence[str]) -> str:
        return f"{names[self.speaker]} is {'hoarse' if self.hoarse else 'well'}."


class Public(msgspec.Struct, frozen=True):
    ruleset: Ruleset = "parley-1"
    seats: int = 2
    turn: int = 0
    objector: Seat | None = None
    objected: tuple[Seat, ...] = ()
    given: bool = False
    mute: int = -1
    over: bool = False


class Private(msgspec.Struct, frozen=True):
    hoarse: bool = False
    glancing: bool = False
    vote: bool | None = None


Table: TypeAlias = State[Public, Private, None]


def changed(private: tuple[Private, ...], seat: Seat, **fields: bool) -> tuple[Private, ...]:
    """The knowledge of the seats, with new values for one of them."""
    return tuple(
        replace(own, **fields) if place == seat else own for place, own in enumerate(private)
    )


class Parley(OpenQuestions[Public, Private, None, Move], Game[Public, Private, None, Move]):
    slug: ClassVar[str] = "parley"
    title: ClassVar[str] = "Parley"
    tagline: ClassVar[str] = "Talk, object, vote."
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[type[Options]] = ParleyOptions
    moves: ClassVar[Any] = Move

    def setup(self, seats: int, options: ParleyOptions, ranked: bool) -> Table:
        return State(
            Public(options.ruleset, seats, mute=options.mute),
            tuple(Private(hoarse=seat == options.hoarse) for seat in range(seats)),
            None,
        )

    def pending_shuffle_size(self, state: Table) -> int:
        return 0

    def apply_shuffle(self, state: Table, order: Sequence[int]) -> Table:
        raise NotImplementedError

    def _power(self, view: View[Public, Private], name: str) -> Power | None:
        """The power of that name, if this view's seat holds it."""
        power = POWERS[view.public.ruleset][name]
        return power if view.seat in power.seats else None

    def _speaker(self, public: Public) -> Seat | None:
        return Seat(public.turn) if public.turn < 2 else None

    def prompts(self, view: View[Public, Private]) -> tuple[Prompt, ...]:
        public, own, seat = view.public, view.private, view.seat
        if own is None or seat is None or public.over:
            return ()
        speaker = self._speaker(public)
        if speaker is None:
            voted = own.vote is not None
            return () if voted else (Prompt(f"vote-{seat}", "vote", within=VOTE.key),)
        if seat != speaker:
            objecting = public.objector is not None or seat in public.objected
            return (
                ()
                if objecting or self._power(view, "ear") is None
                else (Prompt(f"object-{seat}", "object", offer=True),)
            )
        if public.objector is not None:
            return (Prompt(f"answer-{public.objector}", "answer", 8),)
        turn = Prompt(f"turn-{public.turn}", "speak", automatic=seat == public.mute)
        purse = None if public.given else self._power(view, "purse")
        return (turn,) if purse is None else (turn, Prompt("gift", "gift", offer=True))

    def legal_answers(self, view: View[Public, Private], prompt: Prompt) -> Iterator[Move]:
        match prompt.kind:
            case "speak":
                yield from (Speak(False), Speak(True))
            case "object":
                yield Object()
            case "gift":
                purse = POWERS[view.public.ruleset]["purse"]
                others = (seat for seat in self.active_seats(view.public) if seat != view.seat)
                yield from (
                    Give(seat, some)
                    for seat in others
                    for number in range(1, purse.most + 1)
                    for some in combinations(purse.coins, number)
                )
            case _:
                yield from (Answer(False), Answer(True))

    def accepted_offer(self, view: View[Public, Private], prompt: Prompt) -> Move | None:
        return Object() if view.seat == 1 and prompt.kind == "object" else None

    def next_step(
        self, view: View[Public, Private], prompt: Prompt, picks: tuple[tuple[Any, ...], ...]
    ) -> MoveStep | None:
        if prompt.kind != "gift" or len(picks) == 2:
            return None
        if picks:
            purse = POWERS[view.public.ruleset]["purse"]
            coins = tuple(map(Choice, purse.coins))
            return MoveStep("coins", "numbers", "Choose your coins.", coins, 1, purse.most)
        others = (seat for seat in self.active_seats(view.public) if seat != view.seat)
        return MoveStep("to", "seats", "To whom?", tuple(map(Choice, others)))

    def composed_move(
        self, view: View[Public, Private], prompt: Prompt, picks: tuple[tuple[Any, ...], ...]
    ) -> Move:
        return Give(picks[0][0], tuple(sorted(picks[1])))

    def say_effect(self, view: View[Public, Private], move: Move) -> str:
        return f"They get {sum(move.coins)}." if isinstance(move, Give) else ""

    def spans(self, view: View[Public, Private]) -> tuple[Span, ...]:
        public = view.public
        voting = (VOTE,) if self._speaker(public) is None and not public.over else ()
        glancing = view.private is not None and view.private.glancing
        if not glancing:
            return voting
        seconds = POWERS[public.ruleset]["ear"].glance
        return (*voting, Span(f"glance-{view.seat}", seconds))

    def apply(self, state: Table, seat: Seat, move: Move) -> Table:
        public, private = state.public, state.private
        match move:
            case Speak():
                turn = replace(public, turn=public.turn + 1)
                return State(turn, private, None, (Spoke(seat),))
            case Object():
                objected = (*public.objected, seat)
                public = replace(public, objector=seat, objected=objected)
                speaker = Seat(public.turn)
                glanced = PrivateEvent((seat, speaker), Glanced(speaker, private[speaker].hoarse))
                private = changed(private, seat, glancing=True)
                return State(public, private, None, private_events=(glanced,))
            case Answer(yes) if self._speaker(public) is None:
                return State(public, changed(private, seat, vote=yes), None)
            case Give():
                return State(replace(public, given=True), private, None)
            case Answer():
                return State(replace(public, objector=None), private, None)

    def expire(self, state: Table, key: str) -> Table:
        if key == VOTE.key:
            voted = tuple(replace(own, vote=None) for own in state.private)
            return State(replace(state.public, over=True), voted, None)
        if key.startswith("glance-"):
            seat = Seat(int(key.removeprefix("glance-")))
            return State(state.public, changed(state.private, seat, glancing=False), None)
        return super().expire(state, key)

    def outcome(self, public: Public) -> Outcome | None:
        return Outcome.from_points((0,) * public.seats, "voted") if public.over else None

    def awaited_seats(self, public: Public) -> tuple[Seat, ...]:
        speaker = self._speaker(public)
        return () if speaker is None or public.over else (speaker,)

    def active_seats(self, public: Public) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(public.seats)))

    def resample(self, view: View[Public, Private], chance: Chance) -> Table:
        """Anybody may be hoarse, have looked a moment ago, or have voted."""
        public, private = view.public, []
        for seat in self.active_seats(public):
            voting = self._speaker(public) is None and not public.over
            world = Private(
                hoarse=chance.random() < 0.5,
                glancing=seat in public.objected and chance.random() < 0.5,
                vote=chance.choice((None, False, True)) if voting else None,
            )
            private.append(view.private if view.private and seat == view.seat else world)
        return State(public, tuple(private), None)


GAME: Final = Parley()
