"""Presets: ready choices of a game's options, which a host takes with one tap."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec

PresetName: TypeAlias = Literal["quick", "standard", "long"]
OptionGroups: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Headings of a form, each with the names of the options below it."""


class Preset(msgspec.Struct, frozen=True):
    """One ready choice of options."""

    name: PresetName
    line: str
    """Its meaning for a match, in one line: "Two hands, about ten minutes."."""
    options: Mapping[str, Any] = {}
    """The options that differ from the game's defaults, as JSON values."""


STANDARD: Final = Preset("standard", "The rules as they stand.")
"""The preset of a game that has no others."""
