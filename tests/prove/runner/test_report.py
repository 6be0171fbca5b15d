"""Attempts of a quick run: what could not be judged is tried again, a fault never."""

import re

import pytest

from app.settings import ROOT
from tests.prove.runner.proof import Findings, NotJudged, PlantedFault, Proof, RunOptions
from tests.prove.runner.report import RunReport, run_proofs

SLOW = NotJudged("this machine was too slow")


class Answers:
    """A proof that returns or raises these, one after the other."""

    def __init__(self, *answers: Findings | Exception) -> None:
        self.left = list(answers)

    def __call__(self, _: RunOptions) -> Findings:
        answer = self.left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


HELD = Findings({"P4": "1 of 1"})


def table(
    answers: Answers, minutes: float | None = None, planted: Answers | None = None
) -> RunReport:
    plants = {} if planted is None else {"leak": PlantedFault("P4", planted)}
    proof = Proof("odd", ("P4",), "", Answers(HELD) if planted else answers, 0.1, plants)
    return run_proofs((proof,), minutes, 1, (), planted is not None)


def test_what_could_not_be_judged_is_tried_again_aloud(capsys: pytest.CaptureFixture[str]) -> None:
    assert table(Answers(SLOW, KeyError("seat"), HELD)).held
    printed = capsys.readouterr().out
    assert "NOT JUDGED at attempt 1 of 3: this machine was too slow" in printed
    assert "NOT JUDGED at attempt 2 of 3: the proof itself broke: KeyError: 'seat'" in printed


def test_what_can_never_be_judged_has_not_held() -> None:
    answers = Answers(SLOW, SLOW, SLOW, HELD)
    assert not table(answers).held
    assert answers.left == [HELD], "three attempts, no more"


def test_a_fault_is_never_tried_again() -> None:
    answers = Answers(SLOW, Findings({"P4": "1 of 1"}, ("a stale write",)), HELD)
    assert not table(answers).held
    assert answers.left == [HELD]


def test_a_long_run_is_not_begun_anew() -> None:
    answers = Answers(SLOW, HELD)
    assert not table(answers, minutes=30).held
    assert answers.left == [HELD]


def test_attempts_that_could_not_be_judged_leave_a_planted_fault_its_three() -> None:
    answers = Answers(SLOW, Findings({}), SLOW, Findings({}), SLOW, Findings({}, ("seen",)), HELD)
    assert table(Answers(), planted=answers).held
    assert not table(Answers(), planted=Answers(*[Findings({})] * 3, HELD)).held
    assert not table(Answers(), planted=Answers(*[SLOW] * 6, HELD)).held


def test_ci_runs_every_proof() -> None:
    """It names none, so all run, and nothing follows whose status would be the last."""
    *_, last = (ROOT / ".ci/run").read_text().splitlines()
    assert re.fullmatch(r"python3 run\.py prove --quick --lanes \d", last)
