"""The longest frame of a moment, read from a trace."""

from typing import Any

from bench.moment_frames import OFF, ON, TASK, Longest, longest_task


def event(name: str, at: int, cpu: int = 0, thread: int = 1) -> dict[str, Any]:
    """An event of the page's process; microseconds. It took twice its CPU time on the clock."""
    return {"name": name, "pid": 7, "tid": thread, "ts": at, "tdur": cpu, "dur": 2 * cpu}


def test_the_longest_task_counts_from_the_one_that_draws_the_moment_to_its_end() -> None:
    trace = [
        event(TASK, 0, 90_000),
        event(TASK, 200_000, 30_000),
        event(f"{ON}Pot won", 210_000),
        event(TASK, 300_000, 40_000),
        event(TASK, 310_000, 95_000, thread=2),
        event(OFF, 900_000),
        event(TASK, 950_000, 80_000),
    ]
    assert longest_task(trace) == Longest("Pot won", 40.0)


def test_the_task_that_draws_the_moment_counts_as_well() -> None:
    trace = [event(TASK, 200_000, 60_000), event(f"{ON}Out first", 210_000)]
    assert longest_task(trace) == Longest("Out first", 60.0)


def test_a_trace_without_a_moment_has_none() -> None:
    assert longest_task([event(TASK, 0, 90_000)]) is None
