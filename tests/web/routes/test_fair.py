"""The reveal of shuffles, its readers, and the pages about fair deals."""

import pytest

from app.settings import ROOT
from tests.web.conftest import NewVisitor


@pytest.mark.parametrize("path", ["/fair", "/docs/fair-shuffle.md", "/fair/verify.py"])
def test_how_shuffles_are_checked_is_there_for_everybody(visitor: NewVisitor, path: str) -> None:
    answer = visitor().get(path)
    assert answer.status_code == 200
    assert "shuffle" in answer.text


def test_the_page_says_what_a_comparison_with_a_release_covers(visitor: NewVisitor) -> None:
    said = visitor().get("/fair").text
    assert "python3 verify.py house ADDRESS LIST" in said
    assert "for one visitor alone" in said
    assert '<a href="/fair">Fair deals</a>' in visitor().get("/").text


def test_the_program_that_is_given_out_is_the_one_that_is_tested(visitor: NewVisitor) -> None:
    program = visitor().get("/fair/verify.py").content
    assert program == (ROOT / "examples" / "verify.py").read_bytes()


def test_what_the_table_says_of_a_game_that_stays_sealed_is_explained(visitor: NewVisitor) -> None:
    said = "The decks stay secret for good, so not every place was checked."
    assert said in " ".join((ROOT / "static/js/fair/verdict_text.js").read_text().split())
    assert said in visitor().get("/fair").text
