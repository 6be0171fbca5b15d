"""The game of Races at its table: two looks, a card that is dragged, its result and its replay.

test_questions.py answers its questions.
"""

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from app.games.skuncum import GAME
from app.games.skuncum.moves import Area, Join
from app.games.skuncum.state import Tableau
from app.games.skuncum.table_records import Stage
from app.rules.game import AnyState, Outcome, view
from app.rules.replay import Setup, replay
from tests.browser.answering_stage import AnsweringStage, Question, Questions, questions
from tests.browser.company import played_match
from tests.browser.conftest import PageOpener
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import action_bar, hand
from tests.browser.test_whole_match import look_up
from tests.conftest import run

EVERY_PART = """async () => {
  const [slider, next] = ["input[type=range]", "button[aria-label^='Next part']"].map((one) =>
    document.querySelector(`[aria-label="Replay"] ${one}`));
  const sides = () => [...document.querySelectorAll('[aria-label="The Play-Off"] [scope=row]')]
    .map((row) => row.querySelector(".duel__name").textContent);
  const seen = [];
  for (;;) {
    const before = slider.getAttribute("aria-valuetext");
    if (before.includes("hand 3")) return seen;
    seen.push([before, sides()]);
    next.click();
    for (let looks = 0; slider.getAttribute("aria-valuetext") === before; looks += 1) {
      if (looks === 60) return seen;
      await new Promise(requestAnimationFrame);
    }
  }
}"""
"""The words of each part of the replay of two hands, and the players of the duel on its felt."""
STAGES = {Stage.FINAL: "the final", Stage.KING: "the King duel"}


@pytest.fixture(scope="module")
def asked() -> Questions:
    return questions({GAME: Setup(5, GAME.options(), ranked=True)}, range(1), 12)


@pytest.fixture(scope="module")
def stage(visit_once: PageOpener) -> AnsweringStage:
    return AnsweringStage(visit_once())


def test_a_race_and_its_play_off_pass_axe(
    stage: AnsweringStage, asked: Questions, review: PageReview
) -> None:
    for kind, size, theme in (("scrum", PHONE, "dark"), ("duel", DESK, "light")):
        stage.ask(asked[GAME.slug, kind][0])
        review.check(stage.page, f"races-{kind}", size, theme, whole=False)
    review.back_to_light_desk(stage.page)


def test_cards_are_laid_at_every_side_by_its_button_and_dragged_to_the_challengers(
    stage: AnsweringStage, asked: Questions
) -> None:
    page, scrums = stage.page, asked[GAME.slug, "scrum"]
    fitting = {move.area: (one, move.card) for one in scrums for move in joins(one)}
    assert len(fitting) == 3
    for area, (question, card) in fitting.items():
        stage.ask(question)
        held(page, card).click()
        name = "Challenge" if area is Area.CHALLENGER else area.capitalize()
        action_bar(page).get_by_role("button", name=name).click()
        assert stage.answer() == question.key, area
    question, card = fitting[Area.CHALLENGER]
    stage.ask(question)
    held(page, card).drag_to(page.get_by_role("region", name="Challengers"))
    assert stage.answer() == question.key


def joins(question: Question) -> list[Join]:
    moves = GAME.legal_moves(view(question.now, question.seat))
    return [move for move in moves if isinstance(move, Join)]


def held(page: Page, card: str) -> Locator:
    return hand(page).locator(f'[data-key^="{card}"]').first


def test_the_result_and_the_duels_of_a_match_are_shown(
    visit: PageOpener, database_url: str
) -> None:
    page = visit()
    page.goto(played_match(page, "Ann", GAME, bots=2))
    link = page.get_by_role("link", name="Watch the replay").get_attribute("href") or ""
    match = link.removeprefix("/match/").removesuffix("#replay-head")
    summary, record = run(look_up(database_url, match))
    states = tuple(replay(GAME, record.setup, [line.entry for line in record.entries]))
    outcome = GAME.outcome(states[-1].public)
    assert outcome is not None
    assert msgspec.convert(summary.outcome, Outcome) == outcome
    assert [place.points for place in summary.places] == list(outcome.points)
    names = [place.name for place in record.places]
    shows_result(page, names, outcome)
    duels_are_replayed(page, match, states, names)


def shows_result(page: Page, names: list[str], outcome: Outcome) -> None:
    rungs = page.get_by_role("list", name="Final order").get_by_role("listitem")
    order = [seat for group in outcome.ranking for seat in group]
    expect(rungs).to_have_count(len(order))
    for rung, seat in zip(rungs.all(), order, strict=True):
        expect(rung).to_contain_text(names[seat])
        expect(rung).to_contain_text(f"{outcome.points[seat]} marks")


def duels_are_replayed(
    page: Page, match: str, states: tuple[AnyState, ...], names: list[str]
) -> None:
    """Each duel of two hands is a part of the replay, with its two sides."""
    wanted = {
        duel_words(state.public): {names[side.seat] for side in state.public.duel.sides}
        for state in states
        if state.public.duel is not None and state.public.hand < 3
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
