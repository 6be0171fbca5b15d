"""Preferences of two windows of one person, and the orders of hands that a browser keeps."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import PageReview
from tests.browser.page_steps import messages_to, table_of_bots

SET = """async ([name, value]) => {
  const { setPref } = await import("/static/js/table/core/prefs.js");
  setPref(name, value);
}"""
READ = """async (name) => {
  const { prefs } = await import("/static/js/table/core/prefs.js");
  return prefs.value[name];
}"""
SET_UNHEARD = """async () => {
  const { setPref } = await import("/static/js/table/core/prefs.js");
  setPref("volume", 0.2);
  const kept = JSON.parse(localStorage.getItem("table-prefs"));
  localStorage.setItem("table-prefs", JSON.stringify({ ...kept, sound: false }));
  setPref("keys", false);
}"""
"""A page gets no event of what is written under its own address: it must read again."""
SAVE_ORDERS = """async (matches) => {
  const { saveOrder } = await import("/static/js/cards/order.js");
  for (const match of matches) saveOrder(match, ["2", "1"]);
}"""
SORTED = """async (match) => {
  const { sortHand } = await import("/static/js/cards/order.js");
  return sortHand(["1", "2"], "own", match, Number, String);
}"""
STORED = "() => Object.keys(localStorage).filter((key) => key.startsWith('table:')).length"


def set_pref(page: Page, name: str, value: Any) -> None:
    page.evaluate(SET, [name, value])


@pytest.fixture(scope="module")
def windows(visit_once: PageOpener) -> tuple[Page, Page]:
    """Two windows of one person."""
    one = visit_once("/fair")
    return one, visit_once.new_page(one.context, "/fair")


def test_two_windows_follow_and_keep_each_others_preferences(windows: tuple[Page, Page]) -> None:
    one, other = windows
    assert [other.evaluate(READ, name) for name in ("inks", "sound")] == [False, True]
    set_pref(one, "inks", True)
    expect(other.locator("html")).to_have_attribute("data-suits", "four")
    set_pref(one, "sound", False)
    set_pref(other, "keys", False)
    other.reload()
    assert [other.evaluate(READ, name) for name in ("sound", "keys")] == [False, False]


def test_two_tables_at_once_keep_their_orders(windows: tuple[Page, Page]) -> None:
    one, other = windows
    one.evaluate(SAVE_ORDERS, ["a"])
    other.evaluate(SAVE_ORDERS, ["b"])
    one.evaluate(SAVE_ORDERS, ["a"])
    other.reload()
    assert [other.evaluate(SORTED, match) for match in "ab"] == [["2", "1"], ["2", "1"]]


def test_a_preference_is_written_over_what_the_browser_keeps_now(reopened: Reopen) -> None:
    page = reopened("/fair")
    page.evaluate(SET_UNHEARD)
    page.reload()
    found = [page.evaluate(READ, name) for name in ("volume", "sound", "keys")]
    assert found == [0.2, False, False]


def test_only_the_orders_of_the_last_matches_are_kept(reopened: Reopen) -> None:
    page = reopened("/fair")
    page.evaluate(SAVE_ORDERS, [f"match {number}" for number in range(50)])
    assert page.evaluate(STORED) <= 10
    page.reload()
    assert page.evaluate(SORTED, "match 49") == ["2", "1"]
    assert page.evaluate(SORTED, "match 45") == ["2", "1"]
    assert page.evaluate(SORTED, "match 0") == ["1", "2"]


def test_alone_with_bots_each_moves_by_a_tap_or_a_key(
    visit: PageOpener, review: PageReview
) -> None:
    page = visit(viewport={"width": 360, "height": 740})
    page.add_init_script("""localStorage.setItem("table-prefs", '{"pace": "tap"}')""")
    told = messages_to(page)
    table_of_bots(page, "Ann")
    button = page.get_by_role("button", name="Next move: ")
    for way in ("key", "tap"):
        play(PagePlayer(page), until=lambda _: button.is_visible(), seconds=60)
        page.wait_for_timeout(300)
        before = frames_in(told)
        page.wait_for_timeout(300)
        assert frames_in(told) == before, "the bot waits"
        if way == "key":
            page.keyboard.press(".")
        else:
            review.check_all_sizes(page, "by-tap", part=".by-tap")
            button.click()
        page.wait_for_function("() => !document.querySelector('.by-tap [aria-busy]')")
        page.wait_for_timeout(300)
        assert frames_in(told) > before


def frames_in(messages: list[Any]) -> int:
    return sum(message["type"] == "frame" for message in messages)
