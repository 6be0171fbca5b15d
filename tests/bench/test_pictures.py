"""The benchmark of pictures still works, and no picture is heavier than its budget."""

import pytest

from bench.pictures import MAX_KIB, MAX_MIB, run
from bench.report import Ask


@pytest.mark.slow
def test_pictures_of_all_sizes_are_measured() -> None:
    (sheet,) = run(Ask(seconds=0.01, loud=False))
    assert len(sheet.rows) == 6
    for _, _, _, memory, size in sheet.rows:
        assert isinstance(memory, float)
        assert isinstance(size, float)
        assert 10 < memory < MAX_MIB
        assert 20 < size < MAX_KIB
