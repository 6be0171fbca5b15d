"""The table without a mouse, and what a screen reader hears meanwhile."""

import re
from contextlib import suppress

from playwright.sync_api import Page, expect

from tests.browser.conftest import Doorkeeper
from tests.browser.party import add_bots, hand, open_table, set_clock, table_of_bots, to_play
from tests.browser.robot import UNFINISHED, Robot, Seen, play

LISTEN = """() => {
  globalThis.heard = [];
  for (const id of ["announce-log", "announce-turn"]) {
    const region = document.getElementById(id);
    const listen = () => region.textContent && heard.push(region.textContent);
    new MutationObserver(listen).observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""
TWO_AT_ONCE = """async () => {
  const region = Object.assign(document.createElement("p"), { id: "announce-log" });
  document.body.append(region);
  const { announce, findRegions } = await import("/static/js/table/ui/announce.js");
  findRegions();
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


MOST_LOOKS = 3000
"""A minute of looks, and longer where the machine is busy."""
PRESSED = "() => document.activeElement.getAttribute('aria-pressed')"


class Gone(Exception):
    """The card that was meant is not in the hand any more, or not playable."""


class Hands:
    """Answers with keys alone. Focus stays where a key has put it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._robot = Robot(page)

    def look(self) -> Seen:
        return self._robot.look()

    def answer(self, seen: Seen) -> None:
        """Raises Gone where the hand has become another since `seen`: the answer before was still on its way."""
        if not to_play(seen):
            self._choose_any(seen)
            self.page.keyboard.press("Enter")
            return
        for card in {card.kind: card for card in seen.cards if card.playable}.values():
            self._choose(card.name)
            for _ in range(4):
                now = self.look()
                if any(
                    re.match("Play |as ", button.name) and not UNFINISHED.match(button.name)
                    for button in now.answers
                ):
                    break
                mates = [
                    mate
                    for mate in now.cards
                    if mate.playable and not mate.on and mate.kind == card.kind
                ]
                if not mates:
                    break
                self._choose(mates[0].name)
            if [button.name for button in self.look().answers if button.name.startswith("Play ")]:
                self.page.keyboard.press("Enter")
                return
            for chosen in self.look().chosen:
                self._choose(chosen.name)
        self.page.keyboard.press("p")

    def _choose_any(self, seen: Seen) -> None:
        """To give back: cards until the button is an answer."""
        for card in [card for card in seen.cards if card.playable]:
            if self.look().answers:
                return
            self._choose(card.name)

    def _choose(self, name: str) -> None:
        self.go_to(name)
        before = self.page.evaluate(PRESSED)
        self.page.keyboard.press("Space")
        for _ in range(100):
            if self.page.evaluate(PRESSED) != before:
                return
            self.page.wait_for_timeout(10)

    def go_to(self, name: str) -> None:
        """Into the hand, to its first card, and on from there with an arrow."""
        self.page.keyboard.press("h")
        self.page.keyboard.press("Home")
        for _ in range(40):
            here = self.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
            if here == name:
                return
            self.page.keyboard.press("ArrowRight")
        assert name not in [card.name for card in self.look().cards], f"no arrow leads to {name}"
        raise Gone


def test_tricks_are_played_with_keys_alone_and_focus_is_never_lost(visit: Doorkeeper) -> None:
    page = visit("/")
    table_of_bots(page, "Ann")
    hands = Hands(page)
    page.keyboard.press("h")
    expect(hand(page).locator(":focus")).to_have_count(1)
    page.evaluate(WATCH_FOCUS)
    answered = 0
    for _ in range(MOST_LOOKS):
        seen = hands.look()
        if seen.asked and seen.buttons and not seen.waiting:
            with suppress(Gone):
                hands.answer(seen)
                answered += 1
            if answered == 8:
                break
        page.wait_for_timeout(20)
    assert answered == 8
    assert page.evaluate("() => lost") == 0


def test_tab_leads_through_the_room_to_the_start(visit: Doorkeeper) -> None:
    page = visit("/")
    open_table(page, "Ann")
    add_bots(page, 3)
    set_clock(page, "Off")
    page.keyboard.press("Tab")
    for _ in range(80):
        if page.evaluate("() => document.activeElement.textContent.trim()") == "Start":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(hand(page)).to_be_visible()


def test_the_live_region_tells_plays_by_name_and_turns_at_once(visit: Doorkeeper) -> None:
    page = visit("/")
    open_table(page, "Ann")
    add_bots(page, 3)
    set_clock(page, "Off")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Start").click()
    robot = Robot(page)
    play(robot, until=lambda seen: robot.answers >= 5, seconds=30)
    heard = page.evaluate("() => heard")
    assert any(re.match(r"Your turn\. .+", line) for line in heard), heard
    named = r"(leads|plays) (one|two|three|four|five|six|an?|a|WILD|Zero|Infinity)"
    assert any(re.search(named, line) for line in heard), heard


def test_what_happens_within_one_moment_is_heard_together(visit: Doorkeeper) -> None:
    assert visit("/login").evaluate(TWO_AT_ONCE) == "Ben passes. Cleo leads an Ace."


def test_every_card_of_the_hand_has_a_name_in_words(visit: Doorkeeper) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Ann")
    for card in robot.look().cards:
        assert re.match(r"[a-z]{3}", card.name), card.name


def test_t_says_what_is_asked_and_r_who_stands_where(visit: Doorkeeper) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Ann")
    play(robot, until=lambda seen: to_play(seen[0]), seconds=30)
    region = page.locator("#announce-log")
    page.keyboard.press("t")
    expect(region).to_contain_text(robot.look().ask)
    page.keyboard.press("r")
    expect(region).to_contain_text("Ann")
