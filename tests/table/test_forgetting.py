"""What a table that is awake remembers of somebody who was deleted."""

import pytest

from app.table.text import names_in, without_names


@pytest.mark.parametrize("text", ["Ann plays a pair.", "A pair for Ann", "(Ann)", "Bob, Ann: both pass", "Ann"])
def test_a_name_is_found_and_taken_out_wherever_it_stands_alone(text: str) -> None:
    assert names_in(text, ["Ann"])
    assert without_names(text, ["Ann"], "somebody") == text.replace("Ann", "somebody")


@pytest.mark.parametrize("text", ["Anna plays.", "Joann passes.", "Änn", "An n", ""])
def test_a_name_within_another_is_left_alone(text: str) -> None:
    assert not names_in(text, ["Ann"])
    assert without_names(text, ["Ann"], "somebody") == text


def test_a_name_is_text_and_no_pattern_and_the_longest_goes_first() -> None:
    assert without_names("A.n (x) leads, A.n passes", ["A.n", "A.n (x)"], r"\1") == r"\1 leads, \1 passes"
    assert not names_in("Ann", ["A.n"])
