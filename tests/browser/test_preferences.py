"""Preferences of two windows of one person, and the orders of hands that a browser keeps."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import PageReview
from tests.browser.page_steps import messages_to, open_table, start

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


def test_a_preference_of_one_window_comes_to_the_other(visit: PageOpener) -> None:
    one = visit("/fair")
    other = visit.new_page(one.context, "/fair")
    assert other.evaluate(READ, "inks") is False
    set_pref(one, "inks", True)
    expect(other.locator("html")).to_have_attribute("data-suits", "four")


def test_two_windows_keep_each_others_preferences(visit: PageOpener) -> None:
    one = visit("/fair")
    other = visit.new_page(one.context, "/fair")
    assert other.evaluate(READ, "sound") is True
    set_pref(one, "sound", False)
    set_pref(other, "keys", False)
    later = visit.new_page(one.context, "/fair")
    assert [later.evaluate(READ, name) for name in ("sound", "keys")] == [False, False]


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


def test_two_tables_at_once_keep_their_orders(visit: PageOpener) -> None:
    one = visit("/fair")
    other = visit.new_page(one.context, "/fair")
    one.evaluate(SAVE_ORDERS, ["a"])
    other.evaluate(SAVE_ORDERS, ["b"])
    one.evaluate(SAVE_ORDERS, ["a"])
    later = visit.new_page(one.context, "/fair")
    assert [later.evaluate(SORTED, match) for match in "ab"] == [["2", "1"], ["2", "1"]]


def test_alone_with_bots_each_moves_by_a_tap_or_a_key(visit: PageOpener) -> None:
    page, review = visit(viewport={"width": 360, "height": 740}), PageReview()
    open_table(page, "Ann", bots=3, clock="off")
    page.evaluate("""() => localStorage.setItem("table-prefs", '{"pace": "tap"}')""")
    page.reload()
    told = messages_to(page)
    start(page)
    button = page.get_by_role("button", name="Next move: ")
    play(PagePlayer(page), until=lambda _: button.is_visible(), seconds=60)
    review.check_all_sizes(page, "by-tap")
    for way in ("key", "tap"):
        page.wait_for_timeout(300)
        before = frames_in(told)
        page.wait_for_timeout(300)
        assert frames_in(told) == before, "the bot waits"
        if way == "key":
            page.keyboard.press(".")
        else:
            button.click()
        page.wait_for_function("() => !document.querySelector('.by-tap [aria-busy]')")
        page.wait_for_timeout(300)
        assert frames_in(told) > before
        play(PagePlayer(page), until=lambda _: button.is_visible(), seconds=60)
    review.close()


def frames_in(messages: list[Any]) -> int:
    return sum(message["type"] == "frame" for message in messages)
