"""A quick share of `run.py prove --crashes`, and faults planted in the house that it must find."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import run
from tests.prove.crash_planted import PLANTED
from tests.prove.crashes import Campaign, Plan, open_folder

PATIENT = 120.0
"""Seconds; a slow machine is no dead table."""
KINDS = {
    "shown-before-written": {"lost"},
    "done-before-written": {"lost", "false refusal"},
    "applied-twice": {"doubled", "false refusal"},
    "last-entry-dropped": {"changed"},
    "stays-dead": {"dead"},
}
"""What each planted fault may be found as."""


@pytest.fixture
def folder() -> Iterator[Path]:
    made = open_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


def campaign(folder: Path, plan: Plan) -> Campaign:
    """Without fsync, which a kill cannot tell anyway."""
    made = Campaign(plan, folder)
    run(made.run())
    return made


def test_what_people_saw_outlives_three_kills(folder: Path) -> None:
    held = campaign(folder, Plan(seed=1, tables=4, kills=3, fsync=False, dead=PATIENT))
    assert held.faults == []
    assert held.kills.total() >= 3
    assert held.memory.frames > 0
    assert held.memory.done > 0
    assert held.checker.seen > 0


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str, folder: Path) -> None:
    victims = ("store",) if name == "stays-dead" else ("house",)
    plan = Plan(
        seed=1,
        tables=3,
        kills=12,
        victims=victims,
        fsync=False,
        module="tests.prove.crash_planted",
        environment={"PLANTED": name},
        dead=4.0 if name == "stays-dead" else PATIENT,
    )
    found = campaign(folder, plan)
    assert found.faults, "nobody noticed"
    assert {fault.kind for fault in found.faults} <= KINDS[name]
    assert found.kills or name.endswith("before-written"), "nothing had happened yet"
