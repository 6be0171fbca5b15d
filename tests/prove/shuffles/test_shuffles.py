"""The statistics of shuffles."""

from itertools import permutations
from math import isclose

import pytest

from tests.prove.shuffles import shuffle_stats


@pytest.mark.parametrize(
    ("chi_square", "freedom", "above"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (135.8067, 100, 0.01), (3.940299, 10, 0.95)],
)
def test_too_uneven_and_too_even_are_both_unlikely(
    chi_square: float, freedom: int, above: float
) -> None:
    expected = 2 * min(above, 1 - above)
    assert isclose(shuffle_stats.two_sided(chi_square, freedom), expected, rel_tol=1e-4)


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
