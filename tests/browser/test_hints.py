"""Hints and explained cards on the page, by keys, by mouse and by touch."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import DESK, PageReview
from tests.browser.page_steps import GAME, action_bar, hand, messages_to

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
WRAPS = """() => {
  const hint = document.querySelector(".bar__hint");
  hint.textContent = "Lead many cards. ".repeat(20);
  return hint.getBoundingClientRect().right <= hint.parentElement.getBoundingClientRect().right;
}"""


def play_now(page: Page) -> None:
    """A person who plays at once leads first."""
    page.get_by_role("button", name=f"Play now {GAME.title}").click()
    page.wait_for_url("**/table/*")
    page.wait_for_function("() => document.title.startsWith('●')")


def test_on_a_phone_a_long_press_explains_a_card_and_a_hint_marks_cards_and_button(
    visit: PageOpener, review: PageReview
) -> None:
    page = visit("/", **PHONE)
    messages = messages_to(page)
    play_now(page)
    a_long_press_explains_a_card_and_chooses_none(page)
    a_hint_goes_with_its_question(page, review)
    card = a_card_of_the_replay(page, messages)
    press_long(page, card)
    it_says_what_it_does_and_not_if_it_may_be_played(page, card)


def test_on_a_desk_a_card_explains_itself_to_keys_and_mouse_and_a_long_hint_is_whole(
    visit: PageOpener, review: PageReview
) -> None:
    page = visit("/")
    messages = messages_to(page)
    play_now(page)
    a_card_explains_itself_and_escape_puts_it_away(page, review)
    page.get_by_role("button", name="Hint").press("Enter")
    expect(action_bar(page).locator(".bar__hint")).to_contain_text("Lead ")
    page.wait_for_function(WRAPS)

    card, tip = a_card_of_the_replay(page, messages), page.get_by_role("tooltip")
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Skip to content").press("Enter")
    expect(card).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    card.hover()
    it_says_what_it_does_and_not_if_it_may_be_played(page, card)


def a_hint_goes_with_its_question(page: Page, review: PageReview) -> None:
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


def a_card_explains_itself_and_escape_puts_it_away(page: Page, review: PageReview) -> None:
    page.keyboard.press("h")
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    card = hand(page).locator(":focus")
    expect(card).to_have_attribute("aria-describedby", "card-tip")
    expect(tip).to_contain_text("You may lead it")
    review.check(page, "explained card", DESK, "light", whole=False, part="#card-tip, .hand")
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


def a_card_of_the_replay(page: Page, messages: Sequence[Mapping[str, Any]]) -> Locator:
    match = next(message["match"] for message in messages if message["type"] == "frame")
    page.goto(f"/match/{match}#step=0")
    card = hand(page).get_by_role("button").first
    expect(card).to_be_visible()
    return card


def it_says_what_it_does_and_not_if_it_may_be_played(page: Page, card: Locator) -> None:
    tip, name = page.get_by_role("tooltip"), card.get_attribute("aria-label") or ""
    expect(tip.locator("b")).to_have_text(re.compile(f"^{name[:3]}", re.IGNORECASE))
    expect(tip.locator("p")).to_have_count(1)
    page.keyboard.press("End")
    expect(tip).to_be_hidden()
