"""Values of any game as words, for administrators."""

from typing import Any

import pytest

from app.web.rendering.templating import number, value_html


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "–"),
        ([], "–"),
        (True, "yes"),
        ({"words": []}, "–"),
        ([{"words": []}, {}], "–; –"),
        (3, '<span class="figures">3</span>'),
        (["7C", "8D"], "<bdi>7C</bdi> <bdi>8D</bdi>"),
        ([["7C"], ["8D"]], "<bdi>7C</bdi>; <bdi>8D</bdi>"),
        (
            {"led_by": 0, "empty": [], "none": None, "trick": {"up": False, "of": {"a": "b"}}},
            '<dl class="facts"><dt>led by</dt><dd><span class="figures">0</span></dd>'
            "<dt>trick</dt>{}</dl>".format(
                "<dd><i>up</i> no, <i>of</i> (<i>a</i> <bdi>b</bdi>)</dd>"
            ),
        ),
    ],
)
def test_a_value_is_told_without_knowing_its_game(value: Any, shown: str) -> None:
    assert value_html(value) == shown


def test_nothing_in_a_value_is_markup() -> None:
    said = value_html({"<b>": ["<script>", {"&": "<i>"}]})
    assert "<script>" not in said
    assert "<b>" not in said
    assert "&lt;script&gt;" in said


@pytest.mark.parametrize(("value", "shown"), [(4, "4"), (0, "0"), (-3, "−3"), (-1234, "−1234")])
def test_who_has_lost_more_than_won_reads_a_real_minus(value: int, shown: str) -> None:
    assert number(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(9999, "9999"), (10000, "10,000"), (-8995757, "−8,995,757")]
)
def test_the_digits_of_a_long_number_stand_in_groups(value: int, shown: str) -> None:
    assert number(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(3.44, "3.4"), (-1.84, "−1.8"), (-0.01, "0.0")])
def test_a_rating_has_one_digit_and_no_minus_before_nothing(value: float, shown: str) -> None:
    assert number(value, 1) == shown
