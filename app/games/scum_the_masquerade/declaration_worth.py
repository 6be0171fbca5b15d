"""The worth of declarations, as rounds of bots have shown it: places gained by dots."""

from collections.abc import Sequence
from typing import Final

from app.games.scum_the_masquerade.moves import Declare
from app.games.scum_the_masquerade.powers.disciplines import Discipline

GAINED: Final = {
    Discipline.ANIMALISM: (0.3, 0.35, 0.15),
    Discipline.CELERITY: (0.15, 0.25, 0.3),
    Discipline.FORTITUDE: (0.0, -0.1, -0.3),
    Discipline.MYTHERCERIA: (-0.1, -0.1, -0.1),
    Discipline.NECROMANCY: (0.15, 0.5, 0.85),
    Discipline.POTENCE: (0.05, 0.1, 0.05),
    Discipline.PROTEAN: (0.3, 0.7, 0.9),
    Discipline.SERPENTIS: (0.15, 0.6, 0.75),
    Discipline.VICISSITUDE: (0.2, 0.6, 0.45),
}
"""Places gained with one, two and three dots, rounded from docs/rules/scum-the-masquerade.md.

Chimerstry is among the others: bots see through most bluffs.
"""
OTHERS: Final = (-0.1, -0.2, -0.3)
NEAR: Final = 0.1
"""Places between declarations that are equally good."""


def declaration_scores(moves: Sequence[Declare]) -> list[float]:
    """1 for a good split of dots within its clan or specialty, 0 for others.

    So all clans are declared, and none is wasted.
    """
    worths = [worth(move) for move in moves]
    best: dict[object, float] = {}
    for move, value in zip(moves, worths, strict=True):
        one = (move.clan, move.specialty)
        best[one] = max(value, best.get(one, value))
    return [
        float(value >= best[move.clan, move.specialty] - NEAR)
        for move, value in zip(moves, worths, strict=True)
    ]


def worth(move: Declare) -> float:
    """The places that a declaration gains."""
    return sum(
        GAINED.get(one, OTHERS)[move.disciplines.count(one) - 1] for one in set(move.disciplines)
    )
