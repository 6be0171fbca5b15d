"""Every kind of event of a game has an entry in the game's events.js: its weight and sound."""

import re
from pathlib import Path

import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from tests.static.script_types import event_kinds

STATIC = Path(__file__).resolve().parents[2] / "static/games"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_kind_of_event_is_known_to_the_page_of_its_game(game: AnyGame) -> None:
    page = (STATIC / game.slug / "events.js").read_text()
    known = set(re.findall(r"""^  "?([a-z-]+)"?: \[|case "([a-z-]+)":""", page, flags=re.MULTILINE))
    named = {first or second for first, second in known}
    kinds = {str(kind.__struct_config__.tag) for kind in event_kinds(game)}
    assert kinds
    assert kinds <= named
