"""Forced colours, the keyboard and the focus while a moment is shown.

Axe reads all moments in test_staged_moments.py.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.browser.conftest import PageOpener
from tests.browser.page_review import DESK, TWO_FRAMES
from tests.browser.page_steps import hand
from tests.browser.staged_table import StagedTable
from tests.browser.test_moments import FOUR, OUT, TRICK

KEEP = """
  const kept = document.querySelector(".moments").cloneNode(true);
  kept.id = "kept";
  kept.querySelector(".moment").setAttribute("data-still", "");
  document.body.append(kept);
"""
"""A copy of the stage stays for the reviewer; it stands as with less motion."""
LETTERS = """() => {
  const stamp = document.querySelector("#kept .moment__stamp");
  const { backgroundColor, borderStyle, color, webkitTextStrokeWidth } = getComputedStyle(stamp);
  return { backgroundColor, borderStyle, color, webkitTextStrokeWidth };
}"""
PLATE = """
  const plate = document.querySelector(".moment__words").getBoundingClientRect();
  const felt = document.querySelector("[data-drop]").getBoundingClientRect();
  noted.below = (plate.top - felt.top) / felt.height;
"""
ABOVE = """
  const layer = (name) => Number(getComputedStyle(document.querySelector(name)).zIndex) || 0;
  noted.above = layer(".moment__words") > layer(".moment__amount");
"""
ENTER = """
  noted.focus = document.activeElement.dataset.key;
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
  document.activeElement.dispatchEvent(enter);
  noted.ended = document.querySelector(".moment") === null;
  noted.away = document.querySelectorAll(".hand [data-away]").length;
"""


@pytest.fixture(scope="module")
def one_table(visit_once: PageOpener) -> StagedTable:
    """A table with motion, which most tests share."""
    return StagedTable(visit_once(reduced_motion="no-preference"))


@pytest.fixture
def table(one_table: StagedTable) -> StagedTable:
    one_table.begin()
    return one_table


def kept(table: StagedTable, *events: Mapping[str, Any]) -> Iterator[Any]:
    """The page while a copy of each event's moment stands on it."""
    for event in events:
        table.shown(0)
        table.at_moment(KEEP)
        table.bring(event)
        table.page.wait_for_selector("#kept")
        yield table.page
        table.page.evaluate("() => document.getElementById('kept').remove()")


def test_in_forced_colours_a_stamp_stands_on_a_ground_of_its_own(table: StagedTable) -> None:
    table.page.emulate_media(forced_colors="active")
    for page in kept(table, FOUR, OUT):
        found = page.evaluate(LETTERS)
        assert (found["webkitTextStrokeWidth"], found["borderStyle"]) == ("0px", "solid")
        assert found["backgroundColor"] != found["color"]
        assert not found["backgroundColor"].endswith(", 0)"), "it may lie over cards"
    table.page.emulate_media(forced_colors="none")


def test_a_stamp_without_cards_leaves_the_middle_of_the_felt_in_sight(table: StagedTable) -> None:
    """There lies the card that won, or that is to be beaten: its upper half stays visible."""
    table.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    table.page.evaluate(TWO_FRAMES)  # a moment that comes beside the new layout would be late
    table.at_moment(PLATE)
    table.bring(OUT)
    assert table.shown()[0]["below"] > 0.48


def test_an_amount_flies_behind_the_words_of_its_stamp(table: StagedTable) -> None:
    """To a seat above it would cross them, and hide what they say."""
    table.at_moment(ABOVE)
    trick = {
        "sets": [{"seat": 1, "cards": ["5"], "face": 5, "size": 1}],
        "leader": 1,
        "passed": [],
    }
    table.bring(TRICK, public={"last_trick": trick})
    assert table.shown()[0]["above"]


def test_a_key_answers_through_a_moment_and_keeps_the_focus(table: StagedTable) -> None:
    """The last of this file, since the match goes on."""
    card = hand(table.page).locator("button").last
    chosen = card.get_attribute("data-key")
    card.focus()
    table.page.keyboard.press("Space")
    table.at_moment(ENTER)
    table.bring(FOUR)
    (found,) = table.shown()
    assert found["focus"] == chosen
    assert found["ended"]
    assert found["away"], "the card, and others of its number, are on their way"
