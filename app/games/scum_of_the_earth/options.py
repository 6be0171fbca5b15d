"""The options of a table of Scum of the Earth, the deck that follows from them, and the presets."""

from functools import lru_cache
from typing import Annotated, Final, Literal

from msgspec import Meta

from app.games.scum_of_the_earth.cards import Card, deck
from app.games.scum_of_the_earth.titles import LONGEST
from app.rules import game
from app.rules.values import Preset


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The host's choices.

    `x-labels` gives each value its label, `x-when` says when a field counts.
    """

    ending: Annotated[
        Literal["points", "deals", "endless"],
        Meta(
            title="The match ends",
            extra_json_schema={
                "x-labels": [
                    ["points", "At a points target"],
                    ["deals", "After some hands"],
                    ["endless", "When the host calls it"],
                ]
            },
        ),
    ] = "points"
    end_points: Annotated[
        int,
        Meta(
            ge=5,
            le=200,
            title="Points to reach",
            description="The match ends when somebody has earned this many play points.",
            extra_json_schema={"x-when": {"ending": ["points"]}},
        ),
    ] = 25
    end_deals: Annotated[
        int,
        Meta(
            ge=1,
            le=50,
            title="Number of hands",
            extra_json_schema={"x-when": {"ending": ["deals"]}},
        ),
    ] = 5
    highest: Annotated[
        Literal["auto", "10", "J", "Q", "K"],
        Meta(
            title="Highest card",
            description="Sets the size of the deck; Auto fits it to the number of players.",
            extra_json_schema={
                "x-labels": [["auto", "Auto"], ["10", "10"], ["J", "J"], ["Q", "Q"], ["K", "K"]]
            },
        ),
    ] = "auto"
    theme: Annotated[
        Literal["scum", "office", "sports", "military", "court", "own"],
        Meta(
            title="Names of the ranks",
            extra_json_schema={
                "x-labels": [
                    ["scum", "Head Honcho to Scum"],
                    ["office", "Office"],
                    ["sports", "Sports"],
                    ["military", "Military"],
                    ["court", "Royal court"],
                    ["own", "Our own"],
                ]
            },
        ),
    ] = "scum"
    own_titles: Annotated[
        tuple[Annotated[str, Meta(max_length=LONGEST)], ...],
        Meta(
            max_length=5,
            title="Your own names for the ranks",
            description="First, second, middle, second to last, last.",
            extra_json_schema={"x-when": {"theme": ["own"]}},
        ),
    ] = ()
    first_swap: Annotated[
        bool,
        Meta(
            title="Card swap in the first hand",
            description="Off: the first hand has no takeover and no card swap.",
        ),
    ] = True
    wild_3_9: Annotated[
        bool, Meta(title="3-9 wild", description="Experimental: stands for any number from 3 to 9.")
    ] = False
    special_5: Annotated[
        bool,
        Meta(title="Special 5", description="Experimental: its player may look at one other hand."),
    ] = False
    special_7: Annotated[
        bool,
        Meta(title="Special 7", description="Experimental: its player may play again at once."),
    ] = False
    special_8: Annotated[
        bool,
        Meta(
            title="Special 8",
            description="Experimental: never played alone, unless it is the last card.",
        ),
    ] = False
    special_9: Annotated[
        bool,
        Meta(
            title="Special 9", description="Experimental: may be led, but never played on anything."
        ),
    ] = False
    special_10: Annotated[
        bool, Meta(title="Special 10", description="Experimental: counts as one 10 or as two 10s.")
    ] = False


def experimental(options: Options) -> tuple[Card, ...]:
    """The experimental cards that the host has switched on."""
    switches = (
        (options.wild_3_9, Card.WILD_3_9),
        (options.special_5, Card.SPECIAL_5),
        (options.special_7, Card.SPECIAL_7),
        (options.special_8, Card.SPECIAL_8),
        (options.special_9, Card.SPECIAL_9),
        (options.special_10, Card.SPECIAL_10),
    )
    return tuple(card for on, card in switches if on)


@lru_cache(maxsize=64)
def whole_deck(highest: int, options: Options) -> tuple[Card, ...]:
    """The deck up to that face with the experimental cards of this table, best first."""
    return deck(highest, experimental(options))


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
