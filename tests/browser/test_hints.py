"""Hints and explained cards on the page, by keys, by mouse and by touch."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from app.games import GAMES
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import action_bar, hand, messages_to

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

WRAPS = """() => {
  const hint = document.querySelector(".bar__hint");
  hint.textContent = "Lead many cards. ".repeat(20);
  return hint.getBoundingClientRect().right <= hint.parentElement.getBoundingClientRect().right;
}"""


def play_now(page: Page, slug: str = GAMES[0].slug) -> Page:
    title = next(game.title for game in GAMES if game.slug == slug)
    page.get_by_role("button", name=f"Play now {title}").click()
    page.wait_for_url("**/table/*")
    page.wait_for_function("() => document.title.startsWith('●')")
    return page


def test_a_hint_marks_cards_and_button_and_goes_with_its_question(
    visit: PageOpener, review: PageReview
) -> None:
    page = play_now(visit("/", **PHONE))
    a_long_press_explains_a_card_and_chooses_none(page)
    page.get_by_role("button", name="Hint").tap()
    said = action_bar(page).locator(".bar__hint")
    expect(said).to_contain_text("Lead ")
    assert said.inner_text().endswith(".")
    marked = hand(page).locator("[data-hint]")
    keys = marked.evaluate_all("(cards) => cards.map((card) => card.dataset.key)")
    assert keys
    review.check(page, "hint", (360, 740), "light", whole=False, part=".bar, .hand")
    review.check(page, "hint", (360, 740), "dark", whole=False, part=".bar, .hand")
    for key in keys:
        page.locator(f'.hand [data-key="{key}"]').tap()
    play = action_bar(page).locator("button[data-hint]").last
    expect(play).to_contain_text("Play")
    play.tap()
    expect(said).to_be_empty()
    expect(page.locator("[data-hint]")).to_have_count(0)


def a_long_press_explains_a_card_and_chooses_none(page: Page) -> None:
    card = hand(page).get_by_role("button").first
    tip = page.get_by_role("tooltip")
    press_long(page, card)
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(tip).to_be_visible()
    inside = tip.bounding_box()
    assert inside is not None
    assert inside["x"] >= 0
    assert inside["x"] + inside["width"] <= 360
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.locator(".bar__ask").tap()
    expect(tip).to_be_hidden()
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "false")


def test_a_card_explains_itself_to_keys_and_escape_puts_it_away(
    visit: PageOpener, review: PageReview
) -> None:
    page = play_now(visit("/"))
    page.keyboard.press("h")
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    card = hand(page).locator(":focus")
    expect(card).to_have_attribute("aria-describedby", "card-tip")
    expect(tip).to_contain_text("You may lead it")
    review.check(page, "explained card", (1440, 900), "light", whole=False)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    assert card.get_attribute("aria-describedby") is None
    page.keyboard.press("ArrowRight")
    expect(tip).to_be_visible()
    best, worst = hand(page).get_by_role("button").first, hand(page).get_by_role("button").last
    best.hover()
    expect(best).to_have_attribute("aria-describedby", "card-tip")
    worst.hover()
    expect(worst).to_have_attribute("aria-describedby", "card-tip")


def test_a_long_hint_is_not_cut_off_on_a_desk(visit: PageOpener) -> None:
    page = play_now(visit("/"), "scum-the-masquerade")
    page.get_by_role("button", name="Hint").click()
    said = action_bar(page).locator(".bar__hint")
    expect(said).to_contain_text("Lead ")
    page.wait_for_function(WRAPS)


def press_long(page: Page, card: Locator) -> None:
    """A finger stays on the card until it is explained."""
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + 10, "y": box["y"] + 20}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    expect(page.get_by_role("tooltip")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("how", ["finger", "mouse and keys"])
def test_cards_of_a_replay_say_what_they_do_and_not_if_they_may_be_played(
    visit: PageOpener, how: str
) -> None:
    page = visit("/", **PHONE) if how == "finger" else visit("/")
    messages = messages_to(page)
    play_now(page)
    match = next(message["match"] for message in messages if message["type"] == "frame")
    page.goto(f"/match/{match}#step=0")
    card, tip = hand(page).get_by_role("button").first, page.get_by_role("tooltip")
    expect(card).to_be_visible()
    if how == "finger":
        press_long(page, card)
    else:
        page.keyboard.press("Tab")
        page.get_by_role("link", name="Skip to content").press("Enter")
        expect(card).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(tip).to_be_visible()
        page.keyboard.press("Escape")
        expect(tip).to_be_hidden()
        card.hover()
    name = card.get_attribute("aria-label") or ""
    expect(tip.locator("b")).to_have_text(re.compile(f"^{name[:3]}", re.IGNORECASE))
    expect(tip.locator("p")).to_have_count(1)
    page.keyboard.press("End")
    expect(tip).to_be_hidden()
