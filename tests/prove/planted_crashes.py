"""Faults planted in a real house that the crash campaign must find: `run.py test tests/prove/planted_crashes.py`.

Whether a fault shows depends on what several processes make of a moment, so this is not part of every test run: there a test that
fails means a fault of ours. The simulation plants its own, on a loop that is the same every time (test_simulation.py).
"""

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
    found = Campaign(plan, folder)
    run(found.run())
    assert found.faults, "nobody noticed"
    assert {fault.kind for fault in found.faults} <= KINDS[name]
    assert found.kills or name.endswith("before-written"), "nothing had happened yet"
