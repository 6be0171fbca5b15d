"""Lessons: each is played to its end by touch on a phone, and one by keys alone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from app.games import GAMES
from app.rules.game import AnyGame
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
WITH_LESSON = [game for game in GAMES if game.lesson]
FOR_TWO = next(game for game in WITH_LESSON if game.seats[0] == 2)
MOST_CONTROLS = 6
"""Controls that one step uses at most: four cards, a button, and one more."""
MOST_TABS = 120
RINGED = """async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const ring = document.querySelector(".coach-ring");
  if (!ring || ring.hidden) return null;
  const { left, top, width, height } = ring.getBoundingClientRect();
  const coach = document.querySelector(".coach").getBoundingClientRect();
  const [x, y] = [left + Math.min(10, width / 2), top + height / 2];
  const control = document.elementFromPoint(x, y)?.closest("button");
  const label = document.querySelector(".coach__label").textContent;
  return { x, y, covered: top < coach.bottom, control: control !== null, label,
           place: [left, top, width, height].map(Math.round).join() };
}"""
"""The place where the ringed control is pressed; null: no control is meant now."""
MOVED = """([label, place]) => {
  const ring = document.querySelector(".coach-ring");
  const { left, top, width, height } = ring.getBoundingClientRect();
  const moved = [left, top, width, height].map(Math.round).join() !== place;
  return ring.hidden || moved || document.querySelector(".coach__label").textContent !== label;
}"""
FOCUSED = """async () => {
  await new Promise(requestAnimationFrame);
  const ring = document.querySelector(".coach-ring").getBoundingClientRect();
  const active = document.activeElement, box = active.getBoundingClientRect();
  const same = Math.abs(box.left - ring.left) < 2 && Math.abs(box.top - ring.top) < 2;
  return { same, group: active.closest(".hand, .builder__rest")?.className ?? null };
}"""


def begin(page: Page, game: AnyGame) -> None:
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    expect(label(page)).to_contain_text(f"step 1 of {steps_of(game)}")


def label(page: Page) -> Locator:
    return page.locator(".coach__label")


def steps_of(game: AnyGame) -> int:
    assert game.lesson is not None
    return len(game.lesson.steps)


def wait_for_step(page: Page, number: int) -> None:
    """Waits until the step is due, and its first control is ringed."""
    page.wait_for_function(
        """(number) => document.querySelector(".coach__label").textContent.includes(
             `step ${number} of`) && !document.querySelector(".coach-ring").hidden""",
        arg=number,
    )


@pytest.mark.parametrize("game", WITH_LESSON, ids=lambda game: game.slug)
def test_a_lesson_is_played_to_its_end_by_touch(
    visit: PageOpener, review: PageReview, game: AnyGame
) -> None:
    page = visit("/", **PHONE)
    page.get_by_role("button", name=f"Learn by playing {game.title}").tap()
    begin(page, game)
    for number in range(1, steps_of(game) + 1):
        wait_for_step(page, number)
        before = label(page).text_content()
        for _ in range(MOST_CONTROLS):
            ringed = page.evaluate(RINGED)
            if ringed is None or ringed["label"] != before:
                break
            assert ringed["control"], f"step {number}: the ring lies round no control"
            assert not ringed["covered"], f"step {number}: the coach lies over the control"
            page.touchscreen.tap(ringed["x"], ringed["y"])
            page.wait_for_function(MOVED, arg=[before, ringed["place"]])
        if number == 1:
            review.check(page, f"lesson-{game.slug}", (360, 740), "light", whole=False)
            page.set_viewport_size({"width": 360, "height": 740})
    assert game.lesson is not None
    ending = page.get_by_role("region", name="Lesson").get_by_role("status")
    expect(ending).to_contain_text(game.lesson.end.partition("{")[0])
    expect(page.get_by_role("button", name="Play now", exact=True)).to_be_visible()


def test_a_lesson_is_played_to_its_end_by_keys_alone_and_begins_again(visit: PageOpener) -> None:
    page = visit("/")
    tab_to(page, "document.activeElement.textContent.startsWith('Learn by playing "
           f"{FOR_TWO.title}')")  # fmt: skip
    page.keyboard.press("Enter")
    begin(page, FOR_TWO)
    for number in range(1, steps_of(FOR_TWO) + 1):
        wait_for_step(page, number)
        before = label(page).text_content()
        for _ in range(MOST_CONTROLS):
            ringed = page.evaluate(RINGED)
            if ringed is None or ringed["label"] != before:
                break
            focus_ringed(page)
            page.keyboard.press("Space")
            page.wait_for_function(MOVED, arg=[before, ringed["place"]])
    expect(page.get_by_role("region", name="Lesson").get_by_role("status")).to_have_text(
        re.compile("^That is ")
    )
    tab_to(page, "document.activeElement.textContent.trim() === 'Again'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    begin(page, FOR_TWO)
    page.get_by_role("link", name="Leave").click()
    expect(page.get_by_role("heading", name="Play", exact=True)).to_be_visible()


def tab_to(page: Page, found: str) -> None:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(f"() => {found}"):
            return
    raise AssertionError(f"no Tab leads there: {found}")


def focus_ringed(page: Page) -> None:
    """Moves the focus by keys to the ringed control: Tab, and arrows within a hand."""
    for _ in range(MOST_TABS):
        focused = page.evaluate(FOCUSED)
        if focused["same"]:
            return
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED)["group"] is not None:
            page.keyboard.press("Home")
            for _ in range(20):
                if page.evaluate(FOCUSED)["same"]:
                    return
                page.keyboard.press("ArrowRight")
    raise AssertionError("no key leads to the ringed control")
