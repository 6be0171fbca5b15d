"""`bench soak` still works: rooms come and go, matches end, and growth is found."""

from collections import Counter

import pytest

from bench import __main__ as verb
from bench.report import Ask, Bench, Sheet
from bench.soak import SLICES, Sample, Soaked, judged, measured


def soaked(last: float, failures: tuple[str, ...] = ()) -> Soaked:
    """A run of 100 s that stays at 100 of everything, and at `last` in its last tenth."""
    samples = [
        Sample(at, now, now, now, now, now, matches=at, lag=at * 0.001, looks=at)
        for at in range(100)
        for now in [last if at >= 90 else 100.0]
    ]
    return Soaked(100.0, samples, Counter(rooms=3), Counter(), failures)


@pytest.mark.parametrize(("last", "passed"), [(91, True), (109, True), (111, False), (89, False)])
def test_more_than_a_tenth_between_the_second_and_the_last_slice_fails(
    last: float, passed: bool
) -> None:
    assert judged(soaked(last)).passed is passed


def test_a_failure_of_the_load_fails_whatever_was_measured() -> None:
    assert judged(soaked(100.0, ("table 3: TimeoutError()",))).passed is False


def test_a_limit_that_was_not_kept_is_an_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = Sheet("growth", ["what"], [["memory"]], passed=False)
    monkeypatch.setattr(verb, "BENCHES", (Bench("soak", "", lambda ask: [sheet], long=True),))
    monkeypatch.setattr(verb, "written", lambda *asked: "nowhere")
    with pytest.raises(SystemExit, match="1"):
        verb.main(["soak"])
    assert "FAILED" in capsys.readouterr().out


def test_rooms_and_matches_begin_and_end_while_people_come_and_go() -> None:
    found = measured(Ask(minutes=0.15, loud=False), tables=6)
    assert len(found.slices()) == SLICES
    assert found.failures == ()
    assert found.counts["rooms"] > 6, "a room that has ended is followed by another one"
    assert found.counts["matches"] > 0
    assert found.counts["guests"] > 0
    assert min(min(one.tasks, one.files, one.memory) for one in found.samples) > 0
