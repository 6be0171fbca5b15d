"""Seats round the felt and above it: portraits, backs, and what each seat did last."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_player import play
from tests.browser.page_review import PICTURES, SCREENSHOTS
from tests.browser.page_steps import FOR_TWO, OpenPage, open_table, start, table_of_bots, to_follow
from tests.browser.staged_table import StagedTable
from tests.browser.test_motion import WATCH_BODY

PHONES: Final[tuple[ViewportSize, ...]] = (
    {"width": 390, "height": 844},
    {"width": 360, "height": 780},
)
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


def test_portraits_and_deeds_stand_above_the_felt_of_a_phone(visit: OpenPage) -> None:
    page = visit(viewport=PHONES[0], has_touch=True, is_mobile=True)
    at_a_follow(page)
    for phone in PHONES:
        page.set_viewport_size(phone)
        page.wait_for_function("(width) => innerWidth === width", arg=phone["width"])
        seats = page.evaluate(SEATS)
        assert [seat["inside"] for seat in seats] == [True] * 4
        ends, middle = seats[0]["face"], seats[1]["face"]
        assert ends is not None
        assert ends > middle, "an arc"
        assert any(seat["deed"] for seat in seats if not seat["mine"])
        assert [seat["deed"] for seat in seats if seat["turn"]] == [None], "it was its turn again"
    above = "() => document.querySelector('.strip').closest('.felt') === null"
    assert page.evaluate(above), "what is scrolled away is the felt alone"


def test_a_desk_has_backs_with_their_number_the_evening_and_the_stake(reopened: Reopen) -> None:
    page = reopened("/login")
    for seat in at_a_follow(page):
        shown = 0 if seat["mine"] else min(seat["count"], 5)
        assert seat["backs"] == shown
        assert seat["inside"]
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
    page.wait_for_selector(".plaque .deed")
    assert any(seat["deed"] for seat in page.evaluate(SEATS)), "a reload shows them too"


WATCH: Final = """() => {
  globalThis.travels = [];
  const at = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  new MutationObserver((changes) => {
    for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!one.classList?.contains("travel")) continue;
      const [flight] = one.getAnimations();
      const { duration } = flight.effect.getTiming();
      flight.pause();
      const spots = [0.15, 0.85].map((part) => {
        flight.currentTime = part * duration;
        return at(one.getBoundingClientRect());
      });
      travels.push({ spots, backs: one.querySelectorAll(".backs i").length });
      flight.finish();
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""
SPOT: Final = """(seat) => {
  const { left, top, width, height } =
    document.querySelector(`[data-spot="seat:${seat}"]`).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
SWAP: Final = {"type": "bonus-given", "giver": 3, "taker": 1, "number": 2}


def test_cards_of_a_swap_travel_as_backs_to_who_gets_them(visit: PageOpener) -> None:
    table = StagedTable(visit(reduced_motion="no-preference"))
    page = table.page
    others = [seat for seat in range(4) if seat != table.seat]
    swap = {**SWAP, "giver": others[0], "taker": others[1]}
    page.evaluate(WATCH)
    page.evaluate(WATCH_BODY)
    table.bring(swap)
    page.wait_for_function("() => travels.length === 1 && !document.querySelector('.travel')")
    (travel,) = page.evaluate("() => travels")
    assert travel["backs"] == 2
    assert page.evaluate("() => changes") <= 1, "its layer comes once, and stays"
    for spot, seat in zip(travel["spots"], others, strict=False):
        assert spot == pytest.approx(page.evaluate(SPOT, seat), abs=3)
    giver = page.locator(f'[data-spot="seat:{others[0]}"]')  # others may have given 2 in the bonus
    expect(giver.locator(".deed")).to_have_text("give 2")

    page.emulate_media(reduced_motion="reduce")
    table.bring({**swap, "number": 1})
    expect(giver.locator(".deed")).to_have_text("give 1")
    assert page.evaluate("() => travels.length") == 1, "less motion: the deed says it"


BROKEN: Final = r"""() => {
  const lines = (text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  return [...document.querySelectorAll(".board__side .rung-title")]
    .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === 3))
    .flatMap((text) => [...text.data.matchAll(/\S+/g)]
      .filter(({ 0: word, index }) => lines(text, index, index + word.length) > 1)
      .map(([word]) => word));
}"""
"""Words of titles in the right column that stand on more than one line."""


def test_a_partners_name_is_whole_in_the_right_column(visit: PageOpener) -> None:
    page = visit(viewport={"width": 1440, "height": 900})
    open_table(page, "Wilhelmina", game=FOR_TWO, bots=3, clock="off")
    start(page)
    expect(page.locator(".board__side .rung-title").first).to_contain_text("with ")
    if PICTURES:
        page.screenshot(path=SCREENSHOTS / "partners-1440.png")
    assert page.evaluate(BROKEN) == []
