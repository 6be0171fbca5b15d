"""The check of a game's presets and groups of options: each is one that a host can play."""

from collections.abc import Iterator

import msgspec

from app.rules.codec import read_options
from app.rules.game import AnyGame


def preset_faults(game: AnyGame) -> Iterator[str]:
    """The faults of a game's presets, as sentences; nothing where all is well."""
    for preset in game.presets:
        try:
            options = read_options(game, dict(preset.options))
        except msgspec.ValidationError as error:
            yield f"{preset.name}: these are no options of the game: {error}"
            continue
        fits = [seats for seats in game.seats if game.config_problem(seats, options) is None]
        if not fits:
            yield f"{preset.name}: fits no number of players"
        if preset.name == "standard" and (options != game.options() or fits != [*game.seats]):
            yield "standard: is not the game's defaults, for every number of players"
        if preset is game.presets[0] and (game.solo_seats or game.seats[0]) not in fits:
            yield f"{preset.name}: does not fit the table of one person with bots"
        if not preset.line.endswith(".") or len(preset.line) > MAX_LINE:
            yield f"{preset.name}: its line is no sentence of at most {MAX_LINE} letters"
    names = [preset.name for preset in game.presets]
    if "standard" not in names or len(names) != len(set(names)):
        yield f"one preset is the standard, and each has a name of its own: {names}"
    grouped = [name for _, options in game.option_groups for name in options]
    for name in grouped:
        if name not in game.options.__struct_fields__ or grouped.count(name) > 1:
            yield f"{name}: no option, or in two groups"


MAX_LINE = 60
