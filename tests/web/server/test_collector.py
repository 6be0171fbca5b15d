"""The garbage collector: its passes are measured, and what outlives a whole pass is left alone."""

import gc

import pytest

from app.web.server import collector
from app.web.server.collector import CollectorPauses


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


def test_what_outlives_a_pass_over_the_old_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frozen = list[int]()
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    for phase, generation in (("start", 2), ("stop", 0), ("stop", 1)):
        collector.freeze_survivors(phase, {"generation": generation})
    assert not frozen
    collector.freeze_survivors("stop", {"generation": 2})
    assert frozen
