"""`bench table` still works."""

from bench.report import Ask
from bench.table import BENCH


def test_every_game_is_played_and_its_time_divided() -> None:
    (sheet,) = BENCH.run(Ask(seconds=0.2, loud=False))
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    assert all(isinstance(cell, int | float) and cell > 0 for row in sheet.rows for cell in row[3:9])
