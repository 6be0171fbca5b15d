"""The table without a mouse, and the live region that a screen reader reads aloud."""

import re
from contextlib import suppress

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import UNFINISHED, PagePlayer, PageState, play
from tests.browser.page_steps import hand, open_table, table_of_bots, to_play

LISTEN = """() => {
  globalThis.heard = [];
  const region = document.getElementById("announcements");
  const listen = () => region.textContent && heard.push(region.textContent);
  const changes = { childList: true, characterData: true, subtree: true };
  new MutationObserver(listen).observe(region, changes);
}"""
HEARD = "(words) => heard.some((line) => new RegExp(words).test(line))"
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


MAX_READS = 3000
"""At least a minute, and longer on a busy machine."""
PRESSED = "() => document.activeElement.getAttribute('aria-pressed')"


class CardGone(Exception):
    """The card is not in the hand any more, or not playable."""


class KeyPlayer:
    """Answers by keys alone. Focus stays where a key has put it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._player = PagePlayer(page)

    def read(self) -> PageState:
        return self._player.read()

    def answer(self, state: PageState) -> None:
        """Raises CardGone if the hand has changed since `state` was read."""
        if not to_play(state):
            self._choose_any(state)
            self.page.keyboard.press("Enter")
            return
        for card in {card.kind: card for card in state.cards if card.playable}.values():
            self._choose(card.name)
            for _ in range(4):
                now = self.read()
                if any(
                    re.match("Play |as ", button.name) and not UNFINISHED.match(button.name)
                    for button in now.answers
                ):
                    break
                mates = [
                    mate
                    for mate in now.cards
                    if mate.playable and not mate.pressed and mate.kind == card.kind
                ]
                if not mates:
                    break
                self._choose(mates[0].name)
            if [button.name for button in self.read().answers if button.name.startswith("Play ")]:
                self.page.keyboard.press("Enter")
                return
            for chosen in self.read().chosen:
                self._choose(chosen.name)
        self.page.keyboard.press("p")

    def _choose_any(self, state: PageState) -> None:
        """Chooses cards until the button is an answer, for example to give cards back."""
        for card in [card for card in state.cards if card.playable]:
            if self.read().answers:
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
        """Moves focus into the hand, to its first card, and on with an arrow key."""
        self.page.keyboard.press("h")
        self.page.keyboard.press("Home")
        for _ in range(40):
            label = self.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
            if label == name:
                return
            self.page.keyboard.press("ArrowRight")
        assert name not in [card.name for card in self.read().cards], f"no arrow leads to {name}"
        raise CardGone


def test_tricks_are_played_with_keys_alone_and_focus_is_never_lost(visit: PageOpener) -> None:
    page = visit()
    table_of_bots(page, "Ann")
    keys = KeyPlayer(page)
    page.keyboard.press("h")
    expect(hand(page).locator(":focus")).to_have_count(1)
    page.evaluate(WATCH_FOCUS)
    answered = 0
    for _ in range(MAX_READS):
        state = keys.read()
        if state.on_turn and state.buttons and not state.pending:
            with suppress(CardGone):
                keys.answer(state)
                answered += 1
            if answered == 8:
                break
        page.wait_for_timeout(20)
    assert answered == 8
    assert page.evaluate("() => lost") == 0


def test_tab_leads_through_the_room_to_the_start(visit: PageOpener) -> None:
    page = visit()
    open_table(page, "Ann", bots=3, clock="off")
    page.keyboard.press("Tab")
    for _ in range(80):
        if page.evaluate("() => document.activeElement.textContent.trim()") == "Start":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(hand(page)).to_be_visible()


def test_the_live_region_announces_plays_by_name_and_turns(visit: PageOpener) -> None:
    page = visit()
    open_table(page, "Ann", bots=3, clock="off")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Start").click()
    player = PagePlayer(page)
    play(player, until=lambda states: player.answers >= 5, seconds=30)
    page.wait_for_function(HEARD, arg=r"Your turn\. .+")
    page.wait_for_function(
        HEARD, arg="(leads|plays) (one|two|three|four|five|six|an?|a|WILD|Zero|Infinity)"
    )


def test_events_of_one_moment_are_announced_together(visit: PageOpener) -> None:
    assert visit("/login").evaluate(TWO_AT_ONCE) == "Ben passes. Cleo leads an Ace."


def test_every_card_of_the_hand_has_a_name_in_words(visit: PageOpener) -> None:
    page = visit()
    player = table_of_bots(page, "Ann")
    for card in player.read().cards:
        assert re.match(r"[a-z]{3}", card.name), card.name


def test_t_reads_the_prompt_and_r_the_standings(visit: PageOpener) -> None:
    page = visit()
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    region = page.locator("#announcements")
    page.keyboard.press("t")
    expect(region).to_contain_text(player.read().prompt)
    page.keyboard.press("r")
    expect(region).to_contain_text("Ann")
