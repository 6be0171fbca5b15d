"""The presets of a table, and the groups of its options."""

from typing import Final

from app.rules.values import Preset

PRESETS: Final = (
    Preset(
        "quick",
        "Five hands with help for words, about 10 minutes.",
        {"hands": 5, "assist": "hint"},
    ),
    Preset("standard", "20 hands, about 45 minutes."),
    Preset("long", "40 hands, a whole evening.", {"hands": 40}),
)
SOLO_SEATS: Final = 4
OPTION_GROUPS: Final = (
    ("Game and end", ("game", "ending", "hands", "minutes")),
    (
        "Chips and bets",
        (
            "buy_in",
            "ante",
            "max_bet",
            "max_raises",
            "tap_out",
            "consent",
            "out_of_turn",
            "shortfall",
        ),
    ),
    ("Words", ("spellcheck", "lexicon", "meanings", "assist", "openers")),
    ("Wild cards", ("scrokers", "wilds", "peppers", "rulings")),
)
