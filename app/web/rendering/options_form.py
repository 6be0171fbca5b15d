"""A game's options as pages show them, from the titles and descriptions of their fields."""

from functools import cache
from typing import Any

import msgspec

from app.rules.codec import to_json
from app.rules.game import AnyGame, Options
from app.rules.values import EDITION
from app.web.rendering.responses import inline_schema


class OptionShown(msgspec.Struct, frozen=True):
    """One option of a table."""

    name: str
    title: str
    description: str
    value: Any
    """As JSON: bool, int, str, list or None."""
    default: Any
    changed: bool
    """True if it differs from the game's default."""
    schema: dict[str, Any]
    """Its JSON schema."""


def options_shown(game: AnyGame, options: Options) -> list[OptionShown]:
    chosen, usual = to_json(options), to_json(game.options())
    schemas = options_schema(game)
    return [
        OptionShown(
            name=name,
            title=schemas[name].get("title", name.replace("_", " ")),
            description=schemas[name].get("description", ""),
            value=value,
            default=usual[name],
            changed=value != usual[name],
            schema=schemas[name],
        )
        for name, value in chosen.items()
        if name in schemas
    ]


@cache
def options_schema(game: AnyGame) -> dict[str, dict[str, Any]]:
    """The JSON schema of each option, by name. Cached: do not change it."""
    properties: dict[str, dict[str, Any]] = inline_schema(game.options)["properties"]
    return {name: schema for name, schema in properties.items() if name != EDITION}
