"""The machinery of the crash campaign; the faults that it must find belong to its proof."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import run
from tests.prove.crashes import Campaign, Plan, open_folder

PATIENT = 120.0
"""Seconds; a slow machine is no dead table."""


@pytest.fixture
def folder() -> Iterator[Path]:
    made = open_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


def test_what_people_saw_outlives_three_kills(folder: Path) -> None:
    """Killed at random, with its store, and at a named point. Without fsync, which a kill cannot tell anyway."""
    held = Campaign(Plan(seed=1, tables=4, kills=3, victims=("house", "both", "sent"), fsync=False, dead=PATIENT), folder)
    run(held.run())
    assert held.faults == []
    assert held.kills.total() >= 3
    assert held.memory.frames > 0
    assert held.memory.done > 0
    assert held.checker.seen > 0
