"""The reveal of shuffles, its readers, and the pages about fair deals."""

import json

import pytest

from app.fair import parts
from app.settings import ROOT
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match


@pytest.mark.parametrize("path", ["/fair", "/docs/fair-shuffle.md", "/fair/verify.py"])
def test_how_shuffles_are_checked_is_there_for_everybody(visitor: NewVisitor, path: str) -> None:
    answer = visitor().get(path)
    assert answer.status_code == 200
    assert "shuffle" in answer.text


def test_the_page_says_what_a_comparison_with_a_release_covers(visitor: NewVisitor) -> None:
    said = visitor().get("/fair").text
    assert "python3 verify.py house ADDRESS LIST" in said
    assert "for one visitor alone" in said


def test_the_program_that_is_given_out_is_the_one_that_is_tested(visitor: NewVisitor) -> None:
    program = visitor().get("/fair/verify.py").content
    assert program == (ROOT / "examples" / "verify.py").read_bytes()


def test_at_the_end_everything_is_opened_to_those_who_were_there(visitor: NewVisitor) -> None:
    scene = finished_match(visitor)
    told = json.loads(scene.guest.get(f"/api/matches/{scene.match}/shuffles").text)
    assert told["match"] == scene.match
    assert parts.promise(scene.match, bytes.fromhex(told["secret"])) == told["promise"]
    assert [shuffle["number"] for shuffle in told["shuffles"]] == list(range(len(told["shuffles"])))
    for shuffle in told["shuffles"]:
        assert sorted(shuffle["order"]) == list(range(shuffle["n"]))
        assert len(shuffle["codes"].split(" ")) == shuffle["n"]
    assert visitor().get(f"/api/matches/{scene.match}/shuffles").status_code == 404
    assert visitor().get(f"/api/matches/{scene.match[::-1]}/shuffles").status_code == 404


def test_what_the_table_says_of_a_game_that_stays_sealed_is_explained(visitor: NewVisitor) -> None:
    said = "The decks stay secret for good, so not every place was checked."
    assert said in " ".join((ROOT / "static/js/fair/verdict_text.js").read_text().split())
    assert said in visitor().get("/fair").text
