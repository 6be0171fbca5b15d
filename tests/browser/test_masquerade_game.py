"""Scum: The Masquerade at its table: a First Night by two people and two bots, by the page alone.

They choose clans, trade, and one of them uses a discipline. The stored result is that of the
entries, and a reload shows the trade as it was.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as WaitTimeout

from app.games.scum_the_masquerade import GAME
from app.rules.game import Outcome
from app.rules.replay import replay
from tests.browser.conftest import HIGH_LIMITS, PageOpener, started
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    action_bar,
    add_bots,
    choose,
    choose_game,
    hand,
    invite_link,
    join,
    messages_to,
    open_table,
    set_clock,
)
from tests.browser.test_whole_match import look_up
from tests.conftest import NewDatabase, run
from tests.server_process import ServerProcess

ASK = "() => document.querySelector('[aria-label=\"Your answer\"] p')?.textContent"
IDLE = "() => !document.querySelector('[aria-label=\"Your answer\"] [aria-busy]')"
UNFINISHED = re.compile(r"^(Choose .*|\w+ this card|\w+ these \d+)$")
SOON_MS = 2000
MOST_READS = 6000
LOOKS = {"declare": (PHONE, "dark"), "wish": (DESK, "light"), "give-back": (PHONE, "light")}
"""The questions at which the page is looked at."""


@pytest.fixture
def url(new_database: NewDatabase) -> str:
    return new_database()


@pytest.fixture
def server(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose stored match can be read."""
    folder = tmp_path_factory.mktemp("masquerade")
    yield from started(
        ServerProcess(folder, "tests.browser.patient_server", DATABASE_URL=url, **HIGH_LIMITS)
    )


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[PageOpener]:
    opener = PageOpener(browser, server)
    yield opener
    opener.close()


class Player:
    """A person who takes what the table proposes, and uses Presence once where it is offered."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages = messages_to(page)
        self.kinds: set[str] = set()
        self.used = False
        self._answered = ""

    @property
    def frame(self) -> dict[str, Any] | None:
        frames = [message for message in self.messages if message["type"] == "frame"]
        return frames[-1] if frames else None

    @property
    def over(self) -> bool:
        return self.frame is not None and self.frame.get("outcome") is not None

    @property
    def asked(self) -> str | None:
        """The kind of the open question, once the page shows it."""
        frame = self.frame
        if frame is None or not (prompt := frame["prompt"]) or prompt["key"] == self._answered:
            return None
        shown = self.page.evaluate(ASK) == frame["prompt_text"]
        return prompt["kind"] if shown else None

    def act(self, look: Callable[[Page, str], None]) -> None:
        self.page.wait_for_timeout(15)
        frame, kind = self.frame, self.asked
        if frame is None or kind is None:
            return
        self.kinds.add(kind)
        look(self.page, kind)
        try:
            if not self.used and any(
                one["prompt"]["kind"] == "use" for one in frame.get("more", ())
            ):
                self._use_presence(frame)
                return
            self._answer(kind)
        except WaitTimeout:
            return  # time has answered, or the question has changed
        self._answered = frame["prompt"]["key"]
        self.page.wait_for_function(IDLE)

    def _use_presence(self, frame: dict[str, Any]) -> None:
        bar = action_bar(self.page)
        bar.get_by_role("button", name="Use a discipline").click(timeout=SOON_MS)
        expect(bar.get_by_text("One player must pass on their next turn")).to_be_visible()
        self.page.get_by_role("button", name=re.compile("^Pick ")).first.click(timeout=SOON_MS)
        bar.get_by_role("button", name=re.compile("^Presence on ")).click(timeout=SOON_MS)
        self.page.wait_for_function(IDLE)
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
    visit: PageOpener, review: PageReview, server: ServerProcess, url: str
) -> None:
    ann = Player(visit("/"))
    open_table(ann.page, "Ann")
    choose_game(ann.page, GAME)
    choose(ann.page.get_by_role("radio", name=re.compile("^Quick")).first)
    add_bots(ann.page, 2, "casual")
    set_clock(ann.page, "Off")
    invited = invite_link(ann.page).removeprefix(server.base_url)
    ben = Player(visit(invited, viewport={"width": 390, "height": 780}))
    join(ben.page, "Ben")
    ben.page.get_by_role("button", name="I am ready").click()
    expect(ann.page.get_by_text("Everybody is ready.")).to_be_visible()
    ann.page.get_by_role("region", name="Start").get_by_role("button", name="Start").click()
    looked: set[str] = set()

    def look(page: Page, kind: str) -> None:
        if kind in LOOKS and kind not in looked:
            looked.add(kind)
            size, theme = LOOKS[kind]
            review.check(page, f"masquerade-{kind}", size, theme, whole=False)

    for _ in range(MOST_READS):
        if ann.over and ben.over:
            break
        for player in (ann, ben):
            player.act(look)
    assert looked >= {"declare"}
    assert (ann.kinds | ben.kinds) & {"wish", "give-back", "ask-back", "give-any"}, "a trade"
    assert ann.used or ben.used
    frame = ann.frame
    assert frame is not None
    summary, record = run(look_up(url, frame["match"]))
    *_, end = replay(GAME, record.setup, [line.entry for line in record.entries])
    outcome = GAME.outcome(end.public)
    assert outcome is not None
    assert msgspec.convert(summary.outcome, Outcome) == outcome
    rungs = ann.page.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(rungs).to_have_count(4)
    best = outcome.ranking[0][0]
    expect(rungs.first).to_contain_text([place.name for place in record.places][best])
