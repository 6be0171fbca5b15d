"""A folder of nightly backups: a file for each night, the newest of which are kept.

A file that is less than half as large as the newest one may be of an empty or a wrong database. It
is set aside as `.dump.small`, and nothing old goes for it. What becomes of a night's file:

| the night's file                           | becomes              | older ones are deleted of |
|--------------------------------------------|----------------------|---------------------------|
| the first, or at least half as large       | `.dump`, the measure | both kinds                |
| smaller, the first or second time in a row | `.dump.small`        | `.dump.small`             |
| smaller, the third time, and no less so    | `.dump`, the measure | both kinds                |
| saving failed                              | nothing              | none                      |

So a database that has shrunk is saved again from the third night on. The newest file of more than
twice the measure stays until somebody deletes it. Files with other names are not looked at.
"""

import re
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from app.ops.backup import save, write_down
from app.ops.backup_seal import BrokenSeal, NoSeal, SealedFile, read_seal

SMALL: Final = ".small"
SMALL_NIGHTS: Final = 3
"""Nights in a row after which the smaller size is believed."""
_NAME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z\.dump(\.small)?")


class Night(msgspec.Struct, frozen=True):
    """A night's file by its name, which sorts by time, and its size in bytes."""

    name: str
    size: int

    @property
    def is_small(self) -> bool:
        return self.name.endswith(SMALL)


class Verdict(msgspec.Struct, frozen=True):
    """The fate of a new file and of the old ones."""

    is_small: bool
    """The file is set aside."""
    delete: tuple[str, ...] = ()
    larger: str | None = None
    """The newest file of more than twice the size, which is kept however old it is."""


def judge(old: Sequence[Night], new: Night, keep: int) -> Verdict:
    """The verdict on a new file, named as if it were good, beside the old ones in any order."""
    nights = sorted(old, key=lambda night: night.name)
    good = [night for night in nights if not night.is_small]
    small = [night for night in nights if night.is_small]
    shrunk = bool(good) and new.size * 2 < good[-1].size
    row = [night for night in small if not good or night.name > good[-1].name]
    row = row[-(SMALL_NIGHTS - 1) :]
    if shrunk and (len(row) < SMALL_NIGHTS - 1 or any(new.size * 2 < night.size for night in row)):
        return Verdict(True, tuple(night.name for night in small[: max(0, len(small) + 1 - keep)]))
    larger = [night for night in good if new.size * 2 < night.size]
    kept = {night.name for night in [*larger[-1:], *[*good, new][-keep:], *small[-keep:]]}
    delete = tuple(night.name for night in nights if night.name not in kept)
    return Verdict(False, delete, larger[-1].name if larger else None)


class Saved(msgspec.Struct, frozen=True):
    file: Path
    sealed: SealedFile
    former: SealedFile | None
    """The newest one before it, whose seal is not checked."""
    verdict: Verdict


def backup_to(url: str, folder: Path, keep: int) -> Saved:
    """Saves tonight's file, and deletes what the verdict says. Raises what `save` raises."""
    former = _seal_of(newest(folder))
    name = f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.dump"
    whole = folder / f"{name}.new"
    sealed = save(url, whole)
    verdict = judge(nights(folder), Night(name, sealed.size), keep)
    file = whole.replace(folder / (f"{name}{SMALL}" if verdict.is_small else name))
    if not verdict.is_small:
        write_down(url, sealed)
    for old in (*verdict.delete, *_leftovers(folder)):
        (folder / old).unlink()
    return Saved(file, sealed, former, verdict)


def nights(folder: Path) -> list[Night]:
    """The files of all nights, in no order."""
    return [
        Night(file.name, file.stat().st_size)
        for file in folder.iterdir()
        if _NAME.fullmatch(file.name)
    ]


def newest(folder: Path) -> Path | None:
    """The newest good file."""
    good = [night.name for night in nights(folder) if not night.is_small]
    return folder / max(good) if good else None


def _leftovers(folder: Path) -> list[str]:
    """Files of nights that were cut short more than a day ago."""
    before = time.time() - 86_400
    return [file.name for file in folder.glob("*.dump.new*") if file.stat().st_mtime < before]


def _seal_of(file: Path | None) -> SealedFile | None:
    try:
        return None if file is None else read_seal(file)
    except (NoSeal, BrokenSeal):
        return None
