"""One golden transcript for each number of players: what the game does, to the letter."""

import pytest

from app.games.scum_of_the_earth import GAME
from tests.games.scum_of_the_earth.transcript import FOLDER, PLAYED, transcript


def test_there_is_one_for_each_number_of_players() -> None:
    assert {int(path.stem) for path in FOLDER.glob("*.txt")} == set(PLAYED) == set(GAME.seats)


@pytest.mark.parametrize("seats", PLAYED)
def test_the_game_plays_as_written_down(seats: int) -> None:
    assert transcript(seats) == (FOLDER / f"{seats}.txt").read_text(), "read the module docstring of transcript.py"
