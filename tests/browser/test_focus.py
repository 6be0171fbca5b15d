"""The keyboard's focus: it never falls to the body, neither by an answer nor by a sheet."""

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from app.games import BY_SLUG
from app.rules.game import AnyGame
from tests.browser import heard_log
from tests.browser.conftest import SMALL_DESK, PageOpener
from tests.browser.frame_hold import FrameHold
from tests.browser.key_player import KeyPlayer
from tests.browser.page_player import BUTTONS, CARDS, PageButton, PagePlayer, PageState, play
from tests.browser.page_steps import (
    FOR_TWO,
    end_after,
    messages_to,
    open_table,
    start,
    table_of_bots,
)
from tests.conftest import NewServer
from tests.server_process import ServerProcess

SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
ACTIVE = """() => {
  const here = document.activeElement ?? document.body;
  const name = here.getAttribute("aria-label") ?? here.textContent.replace(/\\s+/g, " ").trim();
  return [here.tagName, name];
}"""
TWO_OF_A_SUIT = """() => {
  const codes = [...document.querySelectorAll(".builder__rest [data-key]")]
    .map((tile) => tile.dataset.key);
  for (const one of codes)
    for (const other of codes)
      if (one !== other && one.slice(0, 2) === other.slice(0, 2)) return one[3] + other[3];
  return null;
}"""
HERE = """() =>
  `${document.activeElement.className} ${document.activeElement.getAttribute("aria-label")}`"""
