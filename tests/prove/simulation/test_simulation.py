"""The simulation with fixed seeds: it holds, repeats itself, and meets every trouble."""

import os
import subprocess
import sys
from collections import Counter
from itertools import count
from random import Random

import pytest

from tests.prove.runner import proof as proof_module
from tests.prove.runner.proof import RunOptions
from tests.prove.simulation import proof
from tests.prove.simulation.loop import SimulatedLoop, Stuck
from tests.prove.simulation.proof import SMALL, kept_seeds, never_happened, run_games, run_seed
from tests.prove.simulation.run_result import RunResult

SEEDS = range(20)
LARGE = range(2)


@pytest.mark.slow
def test_whatever_happens_what_was_seen_is_saved_once_and_every_match_ends() -> None:
    happened: Counter[str] = Counter()
    for one in (
        *map(run_seed, kept_seeds()),
        *(run_seed(seed, small=True) for seed in SEEDS),
        *(run_seed(seed, small=False) for seed in LARGE),
    ):
        assert one.failure is None, f"seed {one.seed}: {one.failure}"
        happened.update(one.happened)
    assert never_happened(happened) == []


def test_the_same_seed_takes_the_same_steps() -> None:
    first, again, other = run_seed(4), run_seed(4), run_seed(6)
    assert (first.digest, first.steps) == (again.digest, again.steps)
    assert first.digest != other.digest


@pytest.mark.slow
def test_the_same_seed_takes_the_same_steps_in_another_process_with_other_hashes() -> None:
    program = "from tests.prove.simulation.proof import run_seed; print(run_seed(4).digest)"
    surroundings = {**os.environ, "PYTHONPATH": ".", "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == run_seed(4).digest


def test_a_loop_in_which_nothing_can_happen_any_more_says_so() -> None:
    loop = SimulatedLoop(Random(1), 100)
    with pytest.raises(Stuck):
        loop.run_until_complete(loop.create_future())
    loop.bury()


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds it two seconds later."""
    ticks = count(step=2)
    monkeypatch.setattr(proof_module, "monotonic", lambda: float(next(ticks)))


@pytest.mark.usefixtures("seconds")
def test_failing_seeds_are_told_with_what_happened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        proof,
        "run_seed",
        lambda seed: RunResult(seed, "", 10, 60.0, Counter(killed=2), "no" if seed == 41 else None),
    )
    found = proof.prove(RunOptions(0.2, 40))
    assert found.faults == ("simulation seed 41: no",)
    assert "killed" in capsys.readouterr().out


@pytest.mark.usefixtures("seconds")
def test_it_counts_the_matches_that_came_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {40: SMALL, 41: "a large game", 42: SMALL}
    monkeypatch.setattr(
        proof,
        "run_seed",
        lambda seed: RunResult(
            seed, "", 10, 60.0, Counter(), None, games[seed], begun=5, finished=4
        ),
    )
    found = proof.prove(RunOptions(0.1, 40, verbose=False))
    assert found.figures["P1"].startswith("0 violations in 8 matches (4 of large games) of 2 runs")


def test_who_names_a_game_gets_matches_of_that_game() -> None:
    one = run_games((SMALL,), 5)
    assert (one.game, one.failure) == (SMALL, None)
    assert 0 < one.finished <= one.begun
    assert (
        proof.prove(RunOptions(0.1, 40, ("whist",)))
        .faults[0]
        .startswith("There is no game 'whist'; there are")
    )
