"""The verb `bench` and its tables."""

import pytest

from bench.__main__ import BENCHES, chosen
from bench.report import Sheet, printed


def test_all_but_the_long_ones_are_meant_if_none_is_named() -> None:
    assert chosen([]) == [bench for bench in BENCHES if not bench.long]
    assert [bench.name for bench in chosen(["soak"])] == ["soak"]


def test_an_unknown_benchmark_is_answered_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r"no benchmark 'speed'"):
        chosen(["speed"])


def test_a_table_stands_in_columns_and_says_what_was_not_measured() -> None:
    sheet = Sheet(
        "moves",
        ["game", "moves/s"],
        [["usurp", 115_624.0], ["a peer", None], ["slow", 1.5]],
        ["one core"],
    )
    assert (
        printed(sheet)
        == "\nmoves\ngame    moves/s\nusurp   115,624\na peer        -\nslow       1.50\n  one core"
    )
