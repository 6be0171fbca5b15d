"""The worth of declarations: what each discipline gained in measured rounds, by its dots."""

from collections.abc import Sequence
from typing import Final

from app.games.scum_the_masquerade.moves import Declare
from app.games.scum_the_masquerade.powers.disciplines import Discipline

GAINED: Final = {
    Discipline.CELERITY: (0.2, 0.15, 0.15),
    Discipline.POTENCE: (0.0, 0.1, 0.15),
    Discipline.PRESENCE: (0.0, 0.0, -0.1),
    Discipline.PROTEAN: (0.15, 0.35, 0.55),
    Discipline.FORTITUDE: (0.0, -0.05, -0.15),
}
"""Places gained with one, two and three dots, as the rules page has them."""
OTHERS: Final = (-0.05, -0.1, -0.15)
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
