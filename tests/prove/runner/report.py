"""The run of some proofs, one after the other or in lanes, and the report of what held."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, zip_longest
from time import monotonic
from typing import Final

import msgspec

from tests.prove.runner import lanes
from tests.prove.runner.proof import (
    Findings,
    NotJudged,
    PlantedFault,
    Proof,
    Run,
    RunOptions,
    print_line,
)

PLANTED_MINUTES: Final = 2.0
"""Minutes within which a planted fault must be found, however busy the machine is."""
ATTEMPTS: Final = 3
"""Attempts to find a planted fault, each from another seed, since races do not come up each time.

Also how often a proof of a quick run begins again if it could not be judged.
"""
NOT_FOUND: Final = "NOT FOUND"


def print_text(text: str) -> None:
    for line in text.splitlines():
        print_line(line)


class RunReport:
    """The rows of a run, and whether everything held."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, str]] = []
        self.held = True
        self.planted = self.found = self.not_looked_for = 0

    def add(self, proof: Proof, found: Findings, seconds: float) -> None:
        self.held = self.held and not found.faults
        verdict = "held"
        if found.faults:
            verdict = f"{len(found.faults)} faults"
        elif found.impossible:
            verdict = "impossible"
        self.rows += [
            (promise, proof.name, verdict, f"{figure} ({seconds:.0f} s)")
            for promise, figure in found.figures.items()
        ]

    def add_not_judged(self, proof: Proof, why: str, seconds: float) -> None:
        self.held = False
        self.rows += [
            (promise, proof.name, "NOT JUDGED", f"{why} ({seconds:.0f} s)")
            for promise in proof.promises
        ]

    def take(self, job: "Job", found: Findings | str, seconds: float) -> None:
        """Adds what became of a job."""
        if job.fault:
            result = found if isinstance(found, str) else NOT_FOUND
            self.add_planted(job.proof.planted[job.fault].promise, job.fault, result, seconds)
        elif isinstance(found, str):
            self.add_not_judged(job.proof, found, seconds)
        else:
            for line in found.faults[:20]:
                print_line(f"FAILED {line}")
            self.add(job.proof, found, seconds)

    def add_planted(self, promise: str, name: str, result: str, seconds: float) -> None:
        """`result`: found, at which attempt, not found, or why it was not looked for."""
        self.planted += 1
        self.found += result.startswith("found")
        self.not_looked_for += result.startswith("not looked for")
        self.held = self.held and result.startswith(("found", "not looked for"))
        print_line(f"{promise:4} planted {name}: {result} ({seconds:.1f} s)")

    def print(self) -> None:
        rows = sorted(self.rows, key=lambda row: (int(row[0][1:]), row[1]))
        for promise, name, verdict, figure in rows:
            print_line(f"{promise:4} {name:16} {verdict:10} {figure}")
        if self.planted:
            rest = f", {self.not_looked_for} not looked for" if self.not_looked_for else ""
            print_line(f"Planted faults found: {self.found} of {self.planted}{rest}")
        print_line("Everything held." if self.held else "Something did NOT hold.")


def attempt(run: Run, options: RunOptions) -> Findings | str:
    """The findings, or why there are none: it could not be judged, or broke by itself."""
    try:
        return run(options)
    except NotJudged as error:
        return str(error)
    except Exception as error:  # whatever it is, the other proofs go on and the report shows it
        traceback.print_exc()
        return f"the proof itself broke: {type(error).__name__}: {str(error)[:200]}"


def judge(proof: Proof, options: RunOptions, attempts: int) -> Findings | str:
    """The first findings, or why there are none. A fault is never tried again."""
    found: Findings | str = "it was not begun"
    for number in range(1, attempts + 1):
        found = attempt(proof.run, options)
        if not isinstance(found, str):
            break
        print_line(f"NOT JUDGED at attempt {number} of {attempts}: {found}")
    return found


def look_for(fault: PlantedFault, seed: int) -> str:
    """Looks for a planted fault; the result in words."""
    not_judged = 0
    for number in range(2 * ATTEMPTS):
        found = attempt(fault.run, RunOptions(PLANTED_MINUTES, seed + number, verbose=False))
        if isinstance(found, str):
            not_judged += 1
            print_line(f"{fault.promise:4} attempt {number + 1} could not be judged: {found}")
        elif found.impossible:
            return f"not looked for: {found.impossible}"
        elif found.faults:
            return "found" if number == 0 else f"found at attempt {number + 1}"
        if number + 1 - not_judged == ATTEMPTS:
            break
    return NOT_FOUND


class Job(msgspec.Struct, frozen=True):
    """The honest share of a proof, or the search for one of its planted faults."""

    proof: Proof
    fault: str = ""


def jobs_of(proofs: Sequence[Proof], planted: bool, side_by_side: bool) -> list[Job]:
    """Each proof and its planted faults.

    Side by side all proofs come first, then the first fault of each, the second, and so on. So what
    waits runs beside what works, and the short faults of proofs with many are left to end level.
    """
    own = [[Job(proof, name) for name in ("", *proof.planted)] for proof in proofs]
    jobs = chain(*zip_longest(*own)) if side_by_side else chain(*own)
    return [job for job in jobs if job is not None and (planted or not job.fault)]


def run_proofs(
    proofs: Sequence[Proof],
    minutes: float | None,
    seed: int,
    games: Sequence[str],
    planted: bool,
    at_once: int = 1,
) -> RunReport:
    """Runs each proof for so long in minutes, or its quick share (None), and its planted faults.

    `at_once`: the number of lanes. Whatever ends the run in the middle, its report is printed.
    """

    def do(job: Job) -> Findings | str:
        if job.fault:
            return look_for(job.proof.planted[job.fault], seed)
        print_line(f"-- {job.proof.name}: {job.proof.summary}")
        share = job.proof.quick if minutes is None else minutes
        options = RunOptions(share, seed, tuple(games))
        return judge(job.proof, options, ATTEMPTS if minutes is None else 1)

    report, began = RunReport(), monotonic()
    jobs = jobs_of(proofs, planted, at_once > 1)
    left = list(jobs)
    try:
        ended = in_turn(jobs, do) if at_once == 1 else lanes.share(jobs, do, at_once, print_text)
        for job, found, seconds in ended:
            left.remove(job)
            report.take(job, found, seconds)
    except BaseException as end:
        why = f"ended in the middle by {str(end) or type(end).__name__}"
        for job in left[:at_once]:  # those in hand, as they are taken in order
            report.add_not_judged(job.proof, why, monotonic() - began)
        report.print()
        raise
    return report


def in_turn(
    jobs: Sequence[Job], do: Callable[[Job], Findings | str]
) -> Iterator[tuple[Job, Findings | str, float]]:
    """Each job, what became of it, and its seconds."""
    for job in jobs:
        began = monotonic()
        found = do(job)
        yield job, found, monotonic() - began
