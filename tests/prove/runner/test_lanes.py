"""Lanes: jobs that several processes share, what they print, and what ends them."""

import os
import signal
import time

import pytest
from msgspec.structs import replace

from tests.prove.runner.lanes import share
from tests.prove.runner.proof import Findings, PlantedFault, Proof, RunOptions, print_line
from tests.prove.runner.report import jobs_of, run_proofs


def test_every_job_is_done_once_and_its_words_are_kept_together() -> None:
    printed: list[str] = []

    def work(job: int) -> int:
        print_line(f"begun {job}")
        os.system(f"echo by a process {job}")
        return job * job

    ended = list(share(range(7), work, 3, printed.append))
    assert sorted((job, result) for job, result, _ in ended) == [(n, n * n) for n in range(7)]
    assert sorted(printed) == [f"begun {n}\nby a process {n}\n" for n in range(7)]


def test_jobs_are_done_side_by_side() -> None:
    inside, outside = os.pipe()

    def work(job: str) -> bytes:
        if job == "asks":
            return os.read(inside, 1)
        os.write(outside, b"!")
        return b""

    ended = {job: result for job, result, _ in share(["asks", "answers"], work, 2, print)}
    assert ended["asks"] == b"!"


def test_a_process_that_is_killed_takes_its_job_alone_with_it() -> None:
    def work(job: int) -> int:
        if job == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return job

    ended = {job: result for job, result, _ in share(range(4), work, 2, print)}
    assert ended == {0: 0, 1: "its process ended with status -9", 2: 2, 3: 3}


def test_whoever_stops_asking_ends_all_and_reads_what_was_said() -> None:
    inside, outside = os.pipe()
    printed: list[str] = []

    def work(job: int) -> int:
        print_line(f"begun {job}")
        if job:
            os.write(outside, b"!")
            time.sleep(600)
        os.read(inside, 1)
        return os.getpid()

    ended = share(range(3), work, 2, printed.append)
    _, process, _ = next(ended)
    ended.close()
    assert "begun 1\n" in printed
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def toy(name: str, found: Findings, planted: Findings | None) -> Proof:
    def look(_: RunOptions) -> Findings:
        if planted is None:
            os.kill(os.getpid(), signal.SIGKILL)
        assert planted is not None
        return planted

    return Proof(name, ("P3",), "", lambda _: found, 0.1, {"leak": PlantedFault("P3", look)})


def test_side_by_side_the_first_fault_of_each_proof_comes_before_the_second_of_any() -> None:
    held = Findings({})
    one, two = (toy(name, held, held) for name in ("one", "two"))
    many = replace(one, planted={"leak": one.planted["leak"], "more": one.planted["leak"]})

    def named(side_by_side: bool) -> list[str]:
        jobs = jobs_of((many, two), True, side_by_side)
        return [f"{job.proof.name} {job.fault}".strip() for job in jobs]

    assert named(False) == ["one", "one leak", "one more", "two", "two leak"]
    assert named(True) == ["one", "two", "one leak", "two leak", "one more"]


@pytest.mark.parametrize("planted", [Findings({}, ("seen",)), Findings({}), None])
def test_the_report_is_the_same_with_lanes(
    planted: Findings | None, capsys: pytest.CaptureFixture[str]
) -> None:
    held = Findings({"P3": "1 of 1"})
    proofs = (toy("one", held, Findings({}, ("seen",))), toy("two", held, planted))
    report = run_proofs(proofs, None, 1, (), True, at_once=3)
    report.print()
    printed = capsys.readouterr().out
    assert report.held == bool(planted and planted.faults)
    assert "one              held       1 of 1" in printed
    assert f"Planted faults found: {1 + report.held} of 2" in printed


def test_a_fault_in_a_lane_is_a_fault_of_the_run() -> None:
    wrong = toy("one", Findings({"P3": "1 of 1"}, ("a card",)), Findings({}, ("seen",)))
    assert not run_proofs((wrong,), None, 1, (), True, at_once=2).held
