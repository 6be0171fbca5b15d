"""The stage over the felt: what is shown, for how long, what ends it, and what it costs."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import action_bar
from tests.browser.staged_table import StagedTable
from tests.browser.test_motion import WATCH_BODY

FOUR = {
    "type": "set-played",
    "seat": 1,
    "cards": ["5", "5", "5", "5"],
    "face": 5,
    "size": 4,
    "lead": True,
}
SEVEN = {**FOUR, "cards": ["7"] * 7, "face": 7, "size": 7}
OUT = {"type": "went-out", "seat": 2, "place": 1}
PASS = {"type": "passed", "seat": 1}
TRICK = {"type": "trick-won", "seat": 1, "leader": 1, "infinity": False}
KEY = 'dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));'
TAP = 'dispatchEvent(new PointerEvent("pointerdown"));'
GONE = 'noted.ended = document.querySelector(".moment") === null;'
SETTING = """
  const prefs = JSON.parse(localStorage.getItem("table-prefs") ?? "{}");
  localStorage.setItem("table-prefs", JSON.stringify({ ...prefs, %s }));
  dispatchEvent(new StorageEvent("storage", { key: "table-prefs" }));
"""
RUNNING = """
  noted.running = document.querySelector(".moments").getAnimations({ subtree: true })
    .filter((one) => one.playState === "running").length;
