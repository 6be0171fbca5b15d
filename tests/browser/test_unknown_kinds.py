"""Things of a kind that the page does not know: said once, reported once, skipped."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.edited_socket import EditedSocket, Message
from tests.browser.page_player import play
from tests.browser.page_steps import (
    FOR_TWO,
    action_bar,
    add_bots,
    hand,
    open_table,
    set_clock,
    start,
    table_of_bots,
    to_play,
)

LOOK_MS = 20
MOST_LOOKS = 3000
"""A minute; only a failure takes that long."""


def said(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="does not know")


def reports(page: Page) -> Any:
    """The script errors that a problem report would carry."""
    return page.evaluate("() => JSON.parse(localStorage.getItem('mishaps') ?? '[]')")


def test_messages_and_events_of_unknown_types_are_skipped(visit: PageOpener) -> None:
    visit.allow_error("unknown type|unknown kind")
    page = visit()
    socket = EditedSocket(page)
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    for _ in range(2):
        socket.send({"type": "weather", "wind": 3})
    expect(said(page)).to_have_count(1)
    said(page).get_by_role("button", name="Close").click()
    socket.send({"type": "weather", "wind": 4})

    def with_events(message: Message) -> Message:
        if message["type"] == "frame":
            message["events"].append({"event": {"type": "hail"}, "text": "It hails."})
        return message

    socket.edit = with_events
    play(player, until=lambda states: not to_play(states[0]), seconds=30)
    expect(page.get_by_text("It hails.").first).to_be_attached()
    expect(said(page)).to_have_count(1)
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    found = reports(page)
    assert len([line for line in found if "weather" in line]) == 1
    assert len([line for line in found if "hail" in line]) == 1
    assert len(found) == 2


def test_a_question_of_an_unknown_kind_can_be_answered(visit: PageOpener) -> None:
    visit.allow_error("unknown kind")
    page = visit("/")
    socket = EditedSocket(page)
    frames: list[Message] = []

    def with_unknown_question(message: Message) -> Message:
        if message["type"] == "frame":
            frames.append(message)
            if message["prompt"]:
                message["prompt"]["kind"] = "guess"
        return message

    socket.edit = with_unknown_question
    open_table(page, "Ann", game=FOR_TWO)
    add_bots(page, FOR_TWO.seats[0] - 1)
    set_clock(page, "Off")
    start(page)
    for _ in range(2):
        answer(page, frames)
    expect(said(page)).to_have_count(1)
    expect(hand(page)).to_be_visible()


def answer(page: Page, frames: list[Message]) -> None:
    """Answers by the last button, with a card where it waits for one; returns when that is done."""
    button = action_bar(page).get_by_role("button").last
    button.wait_for()
    asked = frames[-1]
    expect(action_bar(page)).to_contain_text(asked["prompt_text"])
    for card in hand(page).get_by_role("button").all():
        if button.is_enabled() and button.inner_text() != "Try this":
            break
        card.click()
    button.click()
    for _ in range(MOST_LOOKS):
        if frames[-1]["prompt"] != asked["prompt"]:
            return
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"still asked: {asked['prompt']}")
