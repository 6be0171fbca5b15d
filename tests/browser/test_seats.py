"""Seats round the felt and above it: portraits, backs, and what each seat did last."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_player import play
from tests.browser.page_steps import OpenPage, table_of_bots, to_follow

PHONES: Final = ((390, 844), (360, 780))
SEATS: Final = """() => [...document.querySelectorAll(":is(.strip__seat, .plaque)")].map((seat) => {
  const box = seat.getBoundingClientRect(), face = seat.querySelector(".face");
  const backs = [...seat.querySelectorAll(".backs i")].filter((back) => back.checkVisibility());
  const { left, right, top, bottom } = box;
  return {
    mine: "mine" in seat.dataset, turn: seat.dataset.state === "turn",
    deed: seat.querySelector(".deed")?.textContent ?? null,
    face: face.checkVisibility() ? face.getBoundingClientRect().top : null,
    backs: backs.length, count: parseInt(seat.querySelector(".count")?.textContent ?? "0"),
    inside: left >= 0 && right <= innerWidth + 1 && top >= 0 && bottom <= innerHeight,
  };
})"""


def at_a_follow(page: Page) -> list[dict[str, Any]]:
    """The seats as the person is asked to follow: somebody leads, and others may have passed."""
    play(table_of_bots(page, "Ann"), until=lambda states: to_follow(states[0]), seconds=60)
    seats: list[dict[str, Any]] = page.evaluate(SEATS)
    return seats


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_portraits_and_deeds_stand_above_the_felt_of_a_phone(
    visit: OpenPage, width: int, height: int
) -> None:
    page = visit(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    seats = at_a_follow(page)
    assert [seat["inside"] for seat in seats] == [True] * 4
    ends, middle = seats[0]["face"], seats[1]["face"]
    assert ends is not None
    assert ends > middle, "an arc"
    assert any(seat["deed"] for seat in seats if not seat["mine"])
    assert [seat["deed"] for seat in seats if seat["turn"]] == [None], "it was its turn again"
    above = "() => document.querySelector('.strip').closest('.felt') === null"
    assert page.evaluate(above), "what is scrolled away is the felt alone"


def test_opponents_hold_a_handful_of_backs_with_its_number(visit: OpenPage) -> None:
    page = visit()
    for seat in at_a_follow(page):
        shown = 0 if seat["mine"] else min(seat["count"], 5)
        assert seat["backs"] == shown
        assert seat["inside"]
    page.reload()
    page.wait_for_selector(".plaque .deed")
    after = page.evaluate(SEATS)
    assert any(seat["deed"] for seat in after), "a reload shows them too"


def test_the_right_column_of_a_desk_tells_the_evening_and_the_stake(visit: OpenPage) -> None:
    page = visit()
    at_a_follow(page)
    side = page.get_by_role("complementary", name="The ladder and more")
    expect(side.get_by_role("heading", name="At stake")).to_be_visible()
    expect(side.get_by_text("Out next, you")).to_be_visible()
    lines = side.get_by_role("img", name="The order after each of 3 deals")
    expect(lines).to_have_count(0)
    page.evaluate(
        """(match) => localStorage.setItem("table:evening", JSON.stringify(
          {match, deals: {8: [0, 1, 2, 3], 9: [3, 2, 1, 0]}}))""",
        page.evaluate("() => JSON.parse(localStorage.getItem('table:evening')).match"),
    )
    page.reload()
    expect(lines, "a reload finds what was noted").to_be_visible()
