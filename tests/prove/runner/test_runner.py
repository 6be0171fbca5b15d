"""The verb `prove`: its counts, its status, its report and its planted faults."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from app.settings import ROOT
from tests.games.kit import failed_seeds
from tests.games.kit.checks import CHECKS, Check
from tests.games.kit.failed_seeds import FailedSeed
from tests.games.kit.match_record import Broken
from tests.prove import __main__ as verb
from tests.prove.games import proof as games
from tests.prove.runner import proof as proofs
from tests.prove.runner.proof import Findings, NotJudged, PlantedFault, Proof, RunOptions
from tests.prove.runner.report import run_proofs


def options(*names: str, minutes: float = 0.05, seed: int = 40) -> RunOptions:
    return RunOptions(minutes, seed, names)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds it a second later."""
    ticks = count()
    monkeypatch.setattr(proofs, "monotonic", lambda: float(next(ticks)))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[FailedSeed]:
    found: list[FailedSeed] = []
    monkeypatch.setattr(games, "add_seed", found.append)
    return found


@pytest.mark.usefixtures("seconds")
def test_what_holds_is_counted_and_nothing_is_kept(kept: list[FailedSeed]) -> None:
    found = games.prove(options("high-card", minutes=0.2))
    assert found.faults == ()
    assert "0 failures in" in found.figures["P3"]
    assert kept == []


@pytest.mark.usefixtures("seconds")
def test_a_failure_is_printed_and_kept(
    kept: list[FailedSeed], monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(*_: object) -> None:
        raise Broken("a card is gone")

    monkeypatch.setattr(games, "CHECKS", {"worlds": Check(look, 30, 1)})
    found = games.prove(options("high-card", minutes=1.0))
    assert found.faults[0] == "high-card worlds seed 40: Broken: a card is gone"
    assert kept == [FailedSeed("high-card", "worlds", seed, 30) for seed in (40, 41, 42)], (
        "after three it is left alone"
    )


def test_a_game_nobody_knows_is_said_so() -> None:
    assert (
        games.prove(options("whist"))
        .faults[0]
        .startswith("There is no game 'whist'; there are high-card")
    )


def proof(*faults: str, planted: Findings | None = None) -> Proof:
    plants = {"leak": PlantedFault("P3", lambda _: planted)} if planted is not None else {}
    return Proof(
        "toy",
        ("P3",),
        "a proof of nothing",
        lambda _: Findings({"P3": "1 of 1"}, faults),
        quick=0.1,
        planted=plants,
    )


@pytest.mark.parametrize(
    ("asked", "given", "status"),
    [
        ([], proof(), 0),
        ([], proof("seed 4: a card"), 1),
        (["P3", "--minutes", "3"], proof(), 0),
        (["--quick"], proof(planted=Findings({}, ("seen",))), 0),
        (["--quick"], proof(planted=Findings({})), 1),
        ([], proof(planted=Findings({})), 0),
    ],
    ids=[
        "holds",
        "fails",
        "by promise",
        "planted and found",
        "planted and not found",
        "not planted",
    ],
)
def test_its_status_says_whether_everything_held(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], given: Proof, status: int
) -> None:
    monkeypatch.setattr(verb, "PROOFS", (given,))
    monkeypatch.setattr(sys, "argv", ["prove", *asked])
    with pytest.raises(SystemExit) as ended:
        verb.main()
    assert ended.value.code == status


def raising(error: BaseException) -> Callable[[RunOptions], Findings]:
    def run(_: RunOptions) -> Findings:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (NotJudged("this machine was too slow"), "this machine was too slow"),
        (KeyError("seat"), "the proof itself broke: KeyError: 'seat'"),
    ],
)
def test_what_could_not_be_judged_is_neither_held_nor_a_fault(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    words: str,
) -> None:
    monkeypatch.setattr(
        verb, "PROOFS", (Proof("odd", ("P1",), "it cannot", raising(error), quick=0.1), proof())
    )
    monkeypatch.setattr(sys, "argv", ["prove"])
    with pytest.raises(SystemExit) as ended:
        verb.main()
    printed = capsys.readouterr().out
    assert ended.value.code == 1
    assert f"odd              NOT JUDGED {words}" in printed
    assert "toy              held" in printed, "the others go on"


