"""Every moment that a page names has a test of its own, so it can be staged and looked at."""

import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from tests.js.moments import moments_script, scene, steps_of_tests, unstaged

NAMED = [game for game in GAMES if moments_script(game).exists()]


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.slug)
def test_each_moment_that_is_named_is_played_by_a_test(game: AnyGame) -> None:
    """Node says which part of the script no step has reached."""
    scenes = [scene(game, before, now) for before, now in steps_of_tests(game)]
    assert unstaged(game, scenes) == []
