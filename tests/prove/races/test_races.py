"""A clear race: one winner, and a refusal of the right kind for every loser."""

from typing import cast

from tests.prove.races.attempt import Attempt
from tests.prove.races.scenes import Result

TYPED = frozenset({"room-full"})


class Told:
    """A racer with this answer."""

    def __init__(self, code: str) -> None:
        self.code = code


def ended(*codes: str) -> Result:
    return Result("seat", [cast("Attempt", Told(code)) for code in codes], range(len(codes)), TYPED)


def test_one_winner_and_typed_refusals_are_right() -> None:
    result = ended("room-full", "done", "room-full")
    assert result.wrong is None
    assert result.winners == [1]
    assert len(result.losers) == 2


def test_two_winners_are_wrong_and_none_too() -> None:
    assert ended("done", "done").wrong == "seat: 2 of 2 got it (done, done)"
    assert ended("room-full", "room-full").wrong == "seat: 0 of 2 got it (room-full, room-full)"


def test_a_loser_who_was_told_nothing_or_something_else_is_wrong() -> None:
    assert ended("done", "").wrong == "seat: a loser was told nothing"
    assert ended("done", "busy").wrong == "seat: a loser was told 'busy'"
