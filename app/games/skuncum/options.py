"""The options of a table of Skuncum, the two score boxes, and the presets."""

from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta

from app.rules import game
from app.rules.values import Preset

BoxName: TypeAlias = Literal["short", "standard"]


class BoxSize(NamedTuple):
    """A printed score box."""

    hats: tuple[int, ...]
    """The hats of each rank, lowest first."""
    votes: int


BOXES: Final[dict[BoxName, BoxSize]] = {
    "standard": BoxSize((3, 3, 3, 2, 2, 2, 1), 10),
    "short": BoxSize((2, 2, 2, 1, 1, 1, 1), 6),
}
MOST_HANDS: Final = 40
"""A match of this many hands ends with whoever has the most marks."""


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The host's choices. `x-labels` gives each value its label."""

    box: Annotated[
        BoxName,
        Meta(
            title="Score box",
            description="The first full score box wins. Short: 10 hats and 6 votes, about five "
            "hands. Standard: 16 hats and 10 votes, about eight.",
            extra_json_schema={"x-labels": [["short", "Short"], ["standard", "Standard"]]},
        ),
    ] = "short"
    short_hands: Annotated[
        bool,
        Meta(
            title="Short hands",
            description="A hand also ends once only one player holds Suit cards. Our extension.",
        ),
    ] = False
    strong_coalitions: Annotated[
        bool,
        Meta(
            title="Strong coalitions",
            description="A Coalition’s win brings its Kingmaker 5 votes and each member 3, "
            "instead of 2 and 1. Our extension.",
        ),
    ] = False
    colours: Annotated[
        bool,
        Meta(
            title="Colours count",
            description="Only the Candidate’s colour joins the Bandwagon, only others the "
            "Coalition. Off: any card may join either.",
        ),
    ] = True


def coalition_votes(options: Options) -> tuple[int, int]:
    """The votes that a winning Coalition brings: to its Kingmaker, and to each other member."""
    return (5, 3) if options.strong_coalitions else (2, 1)


PRESETS: Final = (
    Preset("quick", "A short box and short hands, about 35 minutes.", {"short_hands": True}),
    Preset("standard", "A short box, about five hands and 45 minutes."),
    Preset("long", "The standard box, about eight hands and 75 minutes.", {"box": "standard"}),
)
OPTION_GROUPS: Final = (
    ("End of a hand and of the match", ("box", "short_hands")),
    ("Play", ("colours", "strong_coalitions")),
)
