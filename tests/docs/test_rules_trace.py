"""The table of the authors' sentences names modules and tests that exist (docs/rules/trace.md)."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from app.settings import ROOT

PAGE = ROOT / "docs" / "rules" / "trace.md"
PACKAGES = ("usurp", "scum_of_the_earth", "scroker", "skuncum", "scum_the_masquerade")


class Row(NamedTuple):
    """One sentence of an author's text."""

    package: str
    rule: str
    place: str
    test: str


def rows(page: str) -> list[Row]:
    found: list[Row] = []
    package = ""
    for line in page.splitlines():
        if named := re.search(r"Code: `app/games/(\w+)/`", line):
            package = named[1]
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| ") and len(cells) == 4 and cells[0] != "part of the text":
            found.append(Row(package, *cells[1:]))
    return found


def missing(row: Row, root: Path = ROOT) -> str | None:
    """The module or test of this row that does not exist, or None."""
    place, test = re.findall(r"`([^`]+)`", row.place), re.findall(r"`([^`]+)`", row.test)
    for module in place:
        if not (root / "app" / "games" / row.package / module).is_file():
            return str(module)
    if not test:
        return None if row.test.startswith("none: ") and not place else "a test"
    file, _, name = test[0].partition("::")
    path = root / "tests" / "games" / row.package / file
    if not path.is_file() or f"def {name}(" not in path.read_text(encoding="utf-8"):
        return str(test[0])
    return None


def test_every_sentence_names_a_module_and_a_test_that_exist() -> None:
    found = rows(PAGE.read_text(encoding="utf-8"))
    assert {row.package for row in found} == set(PACKAGES)
    assert len(found) > 100
    assert {row.rule: missing(row) for row in found if missing(row)} == {}


@pytest.mark.parametrize(
    ("place", "test", "gone"),
    [
        ("`gone.py`", "`test_plays.py::test_usurping_needs_no_following_of_suit`", "gone.py"),
        ("`plays.py`", "`test_plays.py::test_gone`", "test_plays.py::test_gone"),
        ("`plays.py`", "none: forgotten", "a test"),
        ("`plays.py`", "", "a test"),
        ("not built: one deck", "none: one deck", None),
    ],
)
def test_a_row_that_names_what_is_not_there_is_found(
    place: str, test: str, gone: str | None
) -> None:
    assert missing(Row("usurp", "a rule", place, test)) == gone


SAYS = ("*By the author's text.*", "*Clarified.*", "*Ours.*")
OF_NO_TEXT = {"In a minute", "Balance, as measured", "How the reconstruction plays"}
"""A summary of the rest, and figures."""


@pytest.mark.parametrize("package", PACKAGES)
def test_each_part_of_the_rules_says_where_it_comes_from(package: str) -> None:
    slug = package.replace("_", "-")
    text = (ROOT / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")
    parts = re.findall(r"^## (.+)\n\n(.+)$", text, re.MULTILINE)
    assert [title for title, says in parts if title not in OF_NO_TEXT and says not in SAYS] == []
    page = (ROOT / "templates" / "games" / slug / "rules.html").read_text(encoding="utf-8")
    sections = re.findall(r'<h2 id="([^"]+)">.*?</h2>\n(.*)', page)
    assert [
        part
        for part, says in sections
        if part not in ("start", "try", "source") and "{{ source(" not in says
    ] == []
    assert len(parts) > 5 < len(sections)
