"""Values of any game as words, for administrators."""

from typing import Any

import pytest

from app.web.words import words_of


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "–"),
        ([], "–"),
        (True, "yes"),
        (3, '<span class="figures">3</span>'),
        (["7C", "8D"], "<bdi>7C</bdi> <bdi>8D</bdi>"),
        ([["7C"], ["8D"]], "<bdi>7C</bdi>; <bdi>8D</bdi>"),
        (
            {"led_by": 0, "empty": [], "none": None, "trick": {"up": False, "of": {"a": "b"}}},
            '<dl class="facts"><dt>led by</dt><dd><span class="figures">0</span></dd><dt>trick</dt>{}</dl>'.format(
                "<dd><i>up</i> no, <i>of</i> (<i>a</i> <bdi>b</bdi>)</dd>"
            ),
        ),
    ],
)
def test_a_value_is_told_without_knowing_its_game(value: Any, shown: str) -> None:
    assert words_of(value) == shown


def test_nothing_in_a_value_is_markup() -> None:
    said = words_of({"<b>": ["<script>", {"&": "<i>"}]})
    assert "<script>" not in said
    assert "<b>" not in said
    assert "&lt;script&gt;" in said
