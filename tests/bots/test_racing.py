"""A race of candidates: the best paid wins, and with a switch margin luck alone does not."""

from collections.abc import Mapping, Sequence

import pytest

from app.bots.racing import Race


def run(payoffs: Sequence[Mapping[int, float]], switch_margin: float) -> Race:
    """Two candidates, the first with the better prior, paid this world by world."""
    race = Race(
        [0, 1], elimination_margin=2.2, min_worlds=8, prior_bonus=0.0, switch_margin=switch_margin
    )
    for paid in payoffs:
        race.record({index: paid[index] for index in race.remaining})
    return race


LUCKY = [{0: 0.5, 1: 0.9}, {0: 0.6, 1: 0.2}, {0: 0.3, 1: 0.8}, {0: 0.7, 1: 0.4}, {0: 0.4, 1: 0.5}]
"""The second is paid more on the whole, by less than luck explains."""
BETTER = [{0: 0.4, 1: 0.6 + step / 100} for step in range(12)]


def test_without_a_margin_the_best_paid_is_chosen() -> None:
    assert run(LUCKY, 0.0).choice() == 1


def test_with_a_margin_a_lucky_lead_is_not_enough() -> None:
    assert run(LUCKY, 1.5).best() == 1
    assert run(LUCKY, 1.5).choice() == 0


@pytest.mark.parametrize("switch_margin", [0.0, 1.5])
def test_a_clear_lead_is_chosen_with_or_without_a_margin(switch_margin: float) -> None:
    assert run(BETTER, switch_margin).choice() == 1


def test_a_clear_loser_is_eliminated_but_with_a_margin_never_the_best_prior() -> None:
    assert run(BETTER, 0.0).remaining == [1]
    assert run(BETTER, 1.5).remaining == [0, 1]


def test_before_anything_is_known_the_best_prior_is_chosen() -> None:
    assert run([], 1.5).choice() == 0


def test_in_few_worlds_a_lead_must_be_larger_than_in_many() -> None:
    """A search that is starved plays the heuristic's move."""
    close, far = {0: 0.42, 1: 0.5}, {0: 0.0, 1: 1.0}
    assert run([close] * 2, 1.0).choice() == 0
    assert run([close] * 12, 1.0).choice() == 1
    assert run([far], 1.0).choice() == 0, "one world shows no spread"
    assert run([far] * 2, 1.0).choice() == 1
