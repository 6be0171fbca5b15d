"""Random matches of the kit; every fact of the rules is worked out again from the record."""

from itertools import pairwise

import pytest

from app.games.usurp import GAME
from app.games.usurp.cards import PlayType, sort_hand
from app.games.usurp.scoring import BONUS
from app.games.usurp.state import Laid, Phase, Tableau, UsurpState
from app.rules.play import prompts
from tests.games.kit.adapter import adapter
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.random_matches import random_match
from tests.games.usurp.conformance import DEALT


@pytest.mark.parametrize("seed", range(3 * len(pairwise_setups(GAME))))
def test_what_the_rules_say_is_true_after_every_entry(seed: int) -> None:
    for before, state in pairwise(random_match(adapter(GAME), seed, 320).states):
        public = state.public
        asked = prompts(GAME, state)
        assert set(asked) == set(GAME.awaited_seats(public))
        assert len(asked) <= 1 or public.phase is Phase.INTERVAL
        if public.phase in DEALT:
            hands_and_points_are_counted(state)
        turns_go_round(before, state)
        the_upcard_is_the_last_open_card(public)


def hands_and_points_are_counted(state: UsurpState) -> None:
    public = state.public
    assert public.counts == tuple(len(hand.cards) for hand in state.private)
    assert public.stock == len(state.hidden)
    assert all(hand.cards == sort_hand(hand.cards) for hand in state.private)
    assert public.hand_points == tuple(counted(public, side) for side in range(len(public.sides)))


def turns_go_round(before: UsurpState, state: UsurpState) -> None:
    """Nobody is asked to play before the player on the right has played, answered or named."""
    public = state.public
    played = [laid.seat for laid in public.discard if laid.seat is not None]
    if public.phase is Phase.PLAY and played:
        assert all(right == (left + 1) % len(public.seats) for left, right in pairwise(played))
        if public.asked == "play":
            assert public.turn == (played[-1] + 1) % len(public.seats)
    if public.shown is None or before.public.shown is None:
        assert sum(public.game_points) - sum(before.public.game_points) in (0, 1)


def the_upcard_is_the_last_open_card(public: Tableau) -> None:
    lies: Laid | None = next(
        (laid for laid in reversed(public.discard) if laid.card is not None), None
    )
    assert (public.upcard, public.owner) == ((lies.card, lies.seat) if lies else (None, None))
    if public.free:
        assert public.discard[-1].way is PlayType.SLUFF


def counted(public: Tableau, side: int) -> int:
    """Hand points, added up from the Discard and the calls."""
    laid = sum(laid.points + laid.bonus for laid in public.discard if laid.to == side)
    assert all(laid.bonus in (0, BONUS[public.options.points]) for laid in public.discard)
    return laid + sum(call.points for call in public.calls if call.to == side)
