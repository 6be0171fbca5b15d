"""Renegs that may be called: folded in the bar of a small phone, and named on the felt."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.edited_socket import EditedSocket
from tests.browser.page_steps import (
    FOR_TWO,
    action_bar,
    open_table,
    start,
)

SLUFFED = ["QC", "10S", "7D", "3H", "2C", "JS", "4D", "10D", "6C"]
"""Cards of nine earlier Sluff Offs."""


def with_calls(message: dict[str, Any]) -> dict[str, Any]:
    """The frame of a player who is to play and may call ten Renegs."""
    if message["type"] != "frame":
        return message
    own = message["view"]["private"]["cards"]
    message["view"]["public"] |= {
        "phase": "play",
        "turn": message["seat"],
        "asked": "play",
        "order": "regal",
        "upcard": "9H",
        "worth": 9,
        "discard": [[None, "start", "9H", 0, None, False, False, 0]],
    }
    calls = [{"type": "call-reneg", "card": code} for code in SLUFFED]
    plays = [{"type": kind, "card": code} for kind in ("play", "uprise") for code in own]
    message |= {
        "prompt": {"key": "1-12", "kind": "play"},
        "moves": [*plays, {"type": "call-reneg"}, *calls],
        "moves_complete": True,
    }
    return message


def in_sight(page: Page, name: str) -> bool:
    box = action_bar(page).get_by_role("button", name=name).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.fixture(scope="module")
def table(visit_once: PageOpener) -> tuple[Page, EditedSocket]:
    """A match for two, whose frames the tests change."""
    page = visit_once()
    socket = EditedSocket(page)
    open_table(page, "Ann", game=FOR_TWO, clock="off", bots=1, unfold=False)
    start(page)
    return page, socket


def test_nine_earlier_renegs_are_folded_and_each_can_be_called(
    table: tuple[Page, EditedSocket],
) -> None:
    page, socket = table
    page.set_viewport_size({"width": 360, "height": 560})
    sent: list[str] = []
    page.on("websocket", lambda one: one.on("framesent", lambda text: sent.append(str(text))))
    socket.edit = with_calls
    page.reload()
    expect(action_bar(page).get_by_text("Call an earlier Reneg")).to_be_visible()
    for name in ("Call a Reneg", "Uprise (face down)", "Choose a card"):
        assert in_sight(page, name), name
    action_bar(page).get_by_text("Call an earlier Reneg").click()
    calls = (
        action_bar(page).get_by_role("group", name="Call an earlier Reneg").get_by_role("button")
    )
    expect(calls).to_have_count(len(SLUFFED))
    expect(calls.first).to_have_accessible_name("Reneg: queen of clubs")
    calls.nth(1).click()
    expect(action_bar(page).get_by_role("status")).not_to_be_empty()
    assert any('"call-reneg"' in text and '"10S"' in text for text in sent), sent


IN_THE_FELT = """(part) => {
  const felt = document.querySelector(".felt, .oval").getBoundingClientRect();
  const { top, bottom, left, right } = part.getBoundingClientRect();
  const seen = [[left + 2, top + 2], [right - 2, bottom - 2]].every(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found && (part.contains(found) || found.contains(part));
  });
  return seen && top >= felt.top && bottom <= felt.bottom && left >= felt.left
    && right <= felt.right;
}"""
"""Within the felt, and no seat lies over it. How high the question is depends on the deal."""


def test_the_felt_says_the_purses_and_what_may_still_be_called(
    table: tuple[Page, EditedSocket],
) -> None:
    page, socket = table
    page.set_viewport_size({"width": 390, "height": 844})

    def scored(message: dict[str, Any]) -> dict[str, Any]:
        message = with_calls(message)
        if message["type"] == "frame":
            message["view"]["public"]["hand_points"] = [34, 21]
            message["moves"] = [
                move for move in message["moves"] if move.get("card") not in SLUFFED[2:]
            ]
        return message

    socket.edit = scored
    page.reload()
    purses = page.get_by_role("list", name="The purses of this hand")
    calls = page.get_by_text("You may still call")
    desks = [(1440, height) for height in range(940, 780, -20)]
    for width, height in [(390, 844), (820, 1180), *desks]:
        page.set_viewport_size({"width": width, "height": height})
        expect(purses).to_contain_text(re.compile("You.*34.*21"))
        expect(calls).to_contain_text("queen of clubs")
        assert purses.evaluate(IN_THE_FELT), (width, height)
        assert calls.evaluate(IN_THE_FELT), (width, height)
