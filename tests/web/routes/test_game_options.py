"""The options of games: a table's page has those of its own game, others have an address."""

import html
import json
from typing import Any

from app.games import GAMES
from app.rules.game import AnyGame
from app.web.rendering.options_form import options_schema
from tests.web.conftest import NewVisitor
from tests.web.routes.test_play_now import every_game, play_now, shell_of


@every_game
def test_a_page_has_the_options_of_its_own_game_alone(visitor: NewVisitor, game: AnyGame) -> None:
    """They were a sixth of a first visit's bytes, with four games."""
    somebody = visitor()
    shell = shell_of(somebody, play_now(somebody, game).removesuffix("#deal"))
    assert shell["options"]["game"] == game.slug
    assert list(shell["options"]["schemas"]) == list(options_schema(game))
    others = [title for other in GAMES if other != game for title in titles_only_of(other, game)]
    assert not [title for title in others if f'"title": {json.dumps(title)}' in json.dumps(shell)]
    asked = visitor().get(f"{shell['gameOptions']}{game.slug}/options")
    assert asked.json() == shell["options"]


def titles_only_of(game: AnyGame, other: AnyGame) -> set[str]:
    def titles(of: AnyGame) -> set[str]:
        return {str(schema.get("title")) for schema in options_schema(of).values()}

    return titles(game) - titles(other) - {game.title, str(None)}


def test_options_of_no_game_are_refused_with_a_sentence(visitor: NewVisitor) -> None:
    answer: Any = visitor().get("/api/games/no-such-game/options")
    assert answer.status_code == 404
    assert "There is no such game." in html.unescape(answer.text)
