"""A match of two friends by page, from the invitation to the checked shuffle, in any browser.

Ann sits at a desk and uses the keyboard alone. Ben has a narrow screen and points. In the middle
of the match the network is gone for a moment.
"""

import re
import time
from collections.abc import Callable
from typing import Any, Final, cast

from playwright.sync_api import Error, Page

from app.rules.game import AnyGame
from tests.browser.key_player import KeyPlayer
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_review import AXE, FAULTS, NO_BACKGROUND_IMAGES
from tests.browser.stalling_proxy import StallingProxy
from tests.prove.browsers.driver import Browser, Tab

WAIT: Final = 60.0
"""Seconds until something has to be on a page."""
DESK: Final = (1440, 900)
PHONE: Final = (390, 844)
MATCH: Final = 240.0
"""Seconds for a match, as tests/browser/page_player.py counts them."""
MOST_TABS: Final = 200
SAID: Final = "() => document.body.innerText"
CONTROL: Final = """([name, tab]) => {
  const said = (element) =>
    (element.getAttribute("aria-label") ?? element.innerText ?? "").replace(/\\s+/g, " ").trim();
  const label = (element) => element.labels?.[0]?.innerText.trim().split("\\n")[0];
  const named = (element) => said(element) === name || label(element) === name;
  const usable = (element) => element.checkVisibility() && !element.disabled;
  const all = [...document.querySelectorAll("button, a[href], input, summary")];
  const found = all.find((element) => named(element) && usable(element));
  const here = document.activeElement ?? document.body;
  if (tab && found)
    return found === here ? "" :
      here.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
  if (!found) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const box = found.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const seen = document.elementFromPoint(x, y);
  return found.contains(seen) || found.labels?.[0]?.contains(seen) ? [x, y] : null;
}"""
"""The middle of a control, scrolled to; null while it is not there. `tab`: the key that leads to it
instead, empty if it has the focus."""
SEATS: Final = "() => document.querySelectorAll('[aria-label=Seats] > *').length"
CHECKED: Final = re.compile(
    r"The orders of the cards fit the promises: checked (\d+) of \1 places"
    r"|\d+ cards that you were shown fit them"  # where decks stay secret for good
)


class Faulty(Exception):
    """Something did not come; the message says what, and what the page showed instead."""


def until(condition: Callable[[Tab], Any], what: str, tab: Tab) -> Any:
    """The first true value. Raises Faulty."""
    end = time.monotonic() + WAIT
    while True:
        try:
            if value := condition(tab):
                return value
        except Error:  # the page changes under it
            pass
        if time.monotonic() > end or tab.errors:
            shown = tab.evaluate(SAID)[-1500:]
            raise Faulty(f"{what} did not come; errors: {tab.errors}; the page says: {shown!r}")
        time.sleep(0.05)


def press(tab: Tab, name: str) -> None:
    """Points at a control of that name and presses it."""
    x, y = until(lambda tab: tab.evaluate(CONTROL, [name, False]), f"a control {name!r}", tab)
    tab.mouse.click(x, y)


def press_by_key(tab: Tab, name: str, key: str = "Enter") -> None:
    """Goes to a control with the tabulator and presses a key."""
    until(lambda tab: tab.evaluate(CONTROL, [name, False]), f"a control {name!r}", tab)
    for _ in range(MOST_TABS):
        way = tab.evaluate(CONTROL, [name, True])
        if way == "":
            tab.keyboard.press(key)
            return
        tab.keyboard.press(way or "Tab")
    raise Faulty(f"no tabulator leads to {name!r}")


def see(tab: Tab, text: str) -> None:
    until(lambda tab: text in tab.evaluate(SAID), f"{text!r}", tab)


def play_match(browser: Browser, game: AnyGame, proxy: StallingProxy) -> tuple[int, int]:
    """The answers of Ann and of Ben. Raises Faulty or AssertionError at the first fault."""
    ann, ben = browser.new_tab(*DESK), browser.new_tab(*PHONE)
    ann.goto(proxy.base_url)
    check(ann, "the home page")
    press_by_key(ann, f"With friends, or other ways to play {game.title}")
    press_by_key(ann, f"Invite friends to {game.title}")
    link = until(
        lambda tab: tab.evaluate("() => document.getElementById('invite-link')?.value"),
        "a link",
        ann,
    )
    shorten(ann)
    for others in range(game.seats[0] - 2):
        press_by_key(ann, "Add a steady bot")
        until(lambda tab: tab.evaluate(SEATS) >= others + 2, "a bot", ann)  # noqa: B023  at once
    ben.goto(link)
    check(ben, "the invitation")
    press(ben, "Your name")
    ben.type("Ben")
    press(ben, "Join and sit down")
    press(ben, "I am ready")
    check(ben, "the room")
    see(ann, "Everybody is ready.")
    press_by_key(ann, "Start")
    # A tab has the part of Playwright's page that players use.
    players = KeyPlayer(cast("Page", ann), 1), PagePlayer(cast("Page", ben), 2)
    play(*players, until=lambda _: min(one.answers for one in players) > 0, seconds=MATCH)
    for tab, who in ((ann, "Ann"), (ben, "Ben")):
        check(tab, f"{who}'s table")
    cut(proxy, ann, ben)
    play(*players, until=lambda states: all(state.over for state in states), seconds=MATCH)
    for tab in (ann, ben):
        until(lambda tab: CHECKED.search(tab.evaluate(SAID)), "the shuffles' check", tab)
        check(tab, "the result")
    return players[0].answers, players[1].answers


def shorten(tab: Tab) -> None:
    """Chooses the shortest of the ready-made sets of rules, by keys."""
    press_by_key(tab, "Standard", "ArrowLeft")


def cut(proxy: StallingProxy, *tabs: Tab) -> None:
    """Cuts the connections, which come back by themselves."""
    proxy.stall()
    for tab in tabs:
        see(tab, "Disconnected")
    proxy.let_through()
    for tab in tabs:
        until(lambda tab: "Disconnected" not in tab.evaluate(SAID), "the connection", tab)


def check(tab: Tab, where: str) -> None:
    """Raises Faulty if a script failed, the page is wider than the screen, or axe finds a fault."""
    if tab.errors:
        raise Faulty(f"{where}: {tab.errors}")
    wide = tab.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
    if wide > 0:
        raise Faulty(f"{where} is {wide} px wider than the screen")
    axe = f"async (plain) => {{ {AXE}\n return await ({FAULTS})(plain); }}"
    if faults := tab.evaluate(axe, NO_BACKGROUND_IMAGES):
        raise Faulty(f"{where}: {faults}")
