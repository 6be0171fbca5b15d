"""Bluffs and challenges at fair odds."""

import pytest

from app.games.usurp.bluffing import HONEST, bluffs, challenges, fair_share, hand_random, unmasked
from app.games.usurp.cards import PACK

WORTHS = [(worth, 10) for worth in range(2, 16)] + [(worth, 20) for worth in (5, 10, 15)]


@pytest.mark.parametrize(("worth", "bonus"), WORTHS)
@pytest.mark.parametrize("able", [0.3, 0.6, 0.8, 0.9, 0.98])
def test_a_fair_share_of_all_uprisings_are_bluffs(able: float, worth: int, bonus: int) -> None:
    share = fair_share(worth, bonus)
    with_winner, without = (bluffs(able, share, winner=winner) for winner in (True, False))
    assert 0 <= with_winner <= 1
    assert 0 <= without <= 1
    bluffing = able * with_winner + (1 - able) * without
    rising = bluffing + able * (1 - with_winner) * HONEST
    assert bluffing / rising == pytest.approx(share)


def test_a_winner_in_hand_is_saved_by_a_bluff_only_where_those_without_leave_room_for_it() -> None:
    assert bluffs(0.5, 0.25, winner=True) == 0
    assert bluffs(1.0, 0.25, winner=True) > 0.2
    assert bluffs(0.0, 0.25, winner=True) == 0
    assert bluffs(1.0, 0.25, winner=False) == 1


@pytest.mark.parametrize(("worth", "bonus"), WORTHS)
def test_challenges_come_oftener_the_less_likely_a_winner_is(worth: int, bonus: int) -> None:
    share = fair_share(worth, bonus)
    often = [challenges(able / 10, share, worth, bonus) for able in range(11)]
    assert all(0 <= chance <= 1 for chance in often)
    if worth > 4:
        assert often == sorted(often, reverse=True)


def test_where_no_winner_can_be_a_challenge_brings_the_points_twice_and_the_bonus() -> None:
    assert unmasked(0.0, 13, 10) == 2 * 13 + 10
    assert abs(unmasked(0.9, 13, 10)) < 0.01


def test_moods_differ_from_hand_to_hand() -> None:
    moods = [hand_random(PACK[start : start + 5]) for start in range(40)]
    assert all(0 <= one <= 1 for one in moods)
    assert min(moods) < 0.2
    assert max(moods) > 0.8
