"""Time alone ends a match."""

import random

import pytest

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.options import Options
from app.rules.play import prompts


@pytest.mark.parametrize("seats", range(4, 11))
def test_time_alone_ends_a_match(seats: int) -> None:
    state = GAME.setup(seats, Options(end_points=5), False)
    chance = random.Random(seats)
    while GAME.outcome(state.public) is None:
        number = GAME.pending_shuffle_size(state)
        if number:
            state = GAME.apply_shuffle(state, chance.sample(range(number), number))
        else:
            state = GAME.expire(state, next(iter(prompts(GAME, state).values())).key)
    assert max(state.public.salaries) >= 5
