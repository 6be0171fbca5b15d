"""Scum: The Masquerade at its table: a First Night by two people and two bots, by the page alone.

They choose clans, trade, and one of them uses a discipline. The stored result is that of the
entries, and a reload shows the trade as it was.
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as WaitTimeout

from app.games.scum_the_masquerade import GAME
from tests.browser.conftest import PageOpener
from tests.browser.match_player import PAUSE_MS, SOON_MS, MatchPlayer, start_for_two, stored_match
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import action_bar, choose, hand

UNFINISHED = re.compile(r"^(Choose .*|\w+ this card|\w+ these \d+)$")
MOST_READS = 6000
LOOKS = {"declare": (PHONE, "dark"), "wish": (DESK, "light"), "give-back": (PHONE, "light")}
"""The questions at which the page is looked at."""


class Player(MatchPlayer):
    """A person who takes what the table proposes, and uses Presence once where it is offered."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.used = False

    def act(self, look: Callable[[Page, str], None]) -> bool:
        """Answers the question if there is one; True if it tried."""
        frame = self.asked
        if frame is None:
            return False
        kind = frame["prompt"]["kind"]
        look(self.page, kind)
        try:
            if not self.used and any(
                one["prompt"]["kind"] == "use" for one in frame.get("more", ())
            ):
                self._use_presence(frame)
                return True
            self._answer(kind)
        except WaitTimeout:
            return True  # time has answered, or the question has changed
        self.answered = frame["prompt"]["key"]
        self.wait_until_idle()
        return True

    def _use_presence(self, frame: dict[str, Any]) -> None:
        bar = action_bar(self.page)
        bar.get_by_role("button", name="Use a discipline").click(timeout=SOON_MS)
        expect(bar.get_by_text("One player must pass until this trick ends")).to_be_visible()
        self.page.get_by_role("button", name=re.compile("^Pick ")).first.click(timeout=SOON_MS)
        bar.get_by_role("button", name=re.compile("^Presence on ")).click(timeout=SOON_MS)
        self.wait_until_idle()
        self.used = True

    def _answer(self, kind: str) -> None:
        bar = action_bar(self.page)
        main = bar.locator("button.button:not(.quiet):not([aria-disabled])")
        if kind in ("lead", "follow"):
            cards = hand(self.page).get_by_role("button", name=re.compile("playable$"))
            if cards.count():
                cards.last.click(timeout=SOON_MS)
            labels = main.all_text_contents()
            if not labels or UNFINISHED.match(labels[-1].strip()):
                passes = bar.get_by_role("button", name="Pass", exact=True)
                (passes if passes.count() else main.last).click(timeout=SOON_MS)
                return
        main.first.click(timeout=SOON_MS)


def test_a_first_night_by_two_people_and_two_bots(
    visit: PageOpener, review: PageReview, database_url: str
) -> None:
    ann, ben = start_for_two(visit, GAME, (Player, Player), 2, choose_one_round)
    looked: set[str] = set()

    def look(page: Page, kind: str) -> None:
        if kind in LOOKS and kind not in looked:
            looked.add(kind)
            size, theme = LOOKS[kind]
            review.check(page, f"masquerade-{kind}", size, theme, whole=False)

    for _ in range(MOST_READS):
        if ann.over and ben.over:
            break
        if not any(player.act(look) for player in (ann, ben)):
            ann.page.wait_for_timeout(PAUSE_MS)
    assert looked >= {"declare"}
    assert (ann.kinds | ben.kinds) & {"wish", "give-back", "ask-back", "give-any"}, "a trade"
    assert ann.used or ben.used
    _, names, outcome = stored_match(database_url, GAME, ann)
    rungs = ann.page.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(rungs).to_have_count(4)
    best = outcome.ranking[0][0]
    expect(rungs.first).to_contain_text(names[best])


def choose_one_round(page: Page) -> None:
    choose(page.get_by_role("radio", name=re.compile("^Quick")).first)
