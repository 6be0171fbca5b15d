"""The options of a table of Scroker, and the presets among them."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from app.rules import game
from app.rules.values import Preset

Base: TypeAlias = Literal["scroker", "spit", "longhorn"]
BASES: Final[tuple[Base, ...]] = ("scroker", "spit", "longhorn")
MOST_WILDS: Final = 4
"""Wild cards in one hand that a host may allow, [Scrokers] counted."""


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The host's choices.

    `x-labels` gives each value its label, `x-when` says when a field counts, `x-together` which
    values need everybody at the table at once.
    """

    game: Annotated[
        Literal["scroker", "spit", "longhorn", "dealers-choice"],
        Meta(
            title="Which game",
            description="Dealer’s Choice: the dealer chooses the game and options of each hand.",
            extra_json_schema={
                "x-labels": [
                    ["scroker", "Scroker"],
                    ["spit", "Spit in the Can"],
                    ["longhorn", "Longhorn Stud"],
                    ["dealers-choice", "Dealer’s Choice"],
                ]
            },
        ),
    ] = "scroker"
    ending: Annotated[
        Literal["open", "hands", "minutes"],
        Meta(
            title="The match ends",
            extra_json_schema={
                "x-labels": [
                    ["open", "When the host calls the last hand"],
                    ["hands", "After some hands"],
                    ["minutes", "After a set time"],
                ],
                "x-together": ["minutes"],
            },
        ),
    ] = "hands"
    hands: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            title="Number of hands",
            extra_json_schema={"x-when": {"ending": ["hands"]}},
        ),
    ] = 20
    minutes: Annotated[
        int,
        Meta(
            ge=5,
            le=600,
            title="Number of minutes",
            description="The hand that is being played then is the last.",
            extra_json_schema={"x-when": {"ending": ["minutes"]}},
        ),
    ] = 60
    buy_in: Annotated[
        int,
        Meta(
            ge=10,
            le=200,
            title="Buy-in",
            description="Play chips that everybody starts with.",
        ),
    ] = 50
    ante: Annotated[
        int,
        Meta(
            ge=1, le=5, title="Ante", description="Play chips that everybody pays before the deal."
        ),
    ] = 1
    max_bet: Annotated[
        int,
        Meta(
            ge=0,
            le=50,
            title="Highest bet",
            description="The most play chips in one opening bet or raise; 0 = no limit.",
        ),
    ] = 5
    max_raises: Annotated[
        int, Meta(ge=0, le=10, title="Raises in a round", description="0 = no limit.")
    ] = 0
    scrokers: Annotated[
        Literal[0, 1, 2],
        Meta(
            title="[Scrokers]",
            description="Wild cards in the deck.",
            extra_json_schema={
                "x-labels": [[0, "None"], [1, "One"], [2, "Two"]],
                "x-when": {"game": ["scroker", "spit", "longhorn"]},
            },
        ),
    ] = 0
    wilds: Annotated[
        Literal[2, 3, 4],
        Meta(
            title="Wild cards at most",
            description="The most that a dealer may choose for one hand, [Scrokers] included.",
            extra_json_schema={
                "x-labels": [[2, "Two"], [3, "Three"], [4, "Four"]],
                "x-when": {"game": ["dealers-choice"]},
            },
        ),
    ] = 2
    peppers: Annotated[
        Literal["word", "hand"],
        Meta(
            title="Hot peppers count",
            description="When the dealer makes chili peppers hot: those in the words count, or "
            "those in all five cards, which are then shown.",
            extra_json_schema={
                "x-labels": [["word", "In the words"], ["hand", "In the hand"]],
                "x-when": {"game": ["dealers-choice"]},
            },
        ),
    ] = "word"
    rulings: Annotated[
        Literal["named", "free"],
        Meta(
            title="Cards that rule",
            description="What a dealer may rank above all other cards.",
            extra_json_schema={
                "x-labels": [["named", "A card, letter or suit"], ["free", "Any cards"]],
                "x-when": {"game": ["dealers-choice"]},
            },
        ),
    ] = "named"
    tap_out: Annotated[
        bool,
        Meta(
            title="Tapping out",
            description="A player who runs out of play chips stays in for the main pot "
            "instead of folding.",
        ),
    ] = True
    consent: Annotated[
        Literal["host", "all"],
        Meta(
            title="Who agrees to tapping out",
            description="All players: everybody is asked once, when it first comes up. "
            "No answer means yes.",
            extra_json_schema={
                "x-labels": [["host", "The host"], ["all", "All players"]],
                "x-when": {"tap_out": [True]},
            },
        ),
    ] = "host"
    out_of_turn: Annotated[
        Literal["free", "stands"],
        Meta(
            title="A bet chosen before your turn",
            description="Free: you may take it back. Stands: it is made when your turn comes.",
            extra_json_schema={"x-labels": [["free", "Free"], ["stands", "Stands"]]},
        ),
    ] = "free"
    openers: Annotated[
        Literal["honour", "enforced"],
        Meta(
            title="Openers",
            description=(
                "You need two Animals or a three-letter word to open. On your honour: anybody may "
                "open, but has to prove it to win."
            ),
            extra_json_schema={
                "x-labels": [["honour", "On your honour"], ["enforced", "Enforced"]],
                "x-when": {"game": ["scroker", "spit", "dealers-choice"]},
            },
        ),
    ] = "honour"
    spellcheck: Annotated[
        Literal["challenge", "auto"],
        Meta(
            title="Spelling",
            description=(
                "Challenge: you may bluff, and others may challenge. Automatic: only words in the "
                "list can be claimed."
            ),
            extra_json_schema={"x-labels": [["challenge", "Challenge"], ["auto", "Automatic"]]},
        ),
    ] = "challenge"
    lexicon: Annotated[
        Literal["wide", "common"],
        Meta(
            title="Word list",
            description=(
                "Wide: 17,921 words; common: 8,899. From SCOWL 2020.12.07; the list does not "
                "change while you play."
            ),
            extra_json_schema={"x-labels": [["wide", "Wide"], ["common", "Common"]]},
        ),
    ] = "wide"
    meanings: Annotated[
        bool,
        Meta(
            title="Show what words mean",
            description=(
                "Defines challenged words that are in the list; without challenges, the winner’s "
                "words."
            ),
        ),
    ] = False
    assist: Annotated[
        Literal["off", "hint", "full"],
        Meta(
            title="Help with words",
            description=(
                "Hints: you may ask for the best words in your own hand. Full: the house claims "
                "them for everybody."
            ),
            extra_json_schema={"x-labels": [["off", "None"], ["hint", "Hints"], ["full", "Full"]]},
        ),
    ] = "off"
    shortfall: Annotated[
        Literal["marker", "cap"],
        Meta(
            title="If someone can’t pay a penalty",
            description=(
                "Marker: the bank lends the rest, to be paid back with a rebuy. Cap: they pay what "
                "they have."
            ),
            extra_json_schema={"x-labels": [["marker", "Marker"], ["cap", "Cap"]]},
        ),
    ] = "marker"


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