CLICK = """([selector, name]) => {
  const said = (one) =>
    one.getAttribute("aria-label") ?? one.textContent.replace(/\\s+/g, " ").trim();
  const found = [...document.querySelectorAll(selector)].find((one) => said(one) === name);
  found?.click();
  return found !== undefined;
}"""
NEXT = ("Next hand", "Next round")
BY_KEYS = {FOR_TWO: (1, 3), BY_SLUG["scroker"]: (2, 1)}
"""A game of cards and buttons, and one with a place of its own for answers. Of each the hands, and
the answers after which it goes on on a phone: in Scroker one answer may end a hand.

test_questions.py looks for the focus after each kind of answer of the games with most kinds.
"""
SHEETS_BY_BUTTON = {
    "desk": ("Invite", "How to play", "Menu"),
    "phone": ("How to play", "Ladder", "Log", "Chat", "Menu"),
}
SHEETS_OF_THE_MENU = ("Settings", "Keyboard shortcuts", "Play on another device")


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server at ordinary pace: the clock for words always runs, and keys take time."""
    with new_server(PECKING_ORDER_PACE="1") as server:
        yield server


class HearingKeyPlayer(KeyPlayer):
    """Presses by keys alone after the question was said, and looks where the focus is."""

    def __init__(self, page: Page, messages: list[dict[str, Any]]) -> None:
        super().__init__(page)
        self._messages = messages
        self.lost: list[str] = []
        """The prompts at which the focus was on the body."""

    def read(self) -> PageState:
        state = super().read()
        if self.answers and self.page.evaluate(ACTIVE)[0] == "BODY":
            self.lost.append(state.prompt)
        return state

    def act(self, state: PageState | None = None) -> bool:
        heard_log.wait_for_questions(self.page, len(heard_log.asked(self._messages)))
        word = self.page.evaluate(TWO_OF_A_SUIT)
        typing = self.page.get_by_label("Type it")
        if word is None or typing.count() == 0 or not (state or self.read()).on_turn:
            return super().act(state)
        self.page.keyboard.press("w")
        self.page.keyboard.type(word.lower())
        self.page.keyboard.press("Enter")
        self.answers += 1
        typing.wait_for(state="detached")
        return True


@pytest.mark.parametrize("game", BY_KEYS, ids=lambda game: game.slug)
def test_a_hand_by_keys_and_ears_alone_loses_neither_focus_nor_news(
    visit: PageOpener, game: AnyGame
) -> None:
    """It begins on a desk and ends on a phone."""
    page, (hands, on_the_desk) = visit(viewport=SMALL_DESK), BY_KEYS[game]
    heard_log.listen(page.context)
    messages = messages_to(page)
    open_table(page, "Ann", game=game, bots=max(1, game.seats[0] - 1), clock="off")
    if hands > 1:
        end_after(page, hands)
    start(page)
    player = HearingKeyPlayer(page, messages)
    page.keyboard.press("h")
    play(player, until=lambda states: player.answers >= on_the_desk, seconds=60)
    page.set_viewport_size(SMALL_PHONE)
    play(player, until=lambda states: hand_is_over(page, player, states[0]), seconds=90)
    assert player.lost == []
    assert player.answers > on_the_desk
    heard_log.check(page, game.slug, messages)


def test_an_answer_whose_next_question_comes_at_once_leaves_its_button(visit: PageOpener) -> None:
    """Else the same key, pressed twice, would pass twice."""
    page = visit()
    hold = FrameHold(page)
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: may_pass(states[0]), seconds=60)
    hold.held = True
    passes = page.get_by_role("region", name="Your answer").get_by_role(
        "button", name="Pass", exact=True
    )
    passes.focus()
    page.keyboard.press("Enter")
    hold.skip_to(lambda frame: frame.get("prompt") is not None)
    page.wait_for_function("() => document.title.startsWith('●')")
    expect(passes).not_to_be_focused()
    expect(page.locator(".hand :focus, .bar__ask:focus")).to_have_count(1)


def may_pass(state: PageState) -> bool:
    return state.on_turn and any(button.name == "Pass" for button in state.buttons)


def hand_is_over(page: Page, player: HearingKeyPlayer, state: PageState) -> bool:
    """The match has its result, or the hand has and the page asks for the next."""
    return state.over or (
        player.answers > 5 and any(button.name in NEXT for button in state.buttons)
    )


def test_a_closed_sheet_gives_the_focus_back_to_its_opener(visit: PageOpener) -> None:
    """Each sheet is closed in one of three ways; what closes them is one for all."""
    page = visit()
    heard_log.listen(page.context)
    table_of_bots(page, "Ann")
    ways = cycle((by_cross, by_escape, by_a_press_beside))
    for size in (SMALL_PHONE, SMALL_DESK):
        page.set_viewport_size(size)
        names = SHEETS_BY_BUTTON["desk" if size is SMALL_DESK else "phone"]
        for name, close in zip(names, ways, strict=False):
            opener(page, name).focus()
            page.keyboard.press("Enter")
            close(page)
            expect(opener(page, name), f"{name}, {close.__name__}").to_be_focused()
    for name, close in zip(SHEETS_OF_THE_MENU, ways, strict=False):
        press_in_menu(page, name)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        close(page)
        expect(opener(page, "Menu"), f"{name}, {close.__name__}").to_be_focused()
    for does in ("Pause", "Resume"):
        press_in_menu(page, does)
        expect(opener(page, "Menu"), does).to_be_focused()
    page.keyboard.press("h")
    before = page.evaluate(HERE)
    for key in ("?", "c", "g"):
        page.keyboard.press(key)
        by_cross(page)
        page.wait_for_function(f"(before) => ({HERE})() === before", arg=before)
    heard_log.check_notice(page, "Paused")


def press_in_menu(page: Page, name: str) -> None:
    opener(page, "Menu").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name=name).press("Enter")


def opener(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Table").get_by_role(
        "button", name=re.compile(f"^{name}")
    )


def by_cross(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def by_escape(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def by_a_press_beside(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_be_visible()
    page.mouse.click(2, 60)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_who_types_or_has_left_is_not_called_back(visit: PageOpener) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    table_of_bots(page, "Ann")
    player = UnfocusedPlayer(page)
    message = page.get_by_role("textbox", name="Message")
    message.focus()
    play(player, until=lambda states: player.answers >= 2, seconds=60)
    expect(message).to_be_focused()
    page.mouse.click(640, 300)  # the empty felt
    assert page.evaluate(ACTIVE)[0] in ("BODY", "MAIN")
    play(player, until=lambda states: player.answers >= 4, seconds=60)
    assert page.evaluate(ACTIVE)[0] in ("BODY", "MAIN")


class UnfocusedPlayer(PagePlayer):
    """Presses without moving the focus, as if somebody else had."""

    def press(self, button: PageButton) -> bool:
        return bool(self.page.evaluate(CLICK, [f"{BUTTONS}, {CARDS}", button.name]))