def test_who_ends_a_run_reads_what_there_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        verb,
        "PROOFS",
        (proof(), Proof("odd", ("P4",), "it ends", raising(SystemExit("SIGTERM")), quick=0.1)),
    )
    monkeypatch.setattr(sys, "argv", ["prove"])
    with pytest.raises(SystemExit) as ended:
        verb.main()
    printed = capsys.readouterr().out
    assert ended.value.code == "SIGTERM", "which Python prints and makes status 1 of"
    assert "toy              held" in printed
    assert "NOT JUDGED ended in the middle by SIGTERM" in printed
    assert printed.endswith("Something did NOT hold.\n")


SLEEPER = """
import sys, time
from tests.prove import __main__ as verb
from tests.prove.runner.proof import Proof, print_line

def sleep(ask):
    print_line("asleep")
    time.sleep(600)

verb.PROOFS = (Proof("sleeper", ("P4",), "it sleeps", sleep, quick=0.1),)
longest = float(sys.argv[1])
sys.argv = ["prove", "--quick"]
verb.catch_signals()
verb.main(longest)
"""


@pytest.mark.parametrize(
    ("longest", "why"),
    [
        (0.0, "SIGTERM"),
        (0.01, f"SIGALRM, because it ran for {verb.LONGEST} minutes"),
    ],
    ids=["by a signal", "by the clock"],
)
def test_a_run_that_is_ended_says_so(longest: float, why: str) -> None:
    command = [sys.executable, "-P", "-c", SLEEPER, str(longest)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as run:
        assert run.stdout is not None
        while not longest and (line := run.stdout.readline()) != "asleep\n":
            assert line, "it ended by itself"
        if not longest:
            run.send_signal(signal.SIGTERM)
        printed = run.stdout.read()
    assert f"NOT JUDGED ended in the middle by {why}" in printed
    assert printed.endswith("Something did NOT hold.\n")
    assert run.returncode == 1


def test_a_planted_fault_is_looked_for_from_several_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def shy(options: RunOptions) -> Findings:
        return Findings({}, ("seen",) if options.seed == 12 else ())

    monkeypatch.setattr(
        verb,
        "PROOFS",
        (
            Proof(
                "toy",
                ("P3",),
                "",
                lambda _: Findings({}),
                0.1,
                {"shy": PlantedFault("P3", shy)},
            ),
        ),
    )
    table = run_proofs(verb.PROOFS, None, 10, (), True)
    assert table.held
    assert "planted shy: found at attempt 3" in capsys.readouterr().out
    assert not run_proofs(verb.PROOFS, None, 20, (), True).held


def test_what_a_machine_cannot_look_at_is_not_called_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def blind(_: RunOptions) -> Findings:
        return Findings({"P1": "there is no strace"}, impossible="there is no strace")

    monkeypatch.setattr(
        verb,
        "PROOFS",
        (Proof("toy", ("P1",), "", blind, 0.1, {"off": PlantedFault("P1", blind)}),),
    )
    table = run_proofs(verb.PROOFS, None, 10, (), True)
    table.print()
    printed = capsys.readouterr().out
    assert table.held
    assert "toy              impossible there is no strace" in printed
    assert "Planted faults found: 0 of 1, 1 not looked for" in printed


def test_it_says_what_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["prove", "P99"])
    with pytest.raises(SystemExit) as ended:
        verb.main()
    assert ended.value.code == 2
    assert "no proof or promise 'P99'" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["prove", "--list"])
    verb.main()
    printed = capsys.readouterr().out
    assert "simulation" in printed


def test_kept_seeds_name_checks_that_there_are() -> None:
    assert all(one.check in CHECKS for one in failed_seeds.read_seeds(Path(failed_seeds.FILE)))
