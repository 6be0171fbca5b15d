"""The history of long runs, in the data folder, and the sum of their figures.

`run.py prove ... --keep` adds a line for each proof to the file, also for one that failed or could
not be judged. Nothing is ever taken out of it.
"""

import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from app.settings import ROOT
from tests.prove.runner.proof import Findings

FILE: Final = ROOT / "data" / "prove-history.jsonl"
OFTEN: Final = 100
"""Comparisons of each cell."""


class RunRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One proof of one run."""

    proof: str
    began: str
    """UTC, to the minute."""
    commit: str
    """Its short hash; "" without git."""
    command: str
    """The words after `run.py prove`."""
    seconds: int
    seed: int
    counts: Mapping[str, int] = {}
    cells: Mapping[str, int] = {}
    faults: int = 0
    not_judged: str = ""
    """The reason, or what ended the run."""
    changed: bool = False
    """The checkout held changes that the commit does not."""


class Goal(msgspec.Struct, frozen=True):
    """The amount to be looked at in all runs together."""

    promise: str
    proof: str
    count: str
    """A word of `counts`, or "cells"."""
    goal: int
    label: str


GOALS: Final = (
    Goal("P1", "crashes", "kills", 1_000, "kills"),
    Goal("P1", "crashes", "seen moves", 100_000, "seen moves"),
    Goal("P1", "simulation", "matches", 200_000, "simulated matches"),
    Goal("P3", "noninterference", "frames", 1_000_000, "compared frames"),
    Goal("P3", "noninterference", "cells", OFTEN, "comparisons of the rarest cell"),
    Goal("P4", "fencing", "takeovers", 1_000, "takeovers"),
    Goal("P5", "cuts", "cuts", 20_000, "cuts"),
    Goal("P7", "races", "races", 20_000, "races"),
    Goal("P8", "restarts", "restarts", 200, "restarts"),
)


def read(file: Path) -> tuple[list[RunRecord], list[str]]:
    """The records, oldest first, and what is wrong with the lines that cannot be read."""
    records, wrong = [], []
    lines = file.read_text().splitlines() if file.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            records.append(msgspec.json.decode(line, type=RunRecord))
        except msgspec.MsgspecError as error:
            wrong.append(f"{file.name} line {number} cannot be read: {error}")
    return sorted(records, key=lambda record: record.began), wrong


class RunLog:
    """The records of the present run, each written to `file` at once, if there is one."""

    def __init__(self, command: Sequence[str], seed: int, file: Path | None = None) -> None:
        self.records: list[RunRecord] = []
        self._file, self._command, self._seed = file, " ".join(command), seed
        self._began = datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")
        self._commit = _git("rev-parse", "--short=10", "HEAD") if file else ""
        self._changed = file is not None and bool(_git("status", "--porcelain"))

    def add(self, proof: str, found: Findings | str, seconds: float) -> None:
        """`found`: the findings, or why there are none. Only the first of each proof counts."""
        if any(record.proof == proof for record in self.records):
            return
        record = RunRecord(
            proof, self._began, self._commit, self._command, round(seconds), self._seed,
            changed=self._changed,
        )  # fmt: skip
        if isinstance(found, str):
            record = replace(record, not_judged=found)
        else:
            record = replace(
                record, counts=found.counts, cells=found.cells, faults=len(found.faults),
                not_judged=found.impossible,
            )  # fmt: skip
        self.records.append(record)
        if self._file is not None:
            self._file.parent.mkdir(exist_ok=True)
            with self._file.open("ab") as lines:
                lines.write(msgspec.json.encode(record) + b"\n")


def _git(*words: str) -> str:
    """The output of git, or nothing where there is none."""
    try:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


# -- sums


def reached(goal: Goal, records: Sequence[RunRecord]) -> int:
    """The amount that these records have looked at together."""
    own = [record for record in records if record.proof == goal.proof]
    if goal.count != "cells":
        return sum(record.counts.get(goal.count, 0) for record in own)
    cells: Counter[str] = Counter()
    for record in own:
        cells.update(record.cells)
    return min(cells.values(), default=0)


def since_the_last_fault(records: Sequence[RunRecord]) -> Sequence[RunRecord]:
    """The records after the last fault, which has been mended since."""
    last = max((number for number, record in enumerate(records) if record.faults), default=-1)
    return records[last + 1 :]


def table(kept: Sequence[RunRecord], now: Sequence[RunRecord]) -> Iterator[str]:
    """For each goal: what the kept runs and the present one have reached."""
    if not kept:
        yield "No long run has been kept; --keep adds this one."
        return
    yield f"{'':4} {'':32} {'goal':>10} {'kept so far':>12} {'this run':>10}"
    for goal in GOALS:
        own = [record for record in kept if record.proof == goal.proof]
        clean = reached(goal, since_the_last_fault(own))
        numbers = f"{goal.goal:10,} {reached(goal, own):12,} {reached(goal, now):10,}"
        verdict = "reached" if clean >= goal.goal else "not yet"
        rest = ", ".join(_summary(own, clean))
        yield f"{goal.promise:4} {goal.label:32} {numbers}  {verdict}: {rest}"


def _summary(own: Sequence[RunRecord], clean: int) -> Iterator[str]:
    not_judged = sum(bool(record.not_judged) for record in own)
    faults = sum(record.faults for record in own)
    yield f"{_many(faults, 'fault')} in {_many(len(own) - not_judged, 'run')}"
    if faults:
        yield f"{clean:,} since the last fault"
    if not_judged:
        yield f"{_many(not_judged, 'run')} not judged"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
