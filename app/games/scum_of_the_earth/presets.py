"""The presets of a table, and the groups of its options."""

from typing import Final

from app.rules.values import Preset

PRESETS: Final = (
    Preset(
        "quick",
        "Two hands, the first without a card swap, about 10 minutes.",
        {"ending": "deals", "end_deals": 2, "first_swap": False},
    ),
    Preset("standard", "To 25 play points, about 45 minutes."),
    Preset("long", "To 60 play points, a whole evening.", {"end_points": 60}),
)
SOLO_SEATS: Final = 5
"""Everybody is somebody: first, second, middle, second-to-last and last."""
OPTION_GROUPS: Final = (
    ("End of the match", ("ending", "end_points", "end_deals")),
    ("First hand", ("first_swap",)),
    ("Deck and names", ("highest", "theme", "own_titles")),
    (
        "Experimental cards",
        ("wild_3_9", "special_5", "special_7", "special_8", "special_9", "special_10"),
    ),
)
