"""The options of a table of Usurp, and the presets among them."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from app.rules import game
from app.rules.values import Preset


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The host's choices. `x-labels` gives each value its label."""

    best_of: Annotated[
        Literal[1, 3, 5, 7, 9],
        Meta(
            title="Best of",
            description="Each hand won is a game point; whoever wins more than half of the hands "
            "wins the match.",
            extra_json_schema={
                "x-labels": [
                    [1, "One hand"],
                    [3, "Best of 3"],
                    [5, "Best of 5"],
                    [7, "Best of 7"],
                    [9, "Best of 9"],
                ]
            },
        ),
    ] = 5
    first_dealer: Annotated[
        Literal["lot", "last"],
        Meta(
            title="First dealer",
            extra_json_schema={
                "x-labels": [["lot", "Drawn by lot"], ["last", "Whoever sat down last"]]
            },
        ),
    ] = "lot"
    points: Annotated[
        Literal["olde", "alternative"],
        Meta(
            title="Points",
            description=(
                "Ye Olde: a card is worth its rank, Crown against Plow 20, a challenge 10. "
                "Alternative: 15, 10 or 5; 25; 20."
            ),
            extra_json_schema={"x-labels": [["olde", "Ye Olde"], ["alternative", "Alternative"]]},
        ),
    ] = "olde"
    renegs: Annotated[
        Literal["enforced", "honour"],
        Meta(
            title="Following suit",
            description=(
                "Enforced: you cannot sluff off while you hold the suit. On your honour: you can, "
                "and an opponent may call it."
            ),
            extra_json_schema={
                "x-labels": [["enforced", "Enforced"], ["honour", "On your honour"]]
            },
        ),
    ] = "enforced"
    reveal: Annotated[
        bool,
        Meta(
            title="Reveal pile",
            description="Two players: after each turn a card of the Stock is turned face up.",
        ),
    ] = False
    four: Annotated[
        Literal["partners", "alone"],
        Meta(
            title="Four players",
            description="Our own rules: two partnerships, partners opposite, or everybody alone.",
            extra_json_schema={
                "x-labels": [["partners", "Partnerships"], ["alone", "Everybody alone"]]
            },
        ),
    ] = "partners"
    packs: Annotated[
        Literal[1, 2],
        Meta(
            title="Decks",
            description="Four players: with two decks each gets 13 cards; the rest is the Stock.",
            extra_json_schema={"x-labels": [[1, "One"], [2, "Two"]]},
        ),
    ] = 1


PRESETS: Final = (
    Preset("quick", "One hand, about 5 minutes.", {"best_of": 1, "first_dealer": "last"}),
    Preset("standard", "Best of 5 hands, about 20 minutes."),
    Preset("long", "Best of 9 hands, about 40 minutes.", {"best_of": 9}),
)
OPTION_GROUPS: Final = (
    ("End of the match", ("best_of", "points")),
    ("Play", ("first_dealer", "renegs", "reveal", "four", "packs")),
)
