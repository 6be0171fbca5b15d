"""`bench strength` still works, and its verdicts follow from what was won."""

import random

import pytest

from app.bots import search
from app.bots.arena import MatchResult
from app.ops.arena import InvalidTournament
from app.rules.game import Seat, view
from bench import strength
from bench.open_hands import opened
from bench.report import Ask
from bench.strength import FEWEST, share_won, target, verdict
from tests.bots.hide_and_seek import GAME as HIDE_AND_SEEK
from tests.bots.hide_and_seek import Guess, Hide, HidingOptions


def sets(share: float, number: int, seed: int = 1) -> list[float]:
    chance = random.Random(seed)
    return [share + chance.uniform(-0.3, 0.3) for _ in range(number)]


def test_a_verdict_needs_enough_sets_and_a_clear_mean() -> None:
    low, high = 0.575, target(2)
    assert verdict(sets(0.65, 400), low, high) == "reached"
    assert verdict(sets(0.5, 400), low, high) == "missed"
    assert verdict(sets(0.61, 20), low, high) == "open"
    assert verdict([0.9, 0.8] * (FEWEST // 2 - 1), low, high) == "open"


def test_verdicts_are_wrong_as_seldom_as_they_say() -> None:
    low, high = 0.575, target(2)
    wrong = 0
    for seed in range(200):
        chance, shares = random.Random(seed), list[float]()
        while (found := verdict(shares, low, high)) == "open":
            shares.append(low + chance.uniform(-0.3, 0.3))
        wrong += found == "reached"
    assert wrong <= 2 * strength.ERROR * 200


def test_the_hands_of_the_sharp_seat_are_counted_wherever_it_sits() -> None:
    first = MatchResult((1.0, 2.0), (0, 0), ((1.0, 2.0), (2.0, 1.0)), 0)
    second = MatchResult((1.5, 1.5), (0, 0), ((1.5, 1.5), (2.0, 1.0)), 0)
    assert share_won([first, second], ("sharp", "steady")) == (1 + 0 + 0.5 + 1) / 4


def test_the_bench_prints_a_row_for_each_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "BUDGETS", (0.0005, 0.001))
    monkeypatch.setattr(strength, "cpu_count", lambda: 1)
    (sheet,) = strength.BENCH.run(Ask(seconds=0.0, loud=False, parts=("usurp",)))
    assert [len(row) for row in sheet.rows] == [len(sheet.columns)] * 2
    assert [row[:3] for row in sheet.rows] == [("Usurp", 2, 0.5), ("Usurp", 2, 1.0)]


def test_a_part_may_name_another_number_of_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "BUDGETS", (0.0,))
    monkeypatch.setattr(strength, "cpu_count", lambda: 1)
    (sheet,) = strength.BENCH.run(Ask(seconds=0.0, loud=False, parts=("skuncum:4", "usurp")))
    assert [row[1] for row in sheet.rows] == [4, 2]
    with pytest.raises(InvalidTournament, match="cannot be played by 3"):
        next(iter(strength.BENCH.run(Ask(seconds=0.0, loud=False, parts=("usurp:3",)))))


@pytest.mark.parametrize("odd", [True, False])
def test_who_sees_all_hands_is_not_fooled_and_others_are_half_of_the_time(odd: bool) -> None:
    state = HIDE_AND_SEEK.apply(HIDE_AND_SEEK.setup(2, HidingOptions(), False), Seat(0), Hide(odd))
    seen = view(state, Seat(1))
    for game, fooled in ((opened(HIDE_AND_SEEK, state), False), (HIDE_AND_SEEK, True)):
        guesses = {
            search.choose(
                game,
                seen,
                [Guess(True), Guess(False)],
                random.Random(seed),
                search.playout_limit(9),
            )
            for seed in range(12)
        }
        assert (guesses != {Guess(odd)}) == fooled


def test_where_the_target_is_missed_the_row_tells_what_open_hands_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(strength, "BUDGETS", (0.0005,))
    monkeypatch.setattr(strength, "cpu_count", lambda: 1)
    monkeypatch.setattr(strength, "verdict", lambda *given: "missed")
    (sheet,) = strength.BENCH.run(Ask(seconds=0.0, loud=False, parts=("skuncum",)))
    (row,) = sheet.rows
    assert row[-3] == "missed"
    assert isinstance(row[-2], float)
    assert not sheet.passed
