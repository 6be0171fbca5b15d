"""The rules of each game without a table, for every preset and every option."""

import re
from html import unescape
from typing import Any

import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from app.web.rendering.options_form import options_schema
from tests.web.conftest import NewVisitor

MARK = re.compile('<p class="from">(By the author’s text|Clarified|Ours)</p>')
PART = re.compile(r'<section[^>]*aria-labelledby="(\w+)"[^>]*>(.*?)</section>', re.DOTALL)
WITHOUT_RULES = {"start", "try", "source"}
"""Parts that tell what others say in full, and the one about the author's text."""


def values(schema: dict[str, Any]) -> list[str]:
    """The choices of this option; of a number its ends."""
    if "enum" in schema:
        return [str(one) for one in schema["enum"]]
    if schema["type"] == "boolean":
        return ["true", "false"]
    return [str(schema["minimum"]), str(schema["maximum"])] if schema["type"] == "integer" else []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_rules_are_read_without_a_table_for_every_preset(
    visitor: NewVisitor, game: AnyGame
) -> None:
    person = visitor()
    page = person.get(f"/rules/{game.slug}").text.split("</main>")[0]
    links = [unescape(link) for link in re.findall(rf'href="(/rules/{game.slug}[^"#]*)"', page)]
    assert len(links) == len(game.presets)
    for link, preset in zip(links, game.presets, strict=True):
        shown = person.get(link)
        assert shown.status_code == 200
        changed = "What you chose changes" in shown.text
        assert changed is bool(preset.options), preset.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_rules_are_read_without_a_table_for_every_option(
    visitor: NewVisitor, game: AnyGame
) -> None:
    person = visitor()
    standard = person.get(f"/rules/{game.slug}").text
    for name, schema in options_schema(game).items():
        for value in values(schema):
            assert f'name="{name}"' in standard
            shown = person.get(f"/rules/{game.slug}", params={name: value})
            assert shown.status_code == 200, (name, value)
            usual = str(schema["default"]).lower() == value.lower()
            assert ("What you chose changes 1 rule " in shown.text) is not usual, (name, value)


def test_what_no_table_can_be_set_up_like_is_refused_and_other_names_are_left_alone(
    visitor: NewVisitor,
) -> None:
    game = GAMES[0]
    name, schema = next(
        (name, one) for name, one in options_schema(game).items() if one.get("type") == "integer"
    )
    person = visitor()
    for wrong in (str(schema["maximum"] + 1), "", "many", "<script>", "1e400"):
        page = person.get(f"/rules/{game.slug}", params={name: wrong})
        assert page.status_code == 422
        assert "No table can be set up like that." in page.text
    assert person.get(f"/rules/{game.slug}?utm_source=a&__class__=b").status_code == 200


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_part_of_the_rules_says_whose_it_is(visitor: NewVisitor, game: AnyGame) -> None:
    page = visitor().get(f"/rules/{game.slug}").text
    parts = re.findall(
        r'<section[^>]*aria-labelledby="(\w+)"[^>]*>(.*?)</section>', page, re.DOTALL
    )
    unmarked = {name for name, text in parts if not MARK.search(text)}
    assert len(parts) >= 10
    assert unmarked <= WITHOUT_RULES
