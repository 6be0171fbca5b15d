"""The table without a mouse, and what its keys read aloud."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Reopen
from tests.browser.key_player import KeyPlayer
from tests.browser.page_player import BUTTONS, play
from tests.browser.page_steps import hand, open_table, table_of_bots, to_play

TWO_AT_ONCE = """async () => {
  const region = Object.assign(document.createElement("p"), { id: "announcements" });
  document.body.append(region);
  const { announce, findRegion } = await import("/static/js/table/ui/announce.js");
  findRegion();
  announce("Ben passes.");
  announce("Cleo leads an Ace.");
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return region.textContent;
}"""
WATCH_FOCUS = """() => {
  globalThis.lost = 0;
  const look = () => {
    if (document.activeElement === document.body || document.activeElement === null) lost += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


SHORTCUT = """([selector, name]) => {
  const said = (one) =>
    one.getAttribute("aria-label") ?? one.textContent.replace(/\\s+/g, " ").trim();
  const found = [...document.querySelectorAll(selector)].find((one) => said(one) === name);
  return found?.getAttribute("aria-keyshortcuts") ?? null;
}"""


class ShortcutPlayer(KeyPlayer):
    """Presses each answer by the key that its button names, wherever the focus is."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.used: set[str] = set()

    def press_at(self, selector: str, name: str) -> bool:
        key = self.page.evaluate(SHORTCUT, [selector, name]) if selector == BUTTONS else None
        if key is None:
            return super().press_at(selector, name)
        self.page.keyboard.press(key if key == "Enter" else key.lower())
        self.used.add(key)
        return True


def test_tricks_are_played_with_keys_alone_and_focus_is_never_lost(reopened: Reopen) -> None:
    page = reopened("/login")
    table_of_bots(page, "Ann")
    player = ShortcutPlayer(page)
    page.keyboard.press("h")
    expect(hand(page).locator(":focus")).to_have_count(1)
    page.evaluate(WATCH_FOCUS)
    play(player, until=lambda _: player.answers >= 5, seconds=60)
    assert "Enter" in player.used
    assert page.evaluate("() => lost") == 0


def test_tab_leads_through_the_room_to_the_start(reopened: Reopen) -> None:
    page = reopened("/login")
    open_table(page, "Ann", bots=3, clock="off")
    page.keyboard.press("Tab")
    for _ in range(80):
        if page.evaluate("() => document.activeElement.textContent.trim()") == "Start":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(hand(page)).to_be_visible()


def test_events_of_one_moment_are_announced_together(reopened: Reopen) -> None:
    assert reopened("/login").evaluate(TWO_AT_ONCE) == "Ben passes. Cleo leads an Ace."


def test_cards_have_names_in_words_and_t_reads_the_prompt_and_r_the_standings(
    reopened: Reopen,
) -> None:
    page = reopened("/login")
    player = table_of_bots(page, "Ann")
    for card in player.read().cards:
        assert re.match(r"[a-z]{3}", card.name), card.name
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    region = page.locator("#announcements")
    page.keyboard.press("t")
    expect(region).to_contain_text(player.read().prompt)
    page.keyboard.press("r")
    expect(region).to_contain_text("Ann")
