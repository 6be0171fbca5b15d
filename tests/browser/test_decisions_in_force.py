"""The decisions of the Justicar stay in sight while they stand (scum-the-masquerade.md)."""

import random
from itertools import islice

from playwright.sync_api import expect

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.state import Phase
from app.rules.play import all_prompts, first_questions
from app.rules.replay import Setup
from bench.play import match
from tests.browser.conftest import PageOpener
from tests.browser.moment_stage import MomentStage

MOVES = 300
"""Of a match: it comes to its second round before."""
WIDTHS = (1440, 1024, 820, 390)


def test_what_was_decided_is_in_sight_at_every_question_of_a_later_round(
    visit: PageOpener,
) -> None:
    page = visit()
    stage = MomentStage(page)
    options = GAME.options(evening="masquerade", pacts=False)
    states = match(GAME, Setup(5, options, ranked=True), random.Random(1))
    seen = set[str]()
    for state in islice(states, MOVES):
        if not state.public.round or state.public.phase in (Phase.DECIDE, Phase.DECLARE):
            continue
        for seat, prompt in first_questions(all_prompts(GAME, state)).items():
            if prompt.kind in seen:
                continue
            seen.add(prompt.kind)
            stage.lay(GAME, state, seat)
            expect(page.locator(".in-force")).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator(".in-force")).to_be_visible()
    assert {"lead", "follow"} <= seen
