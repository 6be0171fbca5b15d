"""A narrow desk, where the log stands under the ladder: nothing lies over the buttons."""

import random

import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from app.rules.play import all_prompts, first_questions
from app.rules.replay import Setup
from bench.play import match
from tests.browser.conftest import PageOpener
from tests.browser.moment_stage import MomentStage

COVERED = """() => [...document.querySelectorAll('[aria-label="Your answer"] button')]
  .filter((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    return shown?.closest("button") !== button;
  }).map(({ textContent }) => textContent)"""


@pytest.fixture(scope="module")
def stage(visit_once: PageOpener) -> MomentStage:
    return MomentStage(visit_once(viewport={"width": 1000, "height": 640}))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_button_of_any_question_lies_under_the_log(stage: MomentStage, game: AnyGame) -> None:
    page = stage.page
    setup, seen = Setup(game.seats[-1], game.options(), ranked=True), set[str]()
    for state in match(game, setup, random.Random(1)):
        for seat, prompt in first_questions(all_prompts(game, state)).items():
            if prompt.kind not in seen:
                seen.add(prompt.kind)
                stage.lay(game, state, seat)
                assert page.locator(".drawer").is_visible()
                assert page.evaluate(COVERED) == [], prompt.kind
    assert seen
