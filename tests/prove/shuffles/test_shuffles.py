"""The battery's own arithmetic; what it makes of deals that are always the same."""

import asyncio
from itertools import permutations
from math import exp, isclose
from random import Random

import pytest

from tests.prove.runner.proof import RunOptions
from tests.prove.shuffles import shuffle_stats
from tests.prove.shuffles.proof import PROOF, looked_at
from tests.prove.shuffles.table_check import deals_checked


@pytest.mark.parametrize(
    ("a", "x", "known"),
    [(0.5, 1.920729, 0.05), (5, 9.153519, 0.05), (50, 67.9033, 0.01), (1300.5, 1300.5, 0.4963)],
)
def test_the_gamma_function_is_the_one_of_the_tables(a: float, x: float, known: float) -> None:
    assert isclose(shuffle_stats.upper_gamma(a, x), known, rel_tol=1e-3)


@pytest.mark.parametrize("x", [0.1, 1.0, 2.0, 5.0, 30.0])
def test_with_two_degrees_of_freedom_the_gamma_function_is_exponential(x: float) -> None:
    assert isclose(shuffle_stats.upper_gamma(1.0, x), exp(-x), rel_tol=1e-12)


@pytest.mark.parametrize("n", [3, 4, 6])
def test_chances_are_those_of_counting_all_orders(n: int) -> None:
    orders = list(permutations(range(n)))
    for count, chances in (
        (shuffle_stats.cycles, shuffle_stats.cycle_chances(n)),
        (shuffle_stats.rising, shuffle_stats.rising_chances(n)),
    ):
        for value, chance in chances.items():
            assert isclose(chance, sum(count(order) == value for order in orders) / len(orders))
    for value, chance in shuffle_stats.alike_chances(n).items():
        assert isclose(
            chance,
            sum(
                sum(a == b for a, b in zip(order, range(n), strict=True)) == value
                for order in orders
            )
            / len(orders),
            abs_tol=1e-15,
        )


def test_chances_add_up_for_a_whole_pack() -> None:
    for chances in (
        shuffle_stats.cycle_chances(52),
        shuffle_stats.rising_chances(52),
        shuffle_stats.alike_chances(52),
    ):
        assert isclose(sum(chances.values()), 1.0)


def test_a_known_heap_of_deals_is_even() -> None:
    verdicts, odd = looked_at("always the same", 3000, 5)
    assert odd == []
    assert min(verdicts.values()) > 0.001


def test_a_table_deals_what_it_promised() -> None:
    cards, lies = asyncio.run(deals_checked(Random(1)))
    assert (cards > 0, lies) == (True, [])


@pytest.mark.parametrize("name", PROOF.planted)
def test_a_planted_fault_is_found(name: str) -> None:
    assert PROOF.planted[name].run(RunOptions(0.1, 5, verbose=False)).faults
