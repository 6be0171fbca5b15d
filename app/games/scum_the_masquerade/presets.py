"""The presets of a table, and the groups of its options."""

from typing import Final

from app.rules.values import Preset

SOLO_SEATS: Final = 5
PRESETS: Final = (
    Preset(
        "quick",
        "One round with clans, about 25 minutes.",
        {"rounds": 1, "first_lead": "first-seat"},
    ),
    Preset("standard", "First Night: three rounds with clans, about an hour."),
    Preset(
        "long",
        "Masquerade: six rounds, pacts and hunts, two hours or more.",
        {"evening": "masquerade", "rounds": 6},
    ),
)
OPTION_GROUPS: Final = (
    ("End of the match", ("ending", "rounds")),
    ("Play", ("evening", "packs", "first_lead")),
    ("Clans", ("clans", "conversion", "ruleset")),
    ("Politics", ("boons", "conspiring", "pacts", "blood_hunts", "illegal_trades")),
    ("Names", ("naming",)),
)
