"""The table on a small phone, by touch, with the largest hand that the rules deal."""

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.edited_socket import EditedSocket
from tests.browser.page_player import PagePlayer, play, tap
from tests.browser.page_steps import (
    GAME,
    action_bar,
    choose,
    hand,
    open_table,
    set_clock,
    start,
    to_lead,
    to_play,
)

SMALL: ViewportSize = {"width": 360, "height": 740}
SMALLEST: ViewportSize = {"width": 360, "height": 640}
CORNERS = """() => [...document.querySelectorAll(
  '[role="group"][aria-label^="Your hand"] button')].map((card) => {
  const box = card.getBoundingClientRect();
  const points = [[8, 8], [20, 14], [12, 30]].map(([x, y]) => [box.left + x, box.top + y]);
  return {
    name: card.getAttribute("aria-label"), x: points[1][0], y: points[1][1],
    free: points.every(([x, y]) => card.contains(document.elementFromPoint(x, y))),
    inside:
      box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.top + 40 <= innerHeight,
  };
})"""


def largest_hand(page: Page) -> PagePlayer:
    """Four players and a deck up to the Jack: 71 cards, 18 for most and 20 after a bonus."""
    open_table(page, "Ann", bots=3)
    choose(page.get_by_role("group", name="Highest card").get_by_role("radio", name="J"))
    set_clock(page, "Off")
    start(page)
    player = PagePlayer(page, touch=True)
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    return player


def test_the_largest_hand_and_its_bar_are_for_thumbs_on_small_phones(visit: PageOpener) -> None:
    page = visit(viewport=SMALL, has_touch=True, is_mobile=True)
    player = largest_hand(page)
    for phone in (SMALL, SMALLEST):
        if phone is SMALLEST:
            page.set_viewport_size(phone)
            page.reload()  # and no card is chosen any more
            expect(action_bar(page).get_by_role("button").first).to_be_visible()
        the_bar_is_made_for_thumbs(page, phone)
        every_index_is_seen_and_touched(page)
    before = player.answers
    play(player, until=lambda states: player.answers >= before + 4, seconds=60)


def every_index_is_seen_and_touched(page: Page) -> None:
    corners = page.evaluate(CORNERS)
    assert len(corners) >= 16
    assert [card["name"] for card in corners if not card["free"]] == []
    assert [card["name"] for card in corners if not card["inside"]] == []
    for at, card in enumerate(corners):
        touched = hand(page).get_by_role("button", name=card["name"], exact=True)
        pressed = touched.get_attribute("aria-pressed")
        now = page.evaluate(CORNERS)[
            at
        ]  # the bar may have grown meanwhile, by what a wild card may stand for
        tap(page, now["x"], now["y"])
        expect(touched, card["name"]).to_have_attribute(
            "aria-pressed", "false" if pressed == "true" else "true"
        )
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")


def the_bar_is_made_for_thumbs(page: Page, phone: ViewportSize) -> None:
    for button in action_bar(page).get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 48
        assert box["width"] >= 48
        assert box["y"] + box["height"] <= phone["height"]
    for button in page.get_by_role("navigation", name="Table").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


def middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_dragged_onto_the_felt_is_played(reopened: Reopen) -> None:
    """A person who plays at once leads first."""
    page = reopened("/")
    page.get_by_role("button", name=f"Play now {GAME.title}").click()
    player = PagePlayer(page)
    play(player, until=lambda states: to_lead(states[0]), seconds=60)
    state = player.read()
    card = hand(page).get_by_role("button").last  # the worst: it can be led alone
    card.hover()  # once it lies still
    start, felt = card.bounding_box(), page.locator("[data-drop]").bounding_box()
    assert start is not None
    assert felt is not None
    (from_x, from_y), (x, y) = middle(start), middle(felt)
    page.mouse.down()
    for part in (0.5, 1):  # fast: out of the hand with the first move
        page.mouse.move(from_x + (x - from_x) * part, from_y + (y - from_y) * part)
    page.mouse.up()
    expect(hand(page).get_by_role("button")).to_have_count(len(state.cards) - 1)


@pytest.mark.parametrize("bots", [5, 9], ids=["six", "ten"])
def test_hand_and_bar_of_the_first_question_leave_the_draw_in_sight(
    visit: PageOpener, bots: int
) -> None:
    page = visit(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
    socket = EditedSocket(page)
    held: list[dict[str, Any]] = []

    def hold(message: dict[str, Any]) -> dict[str, Any]:
        """The first question again, in place of what follows it."""
        if message["type"] == "frame" and message["view"]["public"]["phase"] == "takeover":
            held.append(message)
        return held[0] if message["type"] == "frame" and held else message

    socket.edit = hold
    open_table(page, "Ann", bots=bots, clock="off")
    start(page)
    # who is dealt both WILDs is asked about them at once
    expect(action_bar(page)).to_contain_text(re.compile(r"Are you ready\?|dealt both WILDs"))
    cut = page.locator(".felt").evaluate("(felt) => felt.scrollHeight - felt.clientHeight")
    assert cut <= 1, f"{cut} pixels of the draw lie behind the hand"
