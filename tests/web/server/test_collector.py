"""The garbage collector: its passes are measured, and freeze nothing that is garbage soon."""

import gc
import subprocess
import sys

import pytest

from app.settings import ROOT
from app.web.server import collector
from app.web.server.collector import CollectorPauses, OldObjects


def passes(pauses: CollectorPauses) -> dict[str, float]:
    """The number of passes of each generation."""
    (family,) = pauses.collect()
    return {
        sample.labels["generation"]: sample.value
        for sample in family.samples
        if sample.name.endswith("_count")
    }


def test_passes_are_counted_by_generation_while_the_server_runs() -> None:
    pauses = CollectorPauses()
    gc.disable()
    try:
        with pauses:
            gc.collect(0)
            gc.collect(1)
            gc.collect(0)
        gc.collect(0)
    finally:
        gc.enable()
    assert passes(pauses) == {"0": 2, "1": 1, "2": 0}


def test_passes_that_stop_nobody_are_not_counted() -> None:
    pauses = CollectorPauses()
    with pauses:
        with pauses.that_stop_nobody():
            gc.collect()
        gc.collect()
    assert passes(pauses)["2"] == 1


def kept(kind: str) -> tuple[int, int]:
    """Passes over the old, and cycles of libraries that stayed: see library_cycles.py."""
    command = (sys.executable, "-m", "tests.web.server.library_cycles", kind)
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    number, left = map(int, printed.split())
    return number, left


@pytest.mark.parametrize("kind", ["calls", "pages"])
def test_cycles_of_a_call_or_a_page_are_never_frozen(kind: str) -> None:
    number, left = kept(kind)
    assert number > 5
    assert left == 0


def test_a_flood_of_pages_lets_no_pass_be_put_off_for_ever() -> None:
    number, left = kept("flood")
    assert number > 5
    assert 0 < left < 5 * number


def test_cycles_that_were_frozen_in_a_flood_are_freed_once_nobody_is_connected() -> None:
    _, left = kept("over")
    assert left == 0


async def test_the_old_are_looked_at_once_no_page_is_being_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done, pages = list[str](), 1
    monkeypatch.setattr(gc, "get_threshold", lambda: collector.THRESHOLDS)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, collector.MIDDLE_PASSES))
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    old = OldObjects(lambda: pages, lambda: 1, CollectorPauses())
    await old.look()
    assert not done
    pages = 0
    await old.look()
    assert done == ["collect", "freeze"]


async def test_a_process_that_has_not_begun_to_serve_freezes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, collector.MIDDLE_PASSES))
    monkeypatch.setattr(gc, "freeze", lambda: pytest.fail("frozen"))
    await OldObjects(lambda: 0, lambda: 0, CollectorPauses()).look()
