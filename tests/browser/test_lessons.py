"""Lessons: each is played to its end by touch on a phone, and one by keys alone on a desk."""

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from app.games import GAMES
from app.rules.game import AnyGame
from app.rules.lessons import Lesson
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import new_table, other_ways, post, unused_name

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 760}, "has_touch": True}
WITH_LESSON = [game for game in GAMES if game.lessons]
FOR_TWO = next(game for game in WITH_LESSON if game.seats[0] == 2)
MOST_CONTROLS = 6
"""Controls that one step uses at most: four cards, a button, and one more."""
MOST_KEYS = 12
"""Keys from one control to the next one at most."""
HERE = "() => document.activeElement.outerHTML.slice(0, 80)"
RINGED = """async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const ring = document.querySelector(".coach-ring");
  if (!ring || ring.hidden) return null;
  const { left, top, width, height } = ring.getBoundingClientRect();
  const coach = document.querySelector(".coach").getBoundingClientRect();
  const [x, y] = [left + Math.min(10, width / 2), top + height / 2];
  const control = document.elementFromPoint(x, y)?.closest("button, label");
  const label = document.querySelector(".coach__label").textContent;
  return { x, y, covered: top < coach.bottom, control: control !== null, label,
           place: [left, top, width, height].map(Math.round).join() };
}"""
"""The place where the ringed control is pressed; null: no control is meant now."""
MOVED = """([label, place]) => {
  if (document.querySelector("[aria-busy=true]")) return false;
  const ring = document.querySelector(".coach-ring");
  const { left, top, width, height } = ring.getBoundingClientRect();
  const moved = [left, top, width, height].map(Math.round).join() !== place;
  return ring.hidden || moved || document.querySelector(".coach__label").textContent !== label;
}"""
"""The last press has its answer, and another control is meant, or none."""
FOCUSED = """async (label) => {
  await new Promise(requestAnimationFrame);
  const shown = document.querySelector(".coach-ring");
  if (shown.hidden || document.querySelector(".coach__label").textContent !== label) return null;
  const ring = shown.getBoundingClientRect();
  const isRinged = (one) => {
    const box = one.getBoundingClientRect();
    return Math.abs(box.left - ring.left) < 2 && Math.abs(box.top - ring.top) < 2;
  };
  const active = document.activeElement;
  const group = active.closest(".hand, .builder__rest");
  const cards = [...(group?.querySelectorAll("button") ?? [])];
  const wanted = cards.findIndex(isRinged), steps = wanted - cards.indexOf(active);
  const before = [...document.querySelectorAll("button")].find(isRinged)
    ?.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING;
  let key = before ? "Shift+Tab" : "Tab";
  if (wanted >= 0) {
    key = steps > 0 ? "ArrowRight" : "ArrowLeft";
    if (group.matches(".hand") && wanted < -steps - 1) key = "Home";
    if (group.matches(".hand") && cards.length - 1 - wanted < steps - 1) key = "End";
  }
  return { same: isRinged(active), key };
}"""
"""The focused control: is it ringed, and the key that leads on to the ringed one.

Null if the answer to the last control came meanwhile, so that no control of this step is meant.
"""


def begin(page: Page, game: AnyGame) -> None:
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    expect(label(page)).to_contain_text(f"step 1 of {steps_of(game)}")


def label(page: Page) -> Locator:
    return page.locator(".coach__label")


def steps_of(game: AnyGame) -> int:
    return len(game.lessons[0].steps)


def wait_for_step(page: Page, number: int) -> None:
    """Waits until the step is due, and its first control is ringed."""
    page.wait_for_function(
        """(number) => document.querySelector(".coach__label").textContent.includes(
             `step ${number} of`) && !document.querySelector(".coach-ring").hidden""",
        arg=number,
    )


@pytest.fixture(scope="module")
def phone(visit_once: PageOpener) -> Page:
    """The phone of a guest who takes one lesson after the other."""
    page = visit_once("/login", **PHONE)
    new_table(page, unused_name("Hanna"))
    return page


