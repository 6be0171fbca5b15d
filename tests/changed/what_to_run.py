"""The table of docs/what-to-run.md: which tests and proofs can notice a change in which files."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from app.settings import ROOT

PAGE: Final = ROOT / "docs/what-to-run.md"
LINE: Final = re.compile(r"^\| (`.*?) \| ?(.*?) ?\| ?(.*?) ?\|$", re.MULTILINE)
GAMES: Final = tuple(
    sorted(path.parent.name for path in (ROOT / "app/games").glob("*/__init__.py"))
)
"""The packages of the games."""


@dataclass(frozen=True)
class Row:
    """One row, with the names between backticks as they are written."""

    areas: tuple[str, ...]
    tests: tuple[str, ...]
    proofs: tuple[str, ...]

    def has(self, path: str) -> bool:
        return self.tests_for(path) is not None

    def tests_for(self, path: str) -> str | None:
        """The tests for a change in this file, separated by spaces; None if no area has it."""
        found = next(filter(None, (_pattern(area).fullmatch(path) for area in self.areas)), None)
        if found is None:
            return None
        package = (found.groupdict().get("game") or "").replace("-", "_")
        return " ".join(_filled_in(test, package) for test in self.tests)


def rows(page: Path = PAGE) -> tuple[Row, ...]:
    lines = LINE.findall(page.read_text(encoding="utf-8"))
    cells = ([tuple(re.findall(r"`([^`]+)`", cell)) for cell in line] for line in lines)
    return tuple(Row(*row) for row in cells)


@cache
def _pattern(area: str) -> re.Pattern[str]:
    """A file, or all below a folder; `*` is any part of one name, GAME the folder of a game."""
    games = "|".join((*GAMES, *(name.replace("_", "-") for name in GAMES)))
    text = re.escape(area).replace(r"\*", "[^/]*").replace("GAME", f"(?P<game>{games})")
    return re.compile(f"{text}(/.*)?")


def _filled_in(test: str, package: str) -> str:
    return test.replace("[GAME]", f"[{package.replace('_', '-')}]").replace("GAME", package)
