"""The tab's title on a player's turn, and motion that can be switched off."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import table_of_bots, to_play

COUNT_MOTION = """
globalThis.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { moved += 1; return animate.apply(this, how); };
"""


def test_the_tab_says_whose_turn_it_is(reopened: Reopen) -> None:
    page = reopened("/")
    icon = page.locator('link[rel~="icon"]').first
    plain = icon.get_attribute("href") or ""
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(icon).not_to_have_attribute("href", re.compile(re.escape(plain)))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()  # nobody has a turn in a pause
    expect(page).not_to_have_title(re.compile("^● Your turn"))
    expect(icon).to_have_attribute("href", re.compile(re.escape(plain)))


def test_cards_move_unless_the_device_or_a_setting_is_against_it(visit: PageOpener) -> None:
    page = visit()
    page.add_init_script(COUNT_MOTION)
    player = table_of_bots(page, "Ann")
    assert moved_by(page, player, 2) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert moved_by(page, player, 4) > 2  # few where moves come faster than cards land
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Motion").click(force=True)
    page.get_by_role("button", name="Close").click()
    assert moved_by(page, player, 2) == 0


def moved_by(page: Page, player: PagePlayer, answers: int) -> int:
    page.evaluate("() => (moved = 0)")
    wanted = player.answers + answers
    play(player, until=lambda states: player.answers >= wanted, seconds=60)
    return int(page.evaluate("() => moved"))


def test_lines_of_the_server_are_unread_by_nobody_and_said_once(reopened: Reopen) -> None:
    """Words of people are never merged: who says something twice means it."""
    unread = """async () => {
      const { chat } = await import("/static/js/table/core/store.js");
      const { unreadCount } = await import("/static/js/table/room/chat.js");
      const at = Date.now() + 60_000;
      const line = (person) => ({ person, name: "somebody", text: "hear, hear", at });
      chat.value = [line(null), line("ben"), line(null)];
      return unreadCount();
    }"""
    page = reopened("/")
    assert page.evaluate(unread) == 1
    shown = """async () => {
      const { withoutRepeats } = await import("/static/js/table/room/chat.js");
      const line = (person, text) => ({ person, name: person ?? "", text, at: 0 });
      const poke = line(null, "Ann pokes Ben.");
      const lines = [poke, poke, poke, line("ben", "no"), line("ben", "no"), poke];
      return withoutRepeats(lines).map(({ line, times }) => `${line.text} ${times}`);
    }"""
    assert page.evaluate(shown) == ["Ann pokes Ben. 3", "no 1", "no 1", "Ann pokes Ben. 1"]
