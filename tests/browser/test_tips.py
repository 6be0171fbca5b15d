"""Tips: a line at the first question of a kind, once, and never where they are switched off."""

from playwright.sync_api import Page, expect

from app.games import GAMES
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import action_bar, hand

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
ASKED = "() => document.title.startsWith('●')"


def play_now(page: Page, title: str) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"Play now {title}").click()
    page.wait_for_url("**/table/*")
    page.wait_for_function(ASKED)


def test_a_tip_comes_once_and_can_be_switched_off(visit: PageOpener, review: PageReview) -> None:
    """Issue 38 C3."""
    page, (game, other, *_) = (
        visit("/", tips=True, **PHONE),
        [one for one in GAMES if one.gives_reasons],
    )
    play_now(page, game.title)
    tip = action_bar(page).locator(".bar__tip")
    expect(tip).to_contain_text("Lead")
    expect(tip).to_have_role("status")
    review.check(page, "tip", (360, 740), "light", whole=False, part=".bar")
    box, cards = tip.bounding_box(), hand(page).bounding_box()
    assert box is not None
    assert cards is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["y"] >= cards["y"] + cards["height"] or box["y"] + box["height"] <= cards["y"]
    play_now(page, game.title)
    expect(action_bar(page)).to_be_visible()
    expect(tip).to_be_empty()
    page.evaluate("() => localStorage.setItem('table-prefs', JSON.stringify({ tips: false }))")
    play_now(page, other.title)
    expect(action_bar(page)).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("switch", name="Tips")
    expect(switch).not_to_be_checked()
    assert tip.inner_text() == ""
    switch.click()
    page.keyboard.press("Escape")
    expect(tip).not_to_be_empty()
