"""The two sets of numbers of a Masquerade: ours, and those of the page that it was written from.

The page's letter is version 4.09 with its first set of rulings (hr1). Ours (hr2) changes what was
measured to be too strong or too weak; see docs/rules/scum-the-masquerade.md.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers.disciplines import POWERS, Discipline

Taker: TypeAlias = Literal["owner", "user"]
Time: TypeAlias = Literal["turn", "trick"]
"""Until a turn comes, or until the trick ends."""


class Ruleset(msgspec.Struct, frozen=True):
    """The numbers in which the two differ."""

    protean: tuple[int, int, int]
    """The greatest distance in ranks of what a card counts as, by level."""
    hunt_saves: int
    """The dots that a use against a player under a blood hunt costs less."""
    lead_after_taking_back: Taker
    """Obtenebration, where no hand lies below: who leads the trick anew."""
    forbidden: tuple[int, int, int]
    """The ranks that Mytherceria forbids, by level."""
    forbidden_for: tuple[Time, Time, Time]
    """The end of that, by level: the user's next turn, or the trick's end."""
    awed_for: Time
    """The end of Presence: with the target's next turn, or with the trick."""
    texts: tuple[tuple[Discipline, tuple[str, ...]], ...] = ()
    """The effects by level that read otherwise than in POWERS."""


FARTHEST: Final = 12
"""The distance of the lowest rank from the highest."""
RULESETS: Final[dict[str, Ruleset]] = {
    "hr2": Ruleset(
        protean=(1, 3, 6),
        hunt_saves=1,
        lead_after_taking_back="owner",
        forbidden=(1, 2, 3),
        forbidden_for=("trick", "trick", "trick"),
        awed_for="trick",
    ),
    "hr1": Ruleset(
        protean=(1, 3, FARTHEST),
        hunt_saves=0,
        lead_after_taking_back="user",
        forbidden=(1, 1, 2),
        forbidden_for=("turn", "trick", "trick"),
        awed_for="turn",
        texts=(
            (
                Discipline.MYTHERCERIA,
                (
                    "Name a rank: until your next turn no hand may be topped by it, except a lead.",
                    POWERS[Discipline.MYTHERCERIA].levels[0],
                    POWERS[Discipline.MYTHERCERIA].levels[1],
                ),
            ),
            (
                Discipline.PRESENCE,
                (
                    "One player must pass on their next turn in this trick.",
                    "Two players must pass on their next turn in this trick.",
                    "All other players must pass on their next turn in this trick.",
                ),
            ),
            (
                Discipline.PROTEAN,
                (
                    *POWERS[Discipline.PROTEAN].levels[:2],
                    "One card of your hand counts as any card.",
                ),
            ),
        ),
    ),
}


def ruleset(options: Options) -> Ruleset:
    """The numbers of a table; a First Night is of our set."""
    return RULESETS[options.ruleset if options.decisions else "hr2"]


def levels(options: Options, discipline: Discipline) -> tuple[str, ...]:
    """The effects of a discipline by level at this table."""
    return dict(ruleset(options).texts).get(discipline, POWERS[discipline].levels)
