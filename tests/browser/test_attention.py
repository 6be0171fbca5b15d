"""What calls a player back: the tab's title. And what is not to move: anything, for those who have asked for that."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Doorkeeper
from tests.browser.party import table_of_bots, to_play
from tests.browser.robot import play

COUNT_MOTION = """
globalThis.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { moved += 1; return animate.apply(this, how); };
"""


def watched(visit: Doorkeeper, **options: str) -> Page:
    context = visit.profile(**options)
    context.add_init_script(COUNT_MOTION)
    return visit.again(context, "/")


def test_the_tab_says_whose_turn_it_is(visit: Doorkeeper) -> None:
    page = visit("/")
    icon = page.locator('link[rel~="icon"]').first
    plain = icon.get_attribute("href") or ""
    robot = table_of_bots(page, "Ann")
    play(robot, until=lambda seen: to_play(seen[0]), seconds=30)
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(icon).not_to_have_attribute("href", re.compile(re.escape(plain)))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()  # nobody has a turn in a pause
    expect(page).not_to_have_title(re.compile("^● Your turn"))
    expect(icon).to_have_attribute("href", re.compile(re.escape(plain)))


def test_nothing_moves_for_those_who_asked_for_less_motion(visit: Doorkeeper) -> None:
    page = watched(visit, reduced_motion="reduce")
    robot = table_of_bots(page, "Ann")
    play(robot, until=lambda seen: robot.answers > 5, seconds=60)
    assert page.evaluate("() => moved") == 0


def test_cards_move_for_everybody_else_and_are_played_meanwhile(visit: Doorkeeper) -> None:
    page = watched(visit, reduced_motion="no-preference")
    robot = table_of_bots(page, "Ann")
    play(robot, until=lambda seen: robot.answers > 5, seconds=60)
    assert page.evaluate("() => moved") > 20


def test_motion_can_be_switched_off_at_the_table(visit: Doorkeeper) -> None:
    page = watched(visit, reduced_motion="no-preference")
    robot = table_of_bots(page, "Ann")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sound, motion, words").click()
    page.get_by_role("switch", name="Motion").click(force=True)
    page.get_by_role("button", name="Close").click()
    page.evaluate("() => (moved = 0)")
    before = robot.answers
    play(robot, until=lambda seen: robot.answers > before + 4, seconds=60)
    assert page.evaluate("() => moved") == 0


def test_only_what_people_say_counts_as_news(visit: Doorkeeper) -> None:
    unread = """async () => {
      const [{ chat }, { unreadCount }] = [await import("/static/js/table/core/store.js"), await import("/static/js/table/room/chat.js")];
      const line = (person) => ({ person, name: "somebody", text: "hear, hear", at: Date.now() + 60_000 });
      chat.value = [line(null), line("ben"), line(null)];
      return unreadCount();
    }"""
    assert visit("/").evaluate(unread) == 1
