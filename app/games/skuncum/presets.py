"""The presets of a table, and the groups of its options."""

from typing import Final

from app.rules.values import Preset

PRESETS: Final = (
    Preset("quick", "A short box and short hands, about 35 minutes.", {"short_hands": True}),
    Preset("standard", "A short box, about five hands and 45 minutes."),
    Preset("long", "The standard box, about eight hands and 75 minutes.", {"box": "standard"}),
)
OPTION_GROUPS: Final = (
    ("End of a hand and of the match", ("box", "short_hands")),
    ("Play", ("colours", "strong_coalitions")),
)
