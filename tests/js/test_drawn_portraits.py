"""The server's portraits are those of the page, drawn by the page's own scripts."""

import re
from itertools import product

import msgspec
import pytest

from app.settings import ROOT
from app.web.pictures import portraits
from tests.js.drawn_portraits import LOTS, SCRIPT, asked

IDS = [f"seat {seat}" for seat in range(12)] + [f"sharp Bot {number}" for number in range(200)]


def test_the_kept_drawings_are_those_of_the_page() -> None:
    assert asked(SCRIPT) == portraits.DRAWINGS.read_bytes(), (
        "run `python -m tests.js.drawn_portraits`"
    )


def test_everybody_has_the_same_portrait_as_on_the_page() -> None:
    ids = [*IDS, "Łukasz", "Владимир", "🦆 x"]
    assert msgspec.json.decode(asked(LOTS, *ids)) == [portraits.code_of(one) for one in ids]


@pytest.mark.parametrize("medal", ["first", "second", "middle", "penult", "last"])
def test_every_portrait_stands_in_every_frame(medal: portraits.Medal) -> None:
    for bird, worn, ground in product("abcdefghijklm", "0123456", "012"):
        drawn = portraits.framed(f"{bird}{worn}{ground}", medal, "one")
        assert drawn.count("<g") == drawn.count("</g>")
        assert "undefined" not in drawn
        assert "NaN" not in drawn


def test_a_chosen_code_counts_and_an_unknown_one_breaks_nothing() -> None:
    assert portraits.code_of("x", "d12s") == "d12"
    assert portraits.portrait("d12").bird.name == "a heron"
    assert portraits.portrait("z99").bird.name == "a rooster"


def test_the_colours_behind_are_those_of_the_page() -> None:
    style = (ROOT / "static/css/table/faces.css").read_text()
    found = dict(re.findall(r'data-ground="(\w+)"\] \{\s+background: (#\w+);', style))
    assert {"moss": "#2c5a4f", **found} == portraits.GROUNDS
    assert "background: #2c5a4f;" in style
