"""`bench line`: the order in which its sheets come."""

import pytest

from bench import line
from bench.report import Ask, Sheet


def test_each_break_is_told_before_the_next_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def broken(name: str) -> Sheet:
        tried.append(name)
        return Sheet(name, (), ())

    monkeypatch.setattr(line, "broken", broken)
    sheets = iter(line.run(Ask(parts=("hole", "sleep"), loud=False)))
    assert (next(sheets).title, tried) == ("hole", ["hole"])
    assert (next(sheets).title, tried) == ("sleep", ["hole", "sleep"])
    assert next(sheets, None) is None
