"""A table on a screen: scanned, allowed, shown without a hand or a button, and taken back."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import PHONE, PageReview
from tests.browser.page_steps import GAME, hand, start, two_at_a_table

TELEVISION = (1920, 1080)
ORDER = """() => [...document.querySelector(".board--phone").children].map((part) =>
  part.querySelector(".hand, .cards-hand") || part.matches(".hand") ? "hand"
    : part.matches(".felt") ? "felt" : part.className)"""
SILENT_UNTIL_TOUCHED = """
globalThis.heard = 0;
globalThis.touched = false;
addEventListener("keydown", () => { touched = true; }, true);
globalThis.AudioContext = class extends AudioContext {
  get state() { return touched ? "running" : "suspended"; }
  createGain() {
    heard += 1;
    return super.createGain();
  }
};
"""
"""A browser that plays nothing before somebody has touched the page; it counts what it plays."""
HEARD = "() => heard > 0"
STRETCHED = "() => document.scrollingElement.scrollHeight > innerHeight + 1"


def to_television(page: Page) -> None:
    page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})


def test_a_player_shows_the_table_on_a_television_and_takes_it_back(
    visit: PageOpener, review: PageReview
) -> None:
    ann, ben = two_at_a_table(visit)
    telly = visit("/screen", lifelike=True)
    telly.add_init_script(SILENT_UNTIL_TOUCHED)
    review.check_all_sizes(telly, "screen-begin")
    to_television(telly)
    telly.get_by_role("button", name="Show a table", exact=True).click()
    expect(telly.get_by_role("heading", name="Scan this at your table")).to_be_visible()
    review.check_all_sizes(telly, "screen-code")
    link = telly.locator(".screen-door__link").inner_text()

    phone = ann.context.new_page()
    phone.goto(re.sub(r"^https?://[^/]+", "", link))
    review.check_all_sizes(phone, "screen-choose")
    phone.get_by_role("button", name=f"Show {GAME.title}").click()
    expect(phone.get_by_role("button", name="Take it back")).to_be_visible()
    review.check_all_sizes(phone, "screens")

    to_television(telly)
    telly.wait_for_url("**/screen/table")
    expect(telly.get_by_text("Ben").first).to_be_visible()
    start(ann)
    expect(telly.locator(".board--desk")).to_be_visible()
    review.check(telly, "screen-table", TELEVISION, "dark", whole=False)
    expect(hand(telly)).to_have_count(0)
    sound_on = telly.get_by_role("button", name="Sound on")
    expect(sound_on).to_be_focused()
    sound_on.press("Enter")
    expect(telly.get_by_role("button").locator("visible=true")).to_have_count(0)
    players = PagePlayer(ann, 1), PagePlayer(ben, 2)
    play(*players, until=lambda _: bool(telly.evaluate(HEARD)), seconds=60)
    assert not telly.evaluate(STRETCHED), "nothing lies below the screen"

    review.back_to_light_desk(ann)
    expect(ann.locator(".top__title")).to_contain_text("on a screen")
    ann.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(ann.locator(".board--phone")).to_be_visible()
    order = ann.evaluate(ORDER)
    assert order.index("hand") < order.index("felt"), "on a phone the hand comes first"
    review.check(ann, "screen-phone", PHONE, "light", whole=False, axe=False)

    phone.get_by_role("button", name="Take it back").click()
    expect(telly.get_by_role("heading", name="Show a table on this screen")).to_be_visible()
    phone.close()
