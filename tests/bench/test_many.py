"""`bench many` still works: tables of two processes, each way, and PostgreSQL alone."""

import pytest

from bench import many
from bench.report import Ask


def test_moves_of_two_processes_are_counted_at_home_and_passed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(many, "WAYS", ((2, False), (2, True)))
    monkeypatch.setattr(many, "WRITERS", ((2, 2),))
    sheets = list(many.BENCH.run(Ask(seconds=0.3, loud=False, tables=(1,), think=0.0)))
    assert [len(sheet.rows) for sheet in sheets] == [2, 1]
    for sheet in sheets:
        assert all(len(row) == len(sheet.columns) for row in sheet.rows)
        assert all(cell is None or cell for row in sheet.rows for cell in row)
