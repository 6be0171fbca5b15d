"""`bench table` still works."""

import pytest

from bench import table
from bench.report import Ask


def test_every_game_is_played_and_its_time_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "TABLES", (1, 3))  # fifty take seconds to furnish, and show no more
    (sheet,) = table.BENCH.run(Ask(seconds=0.05, loud=False))
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    assert all(
        isinstance(cell, int | float) and cell > 0 for row in sheet.rows for cell in row[3:9]
    )
