"""The tab's title on a player's turn, and motion that can be switched off."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_player import play
from tests.browser.page_steps import table_of_bots, to_play

COUNT_MOTION = """
globalThis.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { moved += 1; return animate.apply(this, how); };
"""


def page_that_counts_motion(visit: PageOpener, **options: Any) -> Page:
    context = visit.profile(**options)
    context.add_init_script(COUNT_MOTION)
    return visit.new_page(context, "/")


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


def test_nothing_moves_under_reduced_motion(visit: PageOpener) -> None:
    page = page_that_counts_motion(visit, reduced_motion="reduce")
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: player.answers > 2, seconds=60)
    assert page.evaluate("() => moved") == 0


def test_cards_move_for_everybody_else_until_they_switch_it_off(visit: PageOpener) -> None:
    page = page_that_counts_motion(visit, reduced_motion="no-preference", lifelike=True)
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: player.answers > 3, seconds=60)
    assert page.evaluate("() => moved") > 2  # few where moves come faster than cards land

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Motion").click(force=True)
    page.get_by_role("button", name="Close").click()
    page.evaluate("() => (moved = 0)")
    before = player.answers
    play(player, until=lambda states: player.answers > before + 1, seconds=60)
    assert page.evaluate("() => moved") == 0


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
