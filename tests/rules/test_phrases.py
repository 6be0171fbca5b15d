"""Phrases that every game and every room say alike."""

import pytest

from app.rules.phrases import players


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (range(4, 11), "4 to 10 players"),
        (range(2, 5, 2), "2 or 4 players"),
        (range(2, 7, 2), "2, 4 or 6 players"),
        (range(2, 4), "2 or 3 players"),
        (range(2, 3), "2 players"),
        (range(1, 2), "1 player"),
    ],
)
def test_a_game_says_for_how_many_it_is(seats: range, said: str) -> None:
    assert players(seats) == said
