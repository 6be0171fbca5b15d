"""The defaults of `Game`, for what a small game need not define."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec
import pytest

from app.rules.errors import IllegalMove
from app.rules.game import (
    Chance,
    Event,
    Game,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    Standing,
    State,
    View,
    view,
)
from app.rules.phrases import join_words, sentence
from app.rules.play import play

A, B, C = Seat(0), Seat(1), Seat(2)
NAMES = ("Ann", "Ben", "Cleo")


class Nod(msgspec.Struct, frozen=True, tag_field="type", tag="nod"):
    times: int


class HeadMoved(Event, frozen=True, tag="head-moved"):
    seat: Seat


class Public(msgspec.Struct, frozen=True):
    nods: tuple[int | None, ...]


class Nodding(Game[Public, None, None, Nod]):
    """Everybody nods once or twice, all at once; the most nods win. Says only what it must."""

    slug: ClassVar[str] = "nodding"
    title: ClassVar[str] = "Nodding"
    tagline: ClassVar[str] = "Nod."
    seats: ClassVar[range] = range(2, 4)
    moves: ClassVar[Any] = Nod

    def setup(self, seats: int, options: Any, ranked: bool) -> State[Public, None, None]:
        return State(Public((None,) * seats), (None,) * seats, None)

    def pending_shuffle_size(self, state: State[Public, None, None]) -> int:
        return 0

    def apply_shuffle(
        self, state: State[Public, None, None], order: Sequence[int]
    ) -> State[Public, None, None]:
        raise NotImplementedError

    def prompt(self, view: View[Public, None]) -> Prompt | None:
        return Prompt("nod", "nod-now") if view.seat in self.awaited_seats(view.public) else None

    def legal_moves(self, view: View[Public, None]) -> Iterator[Nod]:
        yield from (Nod(1), Nod(2))

    def apply(
        self, state: State[Public, None, None], seat: Seat, move: Nod
    ) -> State[Public, None, None]:
        nods = tuple(
            move.times if other == seat else own for other, own in enumerate(state.public.nods)
        )
        return State(Public(nods), state.private, None, (HeadMoved(seat),))

    def outcome(self, public: Public) -> Outcome | None:
        return (
            None
            if None in public.nods
            else Outcome.from_points([nods or 0 for nods in public.nods], "all-nodded")
        )

    def awaited_seats(self, public: Public) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, nods in enumerate(public.nods) if nods is None)

    def active_seats(self, public: Public) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(len(public.nods))))

    def resample(self, view: View[Public, None], chance: Chance) -> State[Public, None, None]:
        return State(view.public, (None,) * len(view.public.nods), None)


GAME = Nodding()


def nodded(*nods: int | None) -> State[Public, None, None]:
    return State(Public(nods), (None,) * len(nods), None)


def test_only_the_number_of_players_can_be_a_config_problem() -> None:
    assert GAME.config_problem(3, GAME.options()) is None
    assert GAME.config_problem(4, GAME.options()) == "Nodding is for 2 or 3 players; you are 4."


def test_what_is_not_listed_is_refused_with_a_sentence() -> None:
    with pytest.raises(IllegalMove) as refused:
        play(GAME, nodded(None, None), A, "nod", Nod(3))
    assert refused.value.reason == "not-on-offer"
    assert refused.value.sentence == "That is not on offer now; choose among what the table marks."


def test_when_time_is_up_everybody_still_asked_makes_the_first_legal_move() -> None:
    state = GAME.expire(nodded(None, 2, None), "nod")
    assert state.public.nods == (1, 2, 1)
    assert state.events == (HeadMoved(A), HeadMoved(C)), "nothing that was seen is lost"


def test_at_ten_seats_time_is_up_for_all_of_them() -> None:
    state = GAME.expire(nodded(*[None] * 10), "nod")
    assert state.public.nods == (1,) * 10
    assert state.events == tuple(HeadMoved(Seat(seat)) for seat in range(10))


def test_the_last_deal_called_tells_nothing_of_the_move_before() -> None:
    state = GAME.apply(nodded(None, None), A, Nod(2))
    assert state.events == (HeadMoved(A),)
    assert GAME.last_deal(state) == nodded(2, None)


def test_a_match_is_one_deal_and_its_standings_are_the_outcome() -> None:
    assert GAME.standings(nodded(2, None, 1).public) == ()
    assert GAME.standings(nodded(2, 1, 2).public) == (
        Standing(1, A, 1, 2),
        Standing(1, C, 1, 2),
        Standing(1, B, 3, 1),
    )


def test_the_most_points_win_and_as_many_share_a_place() -> None:
    assert Outcome.from_points([1, 5, 1], "done") == Outcome(((B,), (A, C)), (1, 5, 1), "done")


def test_words_are_made_of_names() -> None:
    seen = view(nodded(None, None, 1), A)
    prompt = GAME.prompt(seen)
    assert prompt is not None
    assert GAME.say_prompt(seen, prompt, NAMES) == "Nod now."
    assert GAME.say_wait(seen.public, NAMES) == "Ann and Ben to play."
    assert GAME.say_wait(nodded(1, 1, 1).public, NAMES) == "One moment."
    assert GAME.say_event(seen.public, HeadMoved(A), NAMES) == "Head moved."


def test_every_move_has_the_same_score() -> None:
    assert len(set(GAME.score_moves(view(nodded(None, None), A), [Nod(1), Nod(2)]))) == 1


def test_a_reason_may_bring_its_sentence() -> None:
    class Why(Refusal):
        TOO_LATE = "too-late"
        NOT_YOURS = "not-yours", "You do not hold that card."

    assert str(Why.TOO_LATE) == "too-late"
    assert Why.TOO_LATE.sentence == "Too late."
    assert Why("not-yours") is Why.NOT_YOURS
    assert Why.NOT_YOURS.sentence == "You do not hold that card."


def test_names_in_a_row() -> None:
    assert [join_words(NAMES[:many]) for many in range(4)] == [
        "",
        "Ann",
        "Ann and Ben",
        "Ann, Ben and Cleo",
    ]
    assert join_words(NAMES, last="or") == "Ann, Ben or Cleo"
    assert sentence("give-back") == "Give back."
