"""The kit finds every planted fault, in every game where the fault makes a difference."""

from collections.abc import Mapping
from typing import Final

import pytest

from tests.games.kit import leak_faults, open_question_faults, rule_faults
from tests.games.kit.adapter import Adapter
from tests.games.kit.checks import CHECKS
from tests.games.kit.counts import Counts
from tests.games.kit.faulty_game import Fault
from tests.games.kit.match_record import Broken
from tests.games.test_conformance import GAMES, adapter_of
from tests.table.parley_conformance import ADAPTER as PARLEY

FOUND_BY: Final[Mapping[Fault, tuple[str, ...]]] = {
    leak_faults.card_in_the_log: ("lockstep", "histories", "twin-tables"),
    leak_faults.list_from_another_hand: ("lockstep", "histories", "frames", "twin-tables"),
    leak_faults.list_from_a_rare_hand: ("lockstep", "histories", "frames"),
    leak_faults.bot_that_knows: ("choices",),
    leak_faults.refusal_that_knows: ("refusals", "lockstep"),
    leak_faults.question_that_knows: ("lockstep", "histories", "frames", "twin-tables"),
    leak_faults.table_that_answers_for_a_hand: ("lockstep",),
    leak_faults.silent_skip: ("lockstep", "histories", "twin-tables"),
    leak_faults.early_closed_window: ("lockstep", "histories", "twin-tables"),
    leak_faults.unsorted_hands: ("order-of-dealing",),
    leak_faults.card_of_another_opened: ("openings",),
    leak_faults.nothing_but_the_first_opened: ("openings",),
    rule_faults.forgetful_resample: ("worlds",),
    rule_faults.careless_resample: ("worlds",),
    rule_faults.ignorant_resample: ("histories",),
    rule_faults.hasty_resample: ("histories",),
    rule_faults.prejudiced_resample: ("every-place",),
    rule_faults.stubborn_resample: ("endings", "every-place"),
    rule_faults.moody_rules: ("matches-end",),
    rule_faults.twice_told_events: ("matches-end",),
    rule_faults.unlisted_move: ("refusals",),
    rule_faults.listed_and_refused: ("refusals",),
    rule_faults.wordless_refusal: ("refusals",),
    rule_faults.nameless_trick: ("refusals",),
    rule_faults.pass_of_a_leader: ("refusals",),
    rule_faults.endless_match: ("time-alone-ends", "same-answers-end"),
}
"""Each fault, and every check that has to find it by itself."""

OPEN_FOUND_BY: Final[Mapping[Fault, tuple[str, ...]]] = {
    open_question_faults.offer_resets_a_clock: ("matches-end",),
    open_question_faults.offer_is_awaited: ("worlds",),
    open_question_faults.answer_that_closes_nothing: ("matches-end",),
    open_question_faults.endless_span: ("matches-end", "time-alone-ends"),
    open_question_faults.event_for_a_third_seat: ("lockstep",),
    open_question_faults.composed_and_refused: ("refusals",),
    open_question_faults.accepted_neighbour: ("refusals",),
    open_question_faults.answer_under_any_key: ("refusals",),
    open_question_faults.offer_of_another_seat: ("matches-end",),
    open_question_faults.key_used_again: ("matches-end",),
}
"""The checks that find each fault in a toy game with offers, spans and composed answers."""

SOMEWHERE: Final = 5
"""Cases of each game within which a fault is found in one game. Tables are slow, and some faults
show with one card only."""
IDLE: Final = 4
"""Cases in which a fault has made a difference, or makes none in this game."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "name"), [(fault, name) for fault, names in FOUND_BY.items() for name in names]
)
def test_a_planted_fault_is_found(fault: Fault, name: str) -> None:
    if name == "twin-tables" or fault is leak_faults.silent_skip:
        assert any(finds(fault, name, slug, SOMEWHERE) for slug in GAMES), "found in no game"
        return
    found = {slug: finds(fault, name, slug) for slug in GAMES}
    assert True in found.values(), "found in no game"
    assert False not in found.values(), found


@pytest.mark.parametrize(
    ("fault", "name"), [(fault, name) for fault, names in OPEN_FOUND_BY.items() for name in names]
)
def test_a_fault_of_open_questions_is_found(fault: Fault, name: str) -> None:
    assert finds_in(PARLEY, fault, name)


@pytest.mark.parametrize("name", CHECKS)
def test_the_toy_in_which_they_are_planted_keeps_its_promises(name: str) -> None:
    check = CHECKS[name]
    for seed in range(SOMEWHERE):
        check.run(PARLEY, seed, check.steps, Counts())


def finds(fault: Fault, name: str, slug: str, cases: int | None = None) -> bool | None:
    """True if the check finds the fault in the game; None: it made no difference."""
    return finds_in(adapter_of(slug), fault, name, cases)


def finds_in(adapter: Adapter, fault: Fault, name: str, cases: int | None = None) -> bool | None:
    """True if the check finds the fault, in `cases` of it: by default all that CI looks at."""
    check, acted = CHECKS[name], 0
    for seed in check.seeds(adapter.game)[:cases]:
        planted = fault(adapter)
        try:
            check.run(planted.adapter, seed, check.steps, Counts())
        except Broken:
            assert planted.acted, "found before it did anything"
            return True
        acted += planted.acted
        if not acted and seed + 1 == IDLE:
            return None
    return False if acted else None
