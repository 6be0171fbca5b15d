"""The course of a look back: what is tried, what is checked, and what stands out."""

import random
from collections.abc import Callable

import pytest

from app.bots.look_back.looking_back import (
    CHECK_DEALS,
    LEAST,
    SHOWN,
    Found,
    Trial,
    Usual,
    looking_back,
)
from app.bots.look_back.trials import Difference, Payoffs

Worth = Callable[[Trial, int], float]
"""The worth of a move of a trial, by its index among the decision's moves."""
NO_TIME = lambda: 0.0  # noqa: E731  a clock that stands still


def found(
    decisions: Usual,
    worth: Worth,
    spread: float = 0.1,
    time_spent: Callable[[], float] = NO_TIME,
    seed: str = "",
) -> tuple[Found, list[Trial]]:
    """The result where each move is paid what it is worth, give or take luck; and all trials."""
    course, trials = looking_back(decisions, time_spent), list[Trial]()
    try:
        trial = next(course)
        while True:
            trials.append(trial)
            luck = random.Random(seed + trial.seed)
            paid = [
                [[worth(trial, move) + luck.gauss(0, spread) for move in trial.moves]]
                for _ in range(trial.deals)
            ]
            trial = course.send(paid)
    except StopIteration as end:
        result: Found = end.value
        return result, trials


def test_a_decision_that_cost_much_is_found_with_the_better_move_and_by_how_much() -> None:
    decisions = [(3, 0)] * 30
    result, trials = found(decisions, lambda t, m: 0.7 if (t.decision, m) == (17, 2) else 0.4)
    (moment,) = result.moments
    assert (moment.decision, moment.other, moment.deals) == (17, 2, CHECK_DEALS)
    assert abs(moment.gain + 0.3) < moment.margin < 0.05
    assert (result.tried, result.whole) == (30, True)
    assert (17, (2, 0)) in [(t.decision, t.moves) for t in trials if t.stage == "check"]


def test_a_decision_that_won_much_is_held_against_the_usual_one() -> None:
    def worth(trial: Trial, move: int) -> float:
        return 0.8 if (trial.decision, move) == (3, 0) else 0.5

    (moment,) = found([(4, 2)] * 8, worth)[0].moments
    assert (moment.decision, moment.other) == (3, 2)
    assert moment.gain > 0.25
    assert found([(4, 0)] * 8, worth)[0].moments == (), "the usual answer is nobody's feat"


def test_at_most_three_are_shown_the_largest_first() -> None:
    result, _ = found([(2, 0)] * 40, lambda t, m: m * t.decision / 50)
    assert [moment.decision for moment in result.moments] == [39, 38, 37]
    assert len(result.moments) == SHOWN


@pytest.mark.parametrize("luck", range(20))
def test_nothing_stands_out_where_all_is_luck(luck: int) -> None:
    result, _ = found([(5, 1)] * 60, lambda t, m: 0.5, spread=0.4, seed=f"{luck}")
    assert result.moments == ()
    assert result.whole


def test_what_a_first_run_alone_found_is_not_shown() -> None:
    """Luck of the first seed alone: the second run does not find it again."""
    decisions = [(2, 0)] * 10

    def lucky(trial: Trial, move: int) -> float:
        return 0.9 if trial.stage == "look" and (trial.decision, move) == (4, 1) else 0.5

    result, trials = found(decisions, lucky)
    assert [t.decision for t in trials if t.stage == "check"] == [4]
    assert result.moments == ()


def test_what_is_sure_and_tiny_is_not_worth_showing() -> None:
    result, trials = found([(2, 0)] * 4, lambda t, m: m * LEAST / 2, spread=0.001)
    assert any(t.stage == "check" for t in trials)
    assert result.moments == ()


def test_every_trial_has_a_seed_of_its_own_and_each_course_the_same() -> None:
    _, trials = found([(3, 1)] * 30, lambda t, m: m / 3)
    assert len({t.seed for t in trials}) == len(trials)
    assert trials == found([(3, 1)] * 30, lambda t, m: m / 3)[1]


def test_as_time_ends_what_was_found_so_far_is_told() -> None:
    spent = iter([0.1] * (40 + 24 + 8) + [0.9] * 2 + [1.0] * 100)
    result, trials = found([(2, 0)] * 40, lambda t, m: m / 2, time_spent=lambda: next(spent))
    assert (len(result.moments), result.whole) == (2, False)
    none, trials = found([(2, 0)] * 40, lambda t, m: m / 2, time_spent=lambda: 1.0)
    assert (none.moments, none.tried, none.whole, trials) == ((), 0, False, [])


def test_no_time_between_two_trials_ends_it_too() -> None:
    course = looking_back([(2, 0)] * 3, NO_TIME)
    next(course)
    with pytest.raises(StopIteration) as end:
        course.send(None)
    assert end.value.value == Found((), 0, 0, False)


def test_without_a_choice_there_is_nothing_to_try() -> None:
    assert found([], lambda t, m: 0.5)[0] == Found((), 0, 0, True)


def test_decisions_that_came_to_the_same_in_every_deal_are_counted() -> None:
    result, _ = found([(3, 0)] * 9, lambda t, m: float(m * (t.decision == 2)), spread=0.0)
    assert (result.level, result.tried) == (8, 9)


# -- differences


def test_draws_of_one_deal_count_as_one() -> None:
    """Ten draws of one deal say no more than one: the error is that of two deals."""
    twice = Difference([[[1.0, 0.0]], [[0.0, 0.0]]], 0, 1)
    often: list[Payoffs] = [[[1.0, 0.0]] * 10, [[0.0, 0.0]] * 10]
    assert Difference(often, 0, 1).mean == twice.mean == 0.5
    assert Difference(often, 0, 1).error == pytest.approx(twice.error)
    assert Difference(often, 0, 1).deals == 2


def test_one_deal_is_never_enough() -> None:
    assert not Difference([[[1.0, 0.0]] * 50], 0, 1).exceeds(0.1)
    assert not Difference([], 0, 1).exceeds(0.1)
