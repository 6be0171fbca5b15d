"""Random matches of the kit; what must hold after every entry is worked out again."""

from collections import Counter

import pytest

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import Card, sort_hand
from app.games.scum_of_the_earth.state import Phase, ScumState
from app.rules.play import prompts
from tests.games.kit.adapter import adapter
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.random_matches import random_match
from tests.games.scum_of_the_earth.conformance import DEALT


@pytest.mark.parametrize("seed", range(len(pairwise_setups(GAME))))
def test_what_the_rules_say_is_true_after_every_entry(seed: int) -> None:
    for state in random_match(adapter(GAME), seed, 320).states:
        assert set(prompts(GAME, state)) == set(GAME.awaited_seats(state.public))
        hands_are_counted_and_sorted(state)
        if state.public.phase in DEALT:
            there_is_one_infinity(state)
        who_is_out_holds_nothing_and_who_is_in_holds_something(state)


def hands_are_counted_and_sorted(state: ScumState) -> None:
    assert state.public.counts == tuple(len(hand.cards) for hand in state.private)
    assert all(hand.cards == sort_hand(hand.cards) for hand in state.private)


def there_is_one_infinity(state: ScumState) -> None:
    """It is held or was played, and whoever holds it in play is known."""
    public = state.public
    held = sum(Counter(hand.cards)[Card.INFINITY] for hand in state.private)
    assert held <= 1
    assert held + sum(Counter(pile)[Card.INFINITY] for pile in public.played) >= 1
    if public.infinity is not None and public.phase is Phase.PLAY:
        assert Card.INFINITY in state.private[public.infinity].cards


def who_is_out_holds_nothing_and_who_is_in_holds_something(state: ScumState) -> None:
    public = state.public
    if public.phase is Phase.PLAY:
        assert all((public.counts[seat] == 0) == (seat in public.out) for seat in public.ranks)
    assert len(set(public.ranks)) == len(public.ranks) in range(4, 11)
