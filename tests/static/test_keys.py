"""The keys of a game are no keys of every page: where both have one, the game's does nothing."""

import re
from pathlib import Path

import pytest

from app.games import GAMES
from app.rules.game import AnyGame

STATIC = Path(__file__).resolve().parents[2] / "static"
OWN = set(
    re.findall(
        r'^  \["([A-Z])", ', (STATIC / "js/table/shell/keyboard.js").read_text(), re.MULTILINE
    )
)
BUTTONS = re.compile(r"shortcut:|\b(tool|offered|said|plain)\(")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_button_of_a_game_has_a_key_of_every_page(game: AnyGame) -> None:
    scripts = [path.read_text() for path in (STATIC / "games" / game.slug).glob("*.js")]
    lines = [line for text in scripts for line in text.splitlines() if BUTTONS.search(line)]
    (listed,) = re.findall(r"export const keys = \[(.*?)^\];", "\n".join(scripts), re.M | re.S)
    told = [
        key
        for row in re.findall(r'^  \["([^"]+)"', listed, re.MULTILINE)
        for key in row.split(", ")
    ]
    keys = {*told, *(key for line in lines for key in re.findall(r'"([A-Z])"', line))}
    assert keys
    assert "C" in OWN
    assert not keys & OWN
