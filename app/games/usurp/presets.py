"""The presets of a table, and the groups of its options."""

from typing import Final

from app.rules.values import Preset

PRESETS: Final = (
    Preset("quick", "One hand, about 5 minutes.", {"best_of": 1, "first_dealer": "last"}),
    Preset("standard", "Best of 5 hands, about 20 minutes."),
    Preset("long", "Best of 9 hands, about 40 minutes.", {"best_of": 9}),
)
OPTION_GROUPS: Final = (
    ("End of the match", ("best_of", "points")),
    ("Play", ("first_dealer", "renegs", "reveal", "four", "packs")),
)
