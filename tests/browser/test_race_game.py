"""The game of Races at its table: two people and three bots play a match by the page's controls."""

import re
from functools import partial

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as WaitTimeout

from app.games.skuncum import GAME
from app.games.skuncum.state import Tableau
from app.games.skuncum.table_records import Stage
from app.rules.game import AnyState, Outcome
from tests.browser.conftest import PageOpener
from tests.browser.match_player import (
    PAUSE_MS,
    SOON_MS,
    MatchPlayer,
    start_for_two,
    stored_match,
)
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import action_bar, choose, hand, play_out

KEYS = {"Lead this card": "Enter", "Play this card": "Enter", "Bandwagon": "1", "Challenge": "3"}
MOST_ANSWERS = 80
"""A hand of five cards takes fewer."""
EVERY_PART = """async () => {
  const [slider, next] = ["input[type=range]", "button[aria-label^='Next part']"].map((one) =>
    document.querySelector(`[aria-label="Replay"] ${one}`));
  const sides = () => [...document.querySelectorAll('[aria-label="The Play-Off"] [scope=row]')]
    .map((row) => row.querySelector(".duel__name").textContent);
  const seen = [];
  for (;;) {
    const before = slider.getAttribute("aria-valuetext");
    seen.push([before, sides()]);
    next.click();
    for (let looks = 0; slider.getAttribute("aria-valuetext") === before; looks += 1) {
      if (looks === 60) return seen;
      await new Promise(requestAnimationFrame);
    }
  }
}"""
"""The words of each part of the replay, and the players of the duel on its felt."""


class Player(MatchPlayer):
    """A person who lays every card that helps, and opposes whenever that is possible.

    `by_keys`: with the keys that the rules sheet names, where an answer has one; the first card of
    a Scrum is dragged.
    """

    def __init__(self, page: Page, by_keys: bool) -> None:
        super().__init__(page)
        self.dragged = False
        self._by_keys = by_keys

    def act(self) -> bool:
        """Answers the open question, if the page shows it; True if it did."""
        frame = self.asked
        if frame is None:
            return False
        try:
            self._answer(frame["prompt"]["kind"])
        except WaitTimeout:
            return False  # the table has answered for want of a card that helps
        self.answered = frame["prompt"]["key"]
        self.wait_until_idle()
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
        suits = hand(self.page).get_by_role("button", name=re.compile(r", \d+, playable$"))
        if kind == "scrum" and self._by_keys and not self.dragged and suits.count():
            self._drag(suits.first)
            return
        cards.last.click(timeout=SOON_MS)  # the lowest Suit card, or an Action card
        button = bar.locator("button:not(.quiet):not([aria-disabled])").last
        label = (button.text_content(timeout=SOON_MS) or "").strip()
        if self._by_keys and label in KEYS:
            self.page.keyboard.press(KEYS[label])
        else:
            button.click(timeout=SOON_MS)

    def _drag(self, card: Locator) -> None:
        """Drags a card to the Challengers, where any Suit card may lie."""
        held = hand(self.page).get_by_role("button")
        before = held.count()
        card.drag_to(self.page.get_by_role("region", name="Challengers"), timeout=SOON_MS)
        expect(held).to_have_count(before - 1)
        self.dragged = True

    @property
    def hand(self) -> int:
        """The number of the hand that is played."""
        frame = self.frame
        return 0 if frame is None else int(frame["view"]["public"]["hand"])


def test_two_people_and_three_bots_fill_a_standard_score_box(
    visit: PageOpener, review: PageReview, database_url: str
) -> None:
    people = partial(Player, by_keys=True), partial(Player, by_keys=False)
    ann, ben = start_for_two(visit, GAME, people, 3, choose_a_standard_box)
    play_a_hand(review, ann, ben)
    play_out(ann.page, ben.page)
    states, names, outcome = stored_match(database_url, GAME, ann)
    assert outcome.reason == "full-box"
    assert outcome.points[outcome.ranking[0][0]] == sum((3, 3, 3, 2, 2, 2, 1, 10))
    for player in (ann, ben):
        shows_result(player.page, names, outcome)
    assert ann.frame is not None
    every_duel_is_replayed(ann.page, ann.frame["match"], states, names)


def choose_a_standard_box(page: Page) -> None:
    choose(page.get_by_role("group", name="Score box").get_by_role("radio", name="Standard"))


def play_a_hand(review: PageReview, ann: Player, ben: Player) -> None:
    """The first hand, and more until a card was dragged, with a look at new states."""
    looked: set[str] = set()
    for _ in range(MOST_ANSWERS * 20):
        if ann.hand > 1 and ann.dragged:
            break
        for player in (ann, ben):
            look_at_new_states(review, player, looked)
        if not any(player.act() for player in (ann, ben)):
            ann.page.wait_for_timeout(PAUSE_MS)
    assert "scrum" in looked
    assert ann.dragged


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


STAGES = {Stage.FINAL: "the final", Stage.KING: "the King duel"}


def every_duel_is_replayed(
    page: Page, match: str, states: tuple[AnyState, ...], names: list[str]
) -> None:
    """Each duel of each Race is a part of the replay, with its two sides."""
    wanted = {
        duel_words(state.public): {names[side.seat] for side in state.public.duel.sides}
        for state in states
        if state.public.duel is not None
    }
    assert wanted, "no Race had a duel"
    page.goto(f"/match/{match}")
    page.get_by_label("See").select_option(label="what everybody saw")
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    parts = page.evaluate(EVERY_PART)
    seen = {words.split(", ", 1)[1]: set(sides) for words, sides in parts if len(sides) == 2}
    assert {words: seen.get(words) for words in wanted} == wanted


def duel_words(public: Tableau) -> str:
    """The words of the replay for the running duel."""
    assert public.duel is not None
    series = f"duel {len(public.duels) + 1} of Challengers"
    stage = STAGES.get(public.duel.stage, series)
    return f"hand {public.hand}, Race {public.race}, {stage}"
