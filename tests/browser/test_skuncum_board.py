"""The board of a Race at three sizes: no words over each other, and nothing past its place."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from app.games.skuncum import GAME
from app.rules.game import Seat
from tests.browser.conftest import PageOpener
from tests.browser.moment_stage import MomentStage, staged_moments
from tests.games.skuncum.table import ANN, BOB, CY, DEE, EVE, FINN, Table, dealt

SIZES = ((390, 844), (820, 1180), (1440, 900))
SHORT = ("Olive", "Maud", "Cora", "Dora", "Edgar", "Ursula")
HANDS = (
    *("MAY-R SEN-R A5", "DEL-R COM-U B5", "CON-K A50 GR-R"),
    *("GR-U B5 DEL-U", "SEN-K COM-K B10", "MAY-U GR-K A10"),
)
COLLISIONS = """() => {
  const parts = [];
  const words = document.createTreeWalker(document.querySelector(".race"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode;
    const around = text.parentElement;
    if (!text.data.trim() || around.closest("svg") || !around.checkVisibility()) continue;
    const hidden = around.closest(".unseen, .race__sum, .race__words");
    if (hidden && getComputedStyle(hidden).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) parts.push([text.data.trim(), box]);
  }
  for (const pile of document.querySelectorAll(".race .pile"))
    parts.push([pile.getAttribute("aria-label"), pile.getBoundingClientRect()]);
  const lies = ([, a], [, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  const found = [];
  parts.forEach((one, at) => parts.slice(at + 1).forEach((other) => {
    if (lies(one, other)) found.push(`${one[0]} / ${other[0]}`);
  }));
  return found;
}"""
"""The words and stacks of cards on the board that lie over each other."""
CUT = """() => {
  const race = document.querySelector(".race").getBoundingClientRect();
  const felt = document.querySelector(".felt, .oval__middle").getBoundingClientRect();
  return race.bottom - felt.bottom;
}"""
PAST = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const side = document.querySelector(".board__side")?.getBoundingClientRect();
  return side?.left > bar.left ? bar.right - side.left : 0;
}"""
DRAWN = """() => new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  if (added.some((one) => one.matches?.(".box") || one.querySelector?.(".box")))
    globalThis.heard?.push("a score box is drawn");
}).observe(document.body, { childList: true, subtree: true })"""
HIDDEN = """() => {
  const { scrollHeight, clientHeight } = document.querySelector(".felt");
  return scrollHeight - clientHeight;
}"""
"""The pixels of a phone's board that lie behind the hand and the bar."""
SETTLES = """async (width) => {
  while (innerWidth !== width) await frames(1);
  await frames(4);
}"""
BOXES = "(all) => Math.min(...all.map((one) => one.getBoundingClientRect().width))"


def scrum() -> Table:
    """A rider, a Challenger and a Coalition of two; the Candidate has been stung."""
    table = dealt(*HANDS).lead(ANN, "MAY-R").join(BOB, "DEL-R", "bandwagon")
    table = table.politiks(CY, "A50", ANN).join(CY, "CON-K", "challenger")
    return table.join(DEE, "GR-U", "coalition").join(EVE, "SEN-K", "coalition")


def duel() -> Table:
    return scrum().join(FINN, "MAY-U", "challenger")


@pytest.fixture(scope="module")
def stage(visit_once: PageOpener) -> MomentStage:
    return MomentStage(visit_once())


@pytest.mark.parametrize("moment", [scrum, duel], ids=["scrum", "duel"])
def test_nothing_on_the_board_lies_over_anything_else(
    stage: MomentStage, moment: Callable[[], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the seat sees it whose turn it is."""
    monkeypatch.setattr(stage, "names", SHORT)
    page, table = stage.page, moment()
    turn = table.public.turn
    assert turn is not None
    stage.lay(GAME, table.state, Seat(turn))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLES, width)
        assert page.evaluate(COLLISIONS) == [], width
        assert page.evaluate(CUT) <= 1, f"the board at {width} is cut"
        assert page.evaluate(PAST) <= 0, f"the bar at {width} is wider than its column"
        boxes = page.locator(".space .box").evaluate_all(BOXES)
        assert boxes >= (52 if width < 400 else 100), f"score boxes of {boxes} pixels at {width}"
    if moment is duel:
        line = page.get_by_role("region", name="The Play-Off")
        expect(line).to_contain_text("You 10")
        expect(line).to_contain_text("Cora is ahead")
        expect(line.get_by_role("table")).to_be_hidden()


def test_the_end_of_a_race_draws_no_score_box_anew(stage: MomentStage) -> None:
    """Each has over thirty drawings, and a moment is shown at the same time."""
    page = stage.page
    page.evaluate(DRAWN)
    stage.show(next(one for one in staged_moments(GAME) if "Landslide" in one.stamps))
    expect(page.locator(".race[data-phase=ended] .box")).to_have_count(3)
    assert "a score box is drawn" not in page.evaluate("() => heard")


def test_the_first_question_of_a_race_is_whole_on_a_short_phone(stage: MomentStage) -> None:
    """Three play; the others may have chosen their sides, or not."""
    page = stage.page
    page.set_viewport_size({"width": 360, "height": 640})
    stage.lay(GAME, dealt(*HANDS[:3]).state, Seat(ANN))
    assert page.evaluate(HIDDEN) <= 1, "before the lead"
    for card, side in (("DEL-R", "bandwagon"), ("COM-U", "coalition"), ("COM-U", "challenger")):
        table = dealt(*HANDS[:3]).lead(ANN, "MAY-R").join(BOB, card, side)
        stage.lay(GAME, table.state, Seat(CY))
        assert page.evaluate(HIDDEN) <= 1, side
