"""The record of long runs: one line for each proof of a run that was to be kept, and how far they have come together.

`kept.jsonl` is in the repository. Anybody may add to it with `run.py prove ... --keep`; nothing is ever taken out, what failed and what
could not be judged least of all.
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

PLACE: Final = "tests/prove/kept.jsonl"
FILE: Final = ROOT / PLACE
OFTEN: Final = 100
"""How often each cell is to be compared."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One proof of one run."""

    proof: str
    began: str
    """To the minute, UTC; a day alone where no more is known."""
    commit: str
    """Short, empty where there was no git to ask; for what was taken from a page, the one that entered it there."""
    command: str
    """After `run.py prove`."""
    seconds: int
    seed: int
    counts: Mapping[str, int] = {}
    cells: Mapping[str, int] = {}
    faults: int = 0
    unjudged: str = ""
    """Why it could not be judged, or did not come to its end."""
    changed: bool = False
    """Whether there were changes that the commit does not hold."""
    taken_from: str = msgspec.field(default="", name="from")
    """Where it was told before there was this record; what was not told there is not here."""
    note: str = ""


class Figure(msgspec.Struct, frozen=True):
    """How much is to be looked at in all."""

    promise: str
    proof: str
    what: str
    """A word of `counts`, or "cells"."""
    goal: int
    label: str


FIGURES: Final = (
    Figure("P1", "crashes", "kills", 1_000, "kills"),
    Figure("P1", "crashes", "seen moves", 100_000, "seen moves"),
    Figure("P1", "simulation", "matches", 200_000, "simulated matches"),
    Figure("P3", "twins", "frames", 1_000_000, "twin frames"),
    Figure("P3", "twins", "cells", OFTEN, "comparisons of the rarest cell"),
    Figure("P4", "owners", "takeovers", 1_000, "takeovers"),
    Figure("P5", "cuts", "cuts", 20_000, "cuts"),
    Figure("P7", "races", "races", 20_000, "races"),
    Figure("P8", "restarts", "restarts", 200, "restarts"),
)


def read(file: Path) -> tuple[list[Part], list[str]]:
    """The parts, oldest first, and what is wrong with the lines that are none. A line that stands there twice, as it may after a merge,
    is one part."""
    parts: dict[str, Part] = {}
    wrong = []
    lines = file.read_text().splitlines() if file.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            parts[line] = msgspec.json.decode(line, type=Part)
        except msgspec.MsgspecError as error:
            wrong.append(f"{file.name} line {number} cannot be read: {error}")
    return sorted(parts.values(), key=lambda part: part.began), wrong


class Run:
    """What one run of the verb adds: `parts`, which are kept at once, or not at all."""

    def __init__(self, command: Sequence[str], seed: int, file: Path | None = None) -> None:
        """`file`: where they are kept, if they are."""
        self.parts: list[Part] = []
        self._file, self._command, self._seed = file, " ".join(command), seed
        self._began = datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")
        self._commit = _git("rev-parse", "--short=10", "HEAD") if file else ""
        self._changed = file is not None and bool(
            _git("status", "--porcelain", "--", ".", f":!{PLACE}")
        )

    def add(self, proof: str, found: Findings | str, seconds: float) -> None:
        """`found`: what came of it, or why nothing did. Who is ended after that, while planted faults are looked for, has been told."""
        if any(part.proof == proof for part in self.parts):
            return
        part = Part(
            proof,
            self._began,
            self._commit,
            self._command,
            round(seconds),
            self._seed,
            changed=self._changed,
        )
        if isinstance(found, str):
            part = replace(part, unjudged=found)
        else:
            part = replace(
                part,
                counts=found.counts,
                cells=found.cells,
                faults=len(found.faults),
                unjudged=found.impossible,
            )
        self.parts.append(part)
        if self._file is not None:
            with self._file.open("ab") as lines:
                lines.write(msgspec.json.encode(part) + b"\n")


def _git(*words: str) -> str:
    """What git says; nothing where there is none."""
    try:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


# -- how far they have come


def reached(figure: Figure, parts: Sequence[Part]) -> int:
    """How much of it these parts have looked at together."""
    own = [part for part in parts if part.proof == figure.proof]
    if figure.what != "cells":
        return sum(part.counts.get(figure.what, 0) for part in own)
    cells: Counter[str] = Counter()
    for part in own:
        cells.update(part.cells)
    return min(cells.values(), default=0)


def since_the_last_fault(parts: Sequence[Part]) -> Sequence[Part]:
    """Those after the last one that found something: what was wrong then has been mended, and they are what says so."""
    last = max((number for number, part in enumerate(parts) if part.faults), default=-1)
    return parts[last + 1 :]


def table(kept: Sequence[Part], now: Sequence[Part]) -> Iterator[str]:
    """For each figure: what there is to reach, and how far the kept parts and this run's have come."""
    yield f"{'':4} {'':32} {'to reach':>10} {'kept so far':>12} {'this run':>10}"
    for figure in FIGURES:
        own = [part for part in kept if part.proof == figure.proof]
        clean = reached(figure, since_the_last_fault(own))
        numbers = f"{figure.goal:10,} {reached(figure, own):12,} {reached(figure, now):10,}"
        verdict = "reached" if clean >= figure.goal else "not yet"
        yield f"{figure.promise:4} {figure.label:32} {numbers}  {verdict}: {', '.join(_words(own, clean))}"


def _words(own: Sequence[Part], clean: int) -> Iterator[str]:
    unjudged, faults = sum(bool(part.unjudged) for part in own), sum(part.faults for part in own)
    yield f"{_many(faults, 'fault')} in {_many(len(own) - unjudged, 'part')}"
    if faults:
        yield f"{clean:,} since the last of them"
    if unjudged:
        yield f"{_many(unjudged, 'part')} more not judged"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
