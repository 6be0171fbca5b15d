"""Bots use every discipline, and cancel every use that can be cancelled (issue 19)."""

import random

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import bot_powers, heuristics
from app.games.scum_the_masquerade.moves import React
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers.clans import CHARGES, Clan, Specialty
from app.games.scum_the_masquerade.powers.disciplines import POWERS, Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.prompts import prompts
from app.games.scum_the_masquerade.state import ScumState
from tests.games.scum_the_masquerade.balance import begun, play_round
from tests.games.scum_the_masquerade.table import A, B, playing

ROUNDS = 80
FORTITUDE = Sheet.of(None, dots((Discipline.FORTITUDE,) * 3))
FORTIFIED = Sheet.of(Clan.VENTRUE, FORTITUDE.dots)
INQUISITOR = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)


def armed(discipline: Discipline, seed: int) -> ScumState:
    """A round in which some can use the discipline, and the others can cancel it."""
    state = begun(5, random.Random(seed))
    user = Sheet.of(Clan.BRUJAH, dots((discipline, discipline, Discipline.PRESENCE)))
    first, second, third, fourth, last = state.public.order
    by_seat = {first: user, second: FORTIFIED, third: user, fourth: FORTITUDE, last: INQUISITOR}
    sheets = tuple(by_seat[seat] for seat in sorted(by_seat))
    return replace(state, public=replace(state.public, sheets=sheets))


@pytest.mark.parametrize(
    "discipline", [one for one, power in POWERS.items() if power.timing != "reaction"]
)
def test_bots_use_every_discipline_and_cancel_it_where_they_can(discipline: Discipline) -> None:
    before = POWERS[discipline].timing == "before"
    used = cancelled = 0
    for seed in range(ROUNDS):
        for one in play_round(armed(discipline, seed), random.Random(seed)):
            used += one.used[discipline]
            cancelled += one.cancelled[discipline]
        if used and (cancelled or not before):
            break
    assert used
    assert cancelled or not before


def test_a_bot_looks_at_a_crypt_once_and_not_again() -> None:
    sheets = (Sheet.of(None, dots((Discipline.AUSPEX,) * 3)), *[FORTITUDE] * 3)
    crypts = ("3C 4D 5S 7H", "KC KD", "6C 8D 9S", "10C JD QS")
    table = playing(*crypts, options=Options(), sheets=sheets)
    move = bot_powers.use(table.view(A))
    assert move is not None
    assert (move.discipline, move.targets) == (Discipline.AUSPEX, (B,))
    table.does(A, move)
    seen = table.view(B)
    (asked,) = prompts(seen)
    moves = [React(False), React(True)]
    assert asked.kind == "react"
    assert heuristics.score_moves(seen, moves)[1] > 0
    table.does(B, React(False))
    assert bot_powers.use(table.view(A)) is None