@pytest.mark.parametrize(
    ("game", "lesson"),
    [
        pytest.param(game, lesson, id=f"{game.slug}-{lesson.id}")
        for game in WITH_LESSON
        for lesson in game.lessons
    ],
)
def test_a_lesson_is_played_to_its_end_by_touch(
    phone: Page, review: PageReview, game: AnyGame, lesson: Lesson
) -> None:
    """Axe reads one."""
    page, first = phone, lesson is game.lessons[0]
    if lesson is WITH_LESSON[0].lessons[0]:
        page.goto("/")
        other_ways(page, game.title)
        page.get_by_role("button", name=f"Learn by playing {game.title}").tap()
    else:
        page.goto(post(page, "/lessons", {"game": game.slug, "lesson": lesson.id}))
    expect(label(page)).to_contain_text(f"step 1 of {len(lesson.steps)}")
    for number, step in enumerate(lesson.steps, 1):
        if step.find:
            expect(label(page)).to_contain_text(f"step {number} of")
            expect(page.locator(".coach-ring")).to_be_hidden()
            page.get_by_role("button", name="Show me").tap()
        wait_for_step(page, number)
        before = label(page).inner_text()
        for _ in range(MOST_CONTROLS):
            ringed = page.evaluate(RINGED)
            if ringed is None or ringed["label"] != before:
                break
            assert ringed["control"], f"step {number}: the ring lies round no control"
            assert not ringed["covered"], f"step {number}: the coach lies over the control"
            page.touchscreen.tap(ringed["x"], ringed["y"])
            page.wait_for_function(MOVED, arg=[before, ringed["place"]])
        if number == 1 and first:
            read = game is WITH_LESSON[0]
            review.check(page, f"lesson-{game.slug}", (360, 740), "light", whole=False, axe=read)
            page.set_viewport_size(PHONE["viewport"])
    ending = page.get_by_role("region", name="Lesson").get_by_role("status")
    expect(ending).to_contain_text(lesson.end.partition("{")[0])
    expect(page.get_by_role("button", name="Play now", exact=True)).to_be_visible()


def test_a_lesson_is_played_to_its_end_by_keys_alone(visit: PageOpener) -> None:
    game = FOR_TWO
    page = visit(f"/rules/{game.slug}")
    keys = Keys(page)
    keys.skip()
    keys.tab_to(f"Learn by playing: {game.lessons[0].title}")
    page.keyboard.press("Enter")
    begin(page, game)
    wait_for_step(page, 1)
    keys.skip()
    for number in range(1, steps_of(game) + 1):
        wait_for_step(page, number)
        before = label(page).inner_text()
        for _ in range(MOST_CONTROLS):
            ringed = page.evaluate(RINGED)
            if ringed is None or ringed["label"] != before:
                break
            if keys.to_ringed(f"step {number}", before):
                page.keyboard.press("Space")
                page.wait_for_function(MOVED, arg=[before, ringed["place"]])
    ending = page.get_by_role("region", name="Lesson").get_by_role("status")
    expect(ending).to_contain_text(game.lessons[0].end.partition("{")[0])
    expect(ending).to_be_focused()
    keys.tab_to("Again", most=3)  # behind it stands the next lesson
    page.keyboard.press("Enter")
    begin(page, game)
    wait_for_step(page, 1)
    page.get_by_role("link", name="Leave").click()
    expect(page.get_by_role("heading", name="Play", exact=True)).to_be_visible()


class Keys:
    """Moves the focus by keys: Tab, and the arrows within a group of cards."""

    def __init__(self, page: Page) -> None:
        self._keyboard, self._evaluate = page.keyboard, page.evaluate

    def skip(self) -> None:
        """Uses the first link of the page, which leads to what the page is for."""
        self._keyboard.press("Tab")
        assert self._evaluate("() => document.activeElement.textContent") == "Skip to content"
        self._keyboard.press("Enter")

    def tab_to(self, name: str, most: int = MOST_KEYS) -> None:
        for _ in range(most):
            self._keyboard.press("Tab")
            if self._evaluate("() => document.activeElement.textContent.trim()") == name:
                return
        raise AssertionError(f"{name} is further than {most} Tabs")

    def to_ringed(self, where: str, label: str) -> bool:
        """To the ringed control, which is never further than a few keys.

        False if none is meant any more under that label.
        """
        used = ["from " + self._evaluate(HERE)]
        while len(used) <= MOST_KEYS:
            focused = self._evaluate(FOCUSED, label)
            if focused is None:
                return False
            if focused["same"]:
                return True
            self._keyboard.press(focused["key"])
            used.append(focused["key"])
        raise AssertionError(f"{where}: the ringed control is further than {used}")
