"""The command that measures the balance still works; what it finds is no test's business."""

from typing import Literal

import pytest

from app.games.scum_the_masquerade.powers.clans import LINEAGES
from tests.games.scum_the_masquerade.balance import Sample, figures, tables


@pytest.mark.parametrize("evening", ["masquerade", "first-night"])
def test_every_clan_and_discipline_that_was_played_has_its_row(
    evening: Literal["masquerade", "first-night"],
) -> None:
    rounds = list(figures(2, 4, evening=evening))
    lines = tables(rounds).splitlines()
    named = {line.split("|")[1].strip() for line in lines if line.startswith("|")}
    sheets = [seat.sheet for one in rounds for seat in one]
    clans = {LINEAGES[sheet.clan].name for sheet in sheets if sheet.clan is not None}
    disciplines = {dot.discipline.value for sheet in sheets for dot in sheet.dots}
    assert named == clans | disciplines | {"clan", "discipline", "---"}


def test_a_first_night_has_one_dot_in_each_discipline_of_a_clan() -> None:
    (played,) = figures(1, 5, evening="first-night")
    clanned = [seat.sheet for seat in played if seat.sheet.clan is not None]
    assert clanned
    assert all([dot.have for dot in sheet.dots] == [1, 1, 1] for sheet in clanned)


def test_a_round_gives_every_seat_a_rank_and_a_place() -> None:
    (played,) = figures(1, 5, seed=2)
    assert sorted(seat.rank for seat in played) == sorted(seat.place for seat in played)


def test_the_interval_narrows_with_more_numbers() -> None:
    few, many = Sample([0, 1] * 10), Sample([0, 1] * 1000)
    assert few.mean() == many.mean() == 0.5
    assert few.interval() > 5 * many.interval()