"""
FRAMES = """() => {
  let inFrame = false;
  const look = () => {
    inFrame = true;
    setTimeout(() => { inFrame = false; });
    requestAnimationFrame(look);
  };
  look();
  const found = {};
  globalThis.drawn = () => found;
  new MutationObserver(() => {
    if (!document.querySelector(".moment") || "inFrame" in found) return;
    found.inFrame = inFrame;
    found.looks = document.querySelectorAll("[data-look]").length;
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes of the next moment whether it is drawn within a frame, and how many faces react by then."""
FACES = """() => {
  globalThis.changed = new Set();
  new MutationObserver((found) => {
    for (const { target, type, attributeName } of found)
      if (target.closest(".face svg")) changed.add(attributeName ?? type);
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
LATER = "() => new Promise((done) => setTimeout(done, 600))"
HEARD = """() => {
  globalThis.heard = [];
  new MutationObserver(() => heard.push(document.querySelector("#announcements").textContent))
    .observe(document.querySelector("#announcements"), { childList: true, characterData: true });
}"""
NODES = 1000
"""Nodes that a page may have more after twenty moments, each of which has over a hundred."""


@pytest.fixture(scope="module")
def one_table(visit_once: PageOpener) -> StagedTable:
    """A table with motion, which most tests share."""
    return StagedTable(visit_once(reduced_motion="no-preference"))


@pytest.fixture
def table(one_table: StagedTable) -> StagedTable:
    one_table.begin()
    return one_table


def stamps(found: Sequence[Mapping[str, Any]]) -> list[str]:
    return [each["stamp"] for each in found]


def test_a_moment_is_shown_over_the_felt_and_goes_by_itself(table: StagedTable) -> None:
    table.bring(FOUR)
    (found,) = table.shown()
    assert (found["stamp"], found["cards"], found["flies"]) == ("Four of a kind", 4, True)
    assert found["gone"] - found["at"] > 1000


def test_a_question_is_answered_through_a_moment(table: StagedTable) -> None:
    expect(action_bar(table.page).get_by_role("button").first).to_be_visible()
    table.at_moment('noted.asked = document.querySelector("[data-drop]") !== null;')
    table.bring(FOUR)
    (found,) = table.shown()
    assert not found["covers"], "a pointer reaches what lies below"
    assert found["asked"]


def test_a_moment_shares_no_frame_with_the_tables_own(table: StagedTable) -> None:
    """Cards fly smoothly: the table is painted first, then the stamp, then the faces."""
    table.page.evaluate(FRAMES)
    table.at_moment("Object.assign(noted, drawn());")
    table.bring(FOUR)
    (found,) = table.shown()
    assert found["inFrame"] is False, "drawn beside a frame, not in it"
    assert found["looks"] == 0, "faces look a frame later"


def test_a_moment_comes_and_goes_in_a_layer_of_its_own(table: StagedTable) -> None:
    """A child of `body` that comes or goes makes the style of the whole page be looked at."""
    table.bring(FOUR)
    table.shown()
    table.page.evaluate(WATCH_BODY)
    table.bring(SEVEN)
    assert stamps(table.shown(2)) == ["Four of a kind", "Seven of a kind"]
    assert table.page.evaluate("() => changes") == 0


def test_faces_react_by_one_attribute(table: StagedTable) -> None:
    """Elements that come or go in a face would make all rules with `:has()` be asked again."""
    table.page.evaluate(FACES)
    table.bring(SEVEN)
    table.shown()
    assert table.page.evaluate("() => [...changed]") == ["data-look"]


@pytest.mark.parametrize("act", [TAP, KEY], ids=["tap", "key"])
def test_a_tap_and_a_key_end_a_moment(table: StagedTable, act: str) -> None:
    table.at_moment(act + GONE)
    table.bring(FOUR)
    assert table.shown()[0]["ended"]


def test_moments_that_come_together_are_shortened_and_never_queued(table: StagedTable) -> None:
    table.bring(TRICK, FOUR, OUT, TRICK, SEVEN)
    found = table.shown(3)
    assert stamps(found) == ["Four of a kind", "Out first", "Seven of a kind"]


def test_less_motion_while_a_stamp_is_shown_makes_it_stand_still(table: StagedTable) -> None:
    table.at_moment(SETTING % "motion: false" + RUNNING)
    table.bring(SEVEN)
    (found,) = table.shown()
    assert (found["flies"], found["running"]) == (True, 0)


def test_with_less_motion_the_stamp_stands_still_from_the_beginning(table: StagedTable) -> None:
    table.page.emulate_media(reduced_motion="reduce")
    table.bring(FOUR)
    (found,) = table.shown()
    table.page.emulate_media(reduced_motion="no-preference")
    assert (found["stamp"], found["flies"]) == ("Four of a kind", False)


def test_calmer_leaves_small_ones_out_and_none_leaves_all_out(table: StagedTable) -> None:
    table.page.evaluate(f"() => {{ {SETTING % 'moments: `calmer`'} }}")
    table.bring(TRICK)
    table.at_moment(SETTING % "moments: `none`" + GONE)
    table.bring(FOUR)
    (found,) = table.shown()
    assert (found["stamp"], found["flies"], found["ended"]) == ("Four of a kind", False, True)
    table.bring(FOUR)
    table.page.evaluate(LATER)
    assert len(table.shown()) == 1


def test_a_first_frame_after_a_reconnect_stages_nothing(table: StagedTable) -> None:
    table.socket.edit = lambda message: (
        {**message, "events": [{"event": FOUR, "text": "Once upon a time."}]}
        if message["type"] == "frame" and message["n"] == 1
        else message
    )
    table.socket.cut()
    expect(table.page.get_by_text("Once upon a time.").first).to_be_attached()
    table.page.evaluate(LATER)
    assert table.shown(0) == []


def test_a_moment_is_read_out_once_after_its_line(visit: PageOpener) -> None:
    """At a table of its own, where no words of other moments wait to be said."""
    table = StagedTable(visit(reduced_motion="no-preference"))
    table.page.evaluate(HEARD)
    table.bring(FOUR)
    table.shown()
    table.page.wait_for_function("() => heard.join(' ').includes('Four of a kind: ')")
    heard = " ".join(table.page.evaluate("() => heard"))
    assert heard.count("set-played happens.") == 1
    assert heard.count("Four of a kind") == 1
    assert heard.index("set-played") < heard.index("Four of a kind")


def test_twenty_moments_leave_nothing_behind(table: StagedTable) -> None:
    session = table.page.context.new_cdp_session(table.page)
    session.send("Performance.enable")

    def kept() -> dict[str, float]:
        for _ in range(2):
            session.send("HeapProfiler.collectGarbage")
        found: Any = session.send("Performance.getMetrics")
        return {one["name"]: float(one["value"]) for one in found["metrics"]}

    def bring(times: int) -> None:
        for _ in range(times):
            number = table.page.evaluate("() => shown.length")
            table.at_moment(KEY)
            table.bring(SEVEN)
            table.shown(number + 1)

    table.bring(*[PASS] * 620)  # the log keeps six hundred lines
    bring(5)
    before = kept()
    bring(20)
    after = kept()
    assert after["Nodes"] - before["Nodes"] < NODES
    assert after["JSEventListeners"] - before["JSEventListeners"] < 15
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < 250_000
