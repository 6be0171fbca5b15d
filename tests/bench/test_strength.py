"""`bench strength` still works, and its verdicts follow from what was won."""

import random

import pytest

from app.bots.arena import MatchResult
from bench import strength
from bench.report import Ask
from bench.strength import FEWEST, share_won, target, verdict


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
