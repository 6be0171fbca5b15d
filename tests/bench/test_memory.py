"""`bench memory` still works: growth, too much memory and a long pause are found."""

from collections import Counter

import pytest

from bench.memory import Hour, Sample, bound_of, judged, measured, pauses_in
from bench.report import Ask


def hour(
    memory: float = 200, pause: float = 0.02, failed: str = "", files: int = 100, tasks: int = 100
) -> Hour:
    """An hour that stays at 200 MiB and 100 of all else but for its last minute, with one pause."""
    samples = [Sample(60.0 * at, 200.0, 100, 100, 9, 9, at) for at in range(59)]
    samples.append(Sample(60.0 * 59, memory, files, tasks, 9, 9, 59))
    pauses = {"0": ((0.001, 99.0), (pause, 1.0)), "2": ((0.001, 0.0), (pause, 0.0))}
    return Hour(3600.0, samples, Counter(), Counter(), [failed] * bool(failed), pauses, 0.1)


@pytest.mark.parametrize(
    ("found", "passed"),
    [
        (hour(239), True),
        (hour(241), False),
        (hour(401), False),
        (hour(200, 0.05), True),
        (hour(200, 0.1), False),
        (hour(files=119), True),
        (hour(files=121), False),
        (hour(tasks=121), False),
        (hour(failed="table 3: TimeoutError()"), False),
    ],
)
def test_growth_long_pauses_and_failures_of_the_load_fail(found: Hour, passed: bool) -> None:
    assert judged(found).passed is passed


def test_pauses_are_read_by_generation() -> None:
    name = 'pecking_order_collector_pause_seconds_bucket{generation="1",le="%s"}'
    assert pauses_in({name % "0.5": 3.0, name % "+Inf": 4.0, "another": 9.0}) == {
        "1": [(0.5, 3.0), (float("inf"), 1.0)]
    }
    assert bound_of([(0.1, 98.0), (0.2, 2.0), (0.3, 0.0)], 0.99) == 0.2
    assert bound_of([], 1.0) == 0.0


def test_it_runs() -> None:
    found = measured(Ask(minutes=0.1, loud=False), tables=3)
    assert [minute for minute, _ in found.minutes()] == [1]
    assert found.failures == []
    assert found.counts["rooms"] >= 3
    assert found.counts["matches"] >= 1
    assert min(min(one.tasks, one.files, one.memory) for one in found.samples) > 0
    assert set(found.pauses) == {"0", "1", "2"}
