"""Tips: each kind of question has one line, and there is no line for a kind that does not exist."""

import random
import re
from pathlib import Path

import pytest

from app.games import GAMES
from app.rules.codec import read_options
from app.rules.game import AnyGame
from app.rules.play import all_prompts
from app.rules.replay import Setup
from bench.play import match

ROOT = Path(__file__).resolve().parents[2]
TIP = re.compile(r'^  "?([a-z-]+)"?:\s*"([^"]+)",$', re.MULTILINE)
LONGEST = 100
"""Letters of a tip: two lines on a phone of 360 px."""
NO_TIP = {"interval"}
"""Everybody sees what "ready" asks."""
WITH_TIPS = [game for game in GAMES if (ROOT / f"static/games/{game.slug}/tips.js").exists()]


def tips_of(game: AnyGame) -> dict[str, str]:
    text = (ROOT / f"static/games/{game.slug}/tips.js").read_text(encoding="utf-8")
    return dict(TIP.findall(text))


def kinds_of(game: AnyGame) -> set[str]:
    """The kinds of questions in a match by each preset, played at random."""
    kinds = set()
    for number, preset in enumerate(game.presets):
        chance = random.Random(number)
        seats = max(game.seats[0], min(4, game.seats[1]))
        setup = Setup(seats, read_options(game, dict(preset.options)), ranked=False)
        for at, state in enumerate(match(game, setup, chance)):
            asked = all_prompts(game, state).values()
            kinds |= {one.kind for found in asked for one in found if not one.offer}
            if at > 600:
                break
    return kinds


def test_every_game_with_hints_has_tips() -> None:
    assert [game for game in GAMES if game.gives_reasons] == WITH_TIPS


@pytest.mark.parametrize("game", WITH_TIPS, ids=lambda game: game.slug)
def test_each_kind_of_question_has_a_short_line(game: AnyGame) -> None:
    """Issue 38 C3."""
    tips = tips_of(game)
    assert kinds_of(game) - tips.keys() <= NO_TIP
    for kind, line in tips.items():
        assert len(line) <= LONGEST, line
        assert line.endswith("."), line
        folder = ROOT / "app/games" / game.slug.replace("-", "_")
        sources = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
        assert f'"{kind}"' in sources, f"no question is of the kind {kind}"
