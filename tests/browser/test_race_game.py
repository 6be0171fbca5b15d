"""The game of Races at its table: two people and three bots play a hand by the page's controls."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as WaitTimeout

from app.games.skuncum import GAME
from app.rules.game import AnyState, Outcome
from app.rules.replay import replay
from tests.browser.conftest import HIGH_LIMITS, PageOpener, started
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    action_bar,
    add_bots,
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
KEYS = {"Lead this card": "Enter", "Play this card": "Enter", "Bandwagon": "1", "Challenge": "3"}
SOON_MS = 2000
"""The wait for a button: the question may go away."""
MOST_ANSWERS = 80
"""A hand of five cards takes fewer."""


@pytest.fixture
def url(new_database: NewDatabase) -> str:
    return new_database()


@pytest.fixture
def server(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose stored match can be read."""
    folder = tmp_path_factory.mktemp("races")
    yield from started(
        ServerProcess(folder, "tests.browser.patient_server", DATABASE_URL=url, **HIGH_LIMITS)
    )


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[PageOpener]:
    opener = PageOpener(browser, server)
    yield opener
    opener.close()


class Player:
    """A person who lays every card that helps, and opposes whenever that is possible.

    `by_keys`: with the keys that the rules sheet names, where an answer has one.
    """

    def __init__(self, page: Page, by_keys: bool) -> None:
        self.page = page
        self.messages = messages_to(page)
        self.kinds: set[str] = set()
        self._by_keys = by_keys
        self._answered = ""

    @property
    def frame(self) -> dict[str, Any] | None:
        frames = [message for message in self.messages if message["type"] == "frame"]
        return frames[-1] if frames else None

    def act(self) -> bool:
        """Answers the open question, if the page shows it; True if it did."""
        frame = self.frame
        self.page.wait_for_timeout(15)
        if frame is None or not (prompt := frame["prompt"]) or prompt["key"] == self._answered:
            return False
        if self.page.evaluate(ASK) != frame["prompt_text"]:
            return False
        self.kinds.add(prompt["kind"])
        try:
            self._answer(prompt["kind"])
        except WaitTimeout:
            return False  # the table has answered for want of a card that helps
        self._answered = prompt["key"]
        self.page.wait_for_function(IDLE)
        return True

    def _answer(self, kind: str) -> None:
        bar = action_bar(self.page)
        if kind == "hats":
            choices = bar.get_by_role("group", name="Which hat")
            while choices.count():
                choices.get_by_role("button").first.click(timeout=SOON_MS)
            bar.get_by_role("button", name="Mark these hats").click(timeout=SOON_MS)
            return
        cards = hand(self.page).get_by_role("button", name=re.compile("playable$"))
        if not cards.count():
            bar.get_by_role("button").first.click(timeout=SOON_MS)
            return
        cards.last.click(timeout=SOON_MS)  # the lowest Suit card, or an Action card
        button = bar.locator("button:not(.quiet):not([aria-disabled])").last
        label = (button.text_content(timeout=SOON_MS) or "").strip()
        if self._by_keys and label in KEYS:
            self.page.keyboard.press(KEYS[label])
        else:
            button.click(timeout=SOON_MS)

    @property
    def over(self) -> bool:
        return self.frame is not None and self.frame.get("outcome") is not None


def test_a_hand_of_races_by_two_people_and_three_bots(
    visit: PageOpener, review: PageReview, server: ServerProcess, url: str
) -> None:
    ann = Player(visit("/"), by_keys=True)
    open_table(ann.page, "Ann")
    choose_game(ann.page, GAME)
    add_bots(ann.page, 3, "casual")
    set_clock(ann.page, "Off")
    ben = Player(
        visit(
            invite_link(ann.page).removeprefix(server.base_url),
            viewport={"width": 390, "height": 780},
        ),
        by_keys=False,
    )
    join(ben.page, "Ben")
    ben.page.get_by_role("button", name="I am ready").click()
    expect(ann.page.get_by_text("Everybody is ready.")).to_be_visible()
    ann.page.get_by_role("region", name="Start").get_by_role("button", name="Start").click()
    make_this_the_last_hand(ann.page)
    looked: set[str] = set()
    for _ in range(MOST_ANSWERS * 20):
        if ann.over and ben.over:
            break
        for player in (ann, ben):
            look_at_new_states(review, player, looked)
        ann.act()
        ben.act()
    assert "scrum" in looked
    frame = ann.frame
    assert frame is not None
    summary, record = run(look_up(url, frame["match"]))
    states = tuple(replay(GAME, record.setup, [line.entry for line in record.entries]))
    outcome = GAME.outcome(states[-1].public)
    assert outcome is not None
    assert msgspec.convert(summary.outcome, Outcome) == outcome
    names = [place.name for place in record.places]
    for player in (ann, ben):
        shows_result(player.page, names, outcome)
    every_duel_is_replayed(ann.page, frame["match"], states, names)


def make_this_the_last_hand(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Make this the last hand").click()
    page.get_by_role("button", name="Yes, end after this hand").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def look_at_new_states(review: PageReview, player: Player, looked: set[str]) -> None:
    """Reviews the page at the first question in each phase."""
    frame = player.frame
    if frame is None or frame["prompt"] is None or frame.get("outcome"):
        return
    phase = frame["view"]["public"]["phase"]
    if phase in looked:
        return
    looked.add(phase)
    look = {"scrum": (PHONE, "dark"), "playoff": (DESK, "light")}.get(phase)
    if look:
        size, theme = look
        review.check(player.page, f"races-{phase}", size, theme, whole=False)


def shows_result(page: Page, names: list[str], outcome: Outcome) -> None:
    rungs = page.get_by_role("list", name="Final order").get_by_role("listitem")
    order = [seat for group in outcome.ranking for seat in group]
    expect(rungs).to_have_count(len(order))
    for rung, seat in zip(rungs.all(), order, strict=True):
        expect(rung).to_contain_text(names[seat])
        expect(rung).to_contain_text(f"{outcome.points[seat]} marks")


def every_duel_is_replayed(
    page: Page, match: str, states: tuple[AnyState, ...], names: list[str]
) -> None:
    """Steps through the parts of the replay; each duel of each Race is there with its sides."""
    wanted = {
        (state.public.hand, state.public.race, len(state.public.duels)): tuple(
            names[side.seat] for side in state.public.duel.sides
        )
        for state in states
        if state.public.duel is not None
    }
    assert wanted, "no Race had a duel"
    page.goto(f"/match/{match}")
    controls = page.get_by_role("region", name="Replay")
    slider = controls.get_by_role("slider", name="Step")
    seen = set[tuple[str, ...]]()
    controls.get_by_label("See").select_option(label="what everybody saw")
    for _ in range(200):
        before = slider.get_attribute("aria-valuetext")
        rows = page.get_by_role("region", name="The Play-Off").get_by_role("rowheader")
        if rows.count() == 2:
            seen.add(tuple(row.inner_text().split("\n")[0].strip() for row in rows.all()))
        controls.get_by_role("button", name="Next part").click()
        try:
            expect(slider).not_to_have_attribute("aria-valuetext", before or "", timeout=1500)
        except AssertionError:
            break
    assert seen >= set(wanted.values())
