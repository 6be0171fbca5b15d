"""The command that measures the balance still works; what it finds is no test's business."""

from app.games.scum_the_masquerade.powers.clans import LINEAGES
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from tests.games.scum_the_masquerade.balance import Sample, figures, tables


def test_every_clan_and_discipline_has_its_row() -> None:
    lines = tables(list(figures(2, 4))).splitlines()
    named = {line.split("|")[1].strip() for line in lines if line.startswith("|")}
    assert {lineage.name for lineage in LINEAGES.values()} <= named
    assert {discipline.value for discipline in Discipline} <= named


def test_a_round_gives_every_seat_a_rank_and_a_place() -> None:
    (played,) = figures(1, 5, seed=2)
    assert sorted(seat.rank for seat in played) == sorted(seat.place for seat in played)


def test_the_interval_narrows_with_more_numbers() -> None:
    few, many = Sample([0, 1] * 10), Sample([0, 1] * 1000)
    assert few.mean() == many.mean() == 0.5
    assert few.interval() > 5 * many.interval()
