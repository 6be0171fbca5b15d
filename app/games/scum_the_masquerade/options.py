"""The options of a table of Scum: The Masquerade, and the presets among them."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from app.games.scum_the_masquerade.titles import Naming
from app.rules import game
from app.rules.values import Preset

WHEN_MASQUERADE: Final[dict[str, Any]] = {"x-when": {"evening": ["masquerade"]}}
"""A First Night is one switch that turns all of these off."""


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The host's choices. `x-labels` gives each value its label, `x-when` says when one counts."""

    evening: Annotated[
        Literal["first-night", "masquerade", "ranks", "plain"],
        Meta(
            title="Kind of game",
            description="First Night: clans with three disciplines each, at their first level. "
            "Masquerade: more clans, dots placed freely, three levels, pacts and blood hunts. "
            "Ranks and trades: no clans. Plain Scum: every round for itself.",
            extra_json_schema={
                "x-labels": [
                    ["first-night", "First Night"],
                    ["masquerade", "Masquerade"],
                    ["ranks", "Ranks and trades"],
                    ["plain", "Plain Scum"],
                ]
            },
        ),
    ] = "first-night"
    ending: Annotated[
        Literal["rounds", "endless"],
        Meta(
            title="The game ends",
            extra_json_schema={
                "x-labels": [["rounds", "After some rounds"], ["endless", "When the host calls it"]]
            },
        ),
    ] = "rounds"
    rounds: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            title="Number of rounds",
            description="The round that settles the first ranks comes before and scores nothing.",
            extra_json_schema={"x-when": {"ending": ["rounds"]}},
        ),
    ] = 3
    packs: Annotated[
        Literal["auto", "1", "2"],
        Meta(
            title="Packs of cards for six",
            description="Auto: one with ranks and trades, two in the plain game. Four and five "
            "players use one, seven and eight use two.",
            extra_json_schema={"x-labels": [["auto", "Auto"], ["1", "One"], ["2", "Two"]]},
        ),
    ] = "auto"
    first_lead: Annotated[
        Literal["three", "first-seat"],
        Meta(
            title="First lead of the match",
            extra_json_schema={
                "x-labels": [
                    ["three", "The three of clubs"],
                    ["first-seat", "Whoever sat down first"],
                ]
            },
        ),
    ] = "three"
    naming: Annotated[
        Naming,
        Meta(
            title="Titles",
            extra_json_schema={
                "x-labels": [["masquerade", "Justicar to Mortal Scum"], ["neutral", "Neutral"]]
            },
        ),
    ] = "masquerade"
    boons: Annotated[
        bool,
        Meta(
            title="Boons",
            description="Anybody may ask the first rank for the first lead.",
            extra_json_schema={"x-when": {"evening": ["first-night", "masquerade", "ranks"]}},
        ),
    ] = True
    conspiring: Annotated[
        bool,
        Meta(
            title="Conspiring",
            description="Two players may agree to look at each other’s cards.",
            extra_json_schema={"x-when": {"evening": ["first-night", "masquerade", "ranks"]}},
        ),
    ] = True

    clans: Annotated[
        Literal["camarilla", "all", "bloodlines"],
        Meta(
            title="Clans",
            description="The first rank says which of them may be declared.",
            extra_json_schema={
                "x-labels": [
                    ["camarilla", "Camarilla"],
                    ["all", "Camarilla, Independent and Sabbat"],
                    ["bloodlines", "All, with bloodlines"],
                ],
                "x-when": {"evening": ["masquerade"]},
            },
        ),
    ] = "all"

    declaring: Annotated[
        Literal["in-order", "at-once"],
        Meta(
            title="Clans are declared",
            description="In order of rank each hears what was declared before. All at once is "
            "quicker, and everything is shown together.",
            extra_json_schema={
                "x-labels": [["in-order", "In order of rank"], ["at-once", "All at once"]],
                **WHEN_MASQUERADE,
            },
        ),
    ] = "in-order"

    pacts: Annotated[
        bool,
        Meta(
            title="Pacts",
            description="After the deal a player may rise by a rank, "
            "and sees no cards until play begins.",
            extra_json_schema=WHEN_MASQUERADE,
        ),
    ] = True
    blood_hunts: Annotated[
        bool,
        Meta(
            title="Blood hunts",
            description="The second rank names a player who is easier prey for a round.",
            extra_json_schema=WHEN_MASQUERADE,
        ),
    ] = True
    illegal_trades: Annotated[
        bool,
        Meta(
            title="Illegal trades",
            description="The first rank may allow secret trades of any two players.",
            extra_json_schema=WHEN_MASQUERADE,
        ),
    ] = True
    conversion: Annotated[
        bool,
        Meta(
            title="Conversion",
            description="Under a new first rank players may change to its side.",
            extra_json_schema={
                "x-when": {"evening": ["masquerade"], "clans": ["all", "bloodlines"]}
            },
        ),
    ] = True

    ruleset: Annotated[
        Literal["hr2", "hr1"],
        Meta(
            title="Disciplines",
            description="As we mended them after thousands of rounds, or by the letter.",
            extra_json_schema={
                "x-labels": [["hr2", "Mended"], ["hr1", "By the letter"]],
                **WHEN_MASQUERADE,
            },
        ),
    ] = "hr2"

    @property
    def has_illegal_trades(self) -> bool:
        """True where the first rank may allow illegal trades."""
        return self.decisions and self.illegal_trades

    @property
    def has_conversion(self) -> bool:
        """True where a player may change sides under a new first rank."""
        return self.decisions and self.conversion

    @property
    def decisions(self) -> bool:
        """True where a new first rank decides on clans and dots, and dots are placed freely."""
        return self.evening == "masquerade"

    @property
    def declares_in_order(self) -> bool:
        """True where each declaration is public before the next one is made (owner, 2 to 4)."""
        return self.decisions and self.declaring == "in-order"

    @property
    def ranks(self) -> bool:
        """True where the result of a round gives the ranks of the next."""
        return self.evening != "plain"

    @property
    def disciplines(self) -> bool:
        """True where players declare clans and use disciplines."""
        return self.evening in ("first-night", "masquerade")

    @property
    def has_hunts(self) -> bool:
        """True where the second rank may declare a blood hunt."""
        return self.decisions and self.blood_hunts

    @property
    def has_pacts(self) -> bool:
        """True where a window for pacts opens after the deal."""
        return self.decisions and self.pacts


USUAL: Final = Options()


def or_usual(options: Options) -> Options:
    """These options, but the record USUAL itself for equal ones: frames leave that out."""
    return USUAL if options == USUAL else options


def packs(seats: int, options: Options) -> int:
    """The packs of cards for this many players (H1)."""
    if seats != 6:
        return 1 if seats < 6 else 2
    if options.packs == "auto":
        return 1 if options.evening in ("first-night", "ranks") else 2
    return int(options.packs)


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
