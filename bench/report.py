"""The settings of a benchmark, and the tables of its results."""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

OUT: Final = Path(__file__).parent / "out"
"""The folder for each run's figures as JSON; not part of the repository."""
EVERY: Final = 2.0
"""Seconds between two lines of progress."""


class Ask(msgspec.Struct, frozen=True):
    """The settings of a benchmark."""

    seconds: float | None = None
    """The time for each single measurement; None: the benchmark's own choice."""
    seed: int = 1
    peers: Path | None = None
    """The folder of the published servers and engines; None: the table leaves them out."""
    loud: bool = True
    minutes: float | None = None
    """The length of a long benchmark; None: its own choice."""
    matches: int | None = None
    """Matches to seed; None: the benchmark's own choice."""
    keep: Path | None = None
    """The folder that keeps what was seeded for further runs."""
    parts: tuple[str, ...] = ()
    """The parts of a benchmark to run; none: all."""
    tables: tuple[int, ...] = ()
    """Tables of `wire`, one load after the other; none: the benchmark's own choice."""
    think: float | None = None
    """Seconds to think of `wire`, on average; None: the benchmark's own choice."""
    against: Path | None = None
    """Another checkout whose pages are measured in turns with ours."""

    def each(self, best: float) -> float:
        """Seconds for one measurement."""
        return best if self.seconds is None else self.seconds


class Sheet(msgspec.Struct, frozen=True):
    """One table of figures."""

    title: str
    columns: Sequence[str]
    """Each with its unit."""
    rows: Sequence[Sequence[str | int | float | None]]
    """None: not measured."""
    notes: Sequence[str] = ()
    passed: bool | None = None
    """False if a limit was not kept; None if none is set."""


class Bench(msgspec.Struct, frozen=True):
    """One benchmark."""

    name: str
    says: str
    run: Callable[[Ask], Iterable[Sheet]]
    """Tables may come one after the other, as they are measured."""
    long: bool = False
    """Runs only if it is named."""


class Progress:
    """A line every few seconds on what is being measured."""

    def __init__(self, ask: Ask) -> None:
        self._loud = ask.loud
        self._began = monotonic()
        self._said_at = 0.0

    def say(self, line: str) -> None:
        """`tell`, however short the time since the last line."""
        self._said_at = 0.0
        self.tell(line)

    def tell(self, line: str) -> None:
        now = monotonic()
        if self._loud and now - self._said_at >= EVERY:
            self._said_at = now
            print(f"{now - self._began:6.0f} s  {line}", file=sys.stderr, flush=True)


def machine() -> dict[str, Any]:
    """The machine behind the figures, and how busy it was."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
    }


def printed(sheet: Sheet) -> str:
    """The table as text, columns under each other."""
    lines = [list(sheet.columns), *([shown(cell) for cell in row] for row in sheet.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(sheet.columns))]
    text = [
        "  ".join(
            cell.ljust(width) if not at else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
    return "\n".join(
        [
            f"\n{sheet.title}",
            *(line.rstrip() for line in text),
            *(f"  {note}" for note in sheet.notes),
            *([] if sheet.passed is None else ["  passed" if sheet.passed else "  FAILED"]),
        ]
    )


def shown(cell: str | int | float | None) -> str:
    """A figure with as many digits as it deserves."""
    if cell is None:
        return "-"
    if isinstance(cell, str):
        return cell
    return f"{cell:,.0f}" if abs(cell) >= 100 or cell == int(cell) else f"{cell:,.2f}"


def written(name: str, sheets: Sequence[Sheet], began: dict[str, Any]) -> Path:
    """Leaves the figures beside, as JSON; where."""
    OUT.mkdir(exist_ok=True)
    path = OUT / f"{name}.json"
    path.write_text(
        json.dumps(
            {"bench": name, "machine": began, "sheets": msgspec.to_builtins(sheets)}, indent=1
        )
        + "\n"
    )
    return path
