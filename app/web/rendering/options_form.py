"""A game's options as pages show them, from the titles and descriptions of their fields."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from app.rules.codec import read_options, to_json
from app.rules.game import AnyGame, Options
from app.rules.values import PresetName
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


def asked_options(game: AnyGame, asked: Mapping[str, str]) -> Options:
    """The options that an address asks for, the others as usual; unknown names are left out.

    Raises msgspec.ValidationError.
    """
    known = {name: value for name, value in asked.items() if name in options_schema(game)}
    options: Options = msgspec.convert(known, type=game.options, strict=False)
    return options


class GameOptions(msgspec.Struct, frozen=True):
    """The options of a game, as a room page draws them."""

    game: str
    schemas: dict[str, dict[str, Any]]
    """The JSON schema of each option, by name."""
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    """Headings and their options; all others stand under one more."""
    presets: tuple["PresetShown", ...]
    """Empty where there is nothing to choose."""


def game_options(game: AnyGame) -> GameOptions:
    return GameOptions(
        game.slug, options_schema(game), tuple(game.option_groups), presets_shown(game)
    )


class PresetShown(msgspec.Struct, frozen=True):
    """One preset of a game, as the room page offers it."""

    name: PresetName
    line: str
    options: dict[str, Any]
    """Every option, as JSON."""
    seats: tuple[int, ...]
    """The numbers of players that it fits."""


@cache
def presets_shown(game: AnyGame) -> tuple[PresetShown, ...]:
    """The presets of a game; empty where there is nothing to choose."""
    if len(game.presets) < 2:
        return ()
    shown = []
    for preset in game.presets:
        options = read_options(game, dict(preset.options))
        fits = tuple(seats for seats in game.seats if game.config_problem(seats, options) is None)
        shown.append(PresetShown(preset.name, preset.line, to_json(options), fits))
    return tuple(shown)


@cache
def options_schema(game: AnyGame) -> dict[str, dict[str, Any]]:
    """The JSON schema of each option, by name. Cached: do not change it."""
    properties: dict[str, dict[str, Any]] = inline_schema(game.options)["properties"]
    return properties
