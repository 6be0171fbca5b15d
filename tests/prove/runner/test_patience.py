"""Time limits that do not count the time in which our processes had no processor."""

import asyncio
from itertools import count

import pytest

from tests.prove.runner import patience
from tests.prove.runner.patience import Patience, patient_timeout
from tests.prove.runner.proof import NotJudged

SERVER = 4_000_000
"""A process number that no process has."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of monotonic()."""
    now = [100.0]
    monkeypatch.setattr(patience, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> dict[int, float]:
    """The seconds that each process waited for a processor."""
    told: dict[int, float] = {}
    monkeypatch.setattr(patience, "seconds_waiting_for_cpu", lambda pid: told.get(pid, 7.0))
    return told


def test_on_an_idle_machine_it_is_a_limit_like_any_other(
    clock: list[float], lines: dict[int, float]
) -> None:
    limit = Patience(30, SERVER)
    clock[0] += 29
    assert limit.left == 1
    clock[0] += 1
    assert limit.over


def test_time_without_a_processor_does_not_count(
    clock: list[float], lines: dict[int, float]
) -> None:
    limit = Patience(30, SERVER)
    clock[0] += 40
    lines[SERVER] = 7.0 + 15
    assert limit.left == 5
    clock[0] += 5
    assert limit.over, "it stood in line no longer"


def test_it_does_not_wait_for_ever_and_says_that_it_cannot_judge(
    clock: list[float], lines: dict[int, float]
) -> None:
    limit = Patience(30, SERVER)
    clock[0] += 300
    lines[SERVER] = 7.0 + 299
    assert not limit.over
    clock[0] += 1
    with pytest.raises(
        NotJudged,
        match="too slow to judge: 301 s passed for a limit of 30 s, and for 299 s of them",
    ):
        _ = limit.over


def test_a_short_limit_is_prolonged_to_a_minute(
    clock: list[float], lines: dict[int, float]
) -> None:
    limit = Patience(2, SERVER)
    clock[0] += 60
    lines[SERVER] = 7.0 + 59
    assert not limit.over
    clock[0] += 1
    lines[SERVER] += 1
    with pytest.raises(NotJudged):
        _ = limit.over


def test_a_process_that_is_gone_stands_in_no_line() -> None:
    assert patience.seconds_waiting_for_cpu(SERVER) == 0.0


def test_what_comes_in_time_comes(clock: list[float], lines: dict[int, float]) -> None:
    async def wait() -> int:
        async with patient_timeout(30, SERVER):
            await asyncio.sleep(0)
            return 1

    assert asyncio.run(wait()) == 1


@pytest.mark.parametrize(
    ("in_line", "ends"),
    [(0.0, TimeoutError), (1.0, NotJudged)],
    ids=["does not come", "too slow to say"],
)
def test_what_never_comes_is_told_from_what_cannot_be_judged(
    monkeypatch: pytest.MonkeyPatch, lines: dict[int, float], in_line: float, ends: type[Exception]
) -> None:
    """Each look at the clock finds it a second later, without a processor meanwhile."""
    ticks = count()

    def now() -> float:
        tick = float(next(ticks))
        lines[SERVER] = 7.0 + tick * in_line
        return tick

    monkeypatch.setattr(patience, "monotonic", now)

    async def wait() -> None:
        async with patient_timeout(0.001, SERVER):
            await asyncio.Event().wait()

    with pytest.raises(ends):
        asyncio.run(wait())
