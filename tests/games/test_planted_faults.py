"""A kit is worth as much as the faults that it finds: each of these is planted in every game, and found where it did anything."""

from collections.abc import Mapping
from typing import Final

import pytest

from tests.games.kit import faults, leaks
from tests.games.kit.checks import CHECKS
from tests.games.kit.planted import Fault
from tests.games.kit.record import Broken
from tests.games.kit.tally import Tally
from tests.games.test_conformance import GAMES, adapter_of

FOUND_BY: Final[Mapping[Fault, tuple[str, ...]]] = {
    leaks.card_in_the_log: ("lockstep", "hindsight", "twin-tables"),
    leaks.list_from_another_hand: ("lockstep", "hindsight", "frames", "twin-tables"),
    leaks.refusal_that_knows: ("refusals", "lockstep"),
    leaks.question_that_knows: ("lockstep", "hindsight", "frames", "twin-tables"),
    leaks.silent_skip: ("lockstep", "hindsight", "twin-tables"),
    leaks.early_closed_window: ("lockstep", "hindsight", "twin-tables"),
    leaks.unsorted_hands: ("order-of-dealing",),
    leaks.card_of_another_opened: ("openings",),
    leaks.nothing_but_the_first_opened: ("openings",),
    faults.forgetful_resample: ("worlds",),
    faults.ignorant_resample: ("hindsight",),
    faults.prejudiced_resample: ("every-place",),
    faults.stubborn_resample: ("endings", "every-place"),
    faults.moody_rules: ("matches-end",),
    faults.unlisted_move: ("refusals",),
    faults.listed_and_refused: ("refusals",),
    faults.wordless_refusal: ("refusals",),
    faults.endless_match: ("time-alone-ends",),
}
"""Each fault, and every check that has to find it by itself."""

EVERYWHERE: Final = 30
"""Cases within which a fault is found in each game in which it made a difference."""
SOMEWHERE: Final = 5
"""Cases of each game within which a fault is found in one game: tables are slow, and what only one card can do may be public."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "name"), [(fault, name) for fault, names in FOUND_BY.items() for name in names]
)
def test_a_planted_fault_is_found(fault: Fault, name: str) -> None:
    if name == "twin-tables" or fault is leaks.silent_skip:
        assert any(finds(fault, name, slug, SOMEWHERE) for slug in GAMES), "found in no game"
        return
    found = {slug: finds(fault, name, slug, EVERYWHERE) for slug in GAMES}
    assert True in found.values(), "found in no game"
    assert False not in found.values(), found


def finds(fault: Fault, name: str, slug: str, cases: int) -> bool | None:
    """Whether the check that passes on the clean game finds the fault in it; None: the fault never made a difference."""
    check, acted = CHECKS[name], 0
    for seed in range(cases):
        planted = fault(adapter_of(slug))
        try:
            check.look(planted.adapter, seed, check.steps, Tally())
        except Broken:
            assert planted.acted, "found before it did anything"
            return True
        acted += planted.acted
        if not acted and seed >= SOMEWHERE:
            return None
    return False if acted else None
