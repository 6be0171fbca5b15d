"""Random sessions of the kit (section 7.12): no chip is lost, and none is made."""

import pytest

from app.games.scroker import GAME
from app.games.scroker.state import Phase, in_the_middle
from tests.games.kit.adapter import adapter
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.random_matches import random_match


@pytest.mark.parametrize("seed", range(len(pairwise_setups(GAME))))
def test_chips_are_kept(seed: int) -> None:
    for state in random_match(adapter(GAME), seed, 320).states:
        public = state.public
        chips = sum(public.stacks) + in_the_middle(public)
        assert chips == sum(public.bought) + sum(public.markers)
        assert min(public.stacks) >= 0
        if public.phase is Phase.OVER:
            assert in_the_middle(public) == 0
            outcome = GAME.outcome(public)
            assert outcome is not None
            assert sum(outcome.points) == 0
