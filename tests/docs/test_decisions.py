"""Decisions: every number once, in the index, and right wherever it is named. Also links and prose
of all docs.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import ROOT

DOCS = ROOT / "docs"
FOLDERS = ("docs", "app", "bench", "examples", "migrations", "static", "templates", "tests")
HIDDEN = (".ci", ".github")
TEXT = {"", ".css", ".html", ".js", ".md", ".py", ".sh", ".sql", ".svg", ".toml", ".ts", ".yml"}
INDEX = DOCS / "decisions/README.md"
SUBJECTS = sorted(path for path in (DOCS / "decisions").glob("*.md") if path != INDEX)
SECTION = re.compile(r"^## (?P<number>\d{3}) (?P<title>\S.*)$", re.MULTILINE)
NAMED = re.compile(r"\b[Dd]ecisions?[\s#*/]+(\d{3}(?:(?:, | and )\d{3})*)\b")
LINKED = re.compile(r"\[(?:decision\s)?(\d{3})\](?:: |\()([^)\s]+)")
LINK = re.compile(r"(?:\]\(|^\[[^\]]+\]: )([^)#:\s]*)(?:#([^)\s]*))?(?:\)|$)", re.MULTILINE)
MAX_PAGE = 300
"""Lines of one page."""
MAX_SECTION = 40
COLUMNS = 100


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def anchor(heading: str) -> str:
    """The anchor that GitHub makes from a heading.

    >>> anchor("031 One statement is the fence, and `ply` moves")
    '031-one-statement-is-the-fence-and-ply-moves'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(page: str) -> list[str]:
    without_code = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    return [anchor(heading) for heading in re.findall(r"^#+ (.+)$", without_code, re.MULTILINE)]


def numbers(page: Path) -> list[str]:
    return [found["number"] for found in SECTION.finditer(read(page))]


def index_rows(subject: Path) -> list[str]:
    return [
        f"| {found['number']} | [{found['title']}]({subject.name}#{anchor(found[0][3:])}) |"
        for found in SECTION.finditer(read(subject))
    ]


def text_files() -> Iterator[Path]:
    """Files that people write, in folders that git tracks."""
    within = (path for folder in FOLDERS + HIDDEN for path in (ROOT / folder).rglob("*"))
    for path in (*ROOT.iterdir(), *within):
        if path.suffix in TEXT and path.is_file():
            yield path


def named_numbers(text: str) -> set[str]:
    """Numbers of decisions that a text names, in prose or as the text of a link to one."""
    linked = {number for number, target in LINKED.findall(text) if f"#{number}-" in target}
    return set(re.findall(r"\d{3}", " ".join(NAMED.findall(text)))) | linked


def broken_links(page: Path, text: str) -> Iterator[str]:
    """Links to a file that is not there, or to a heading that the file does not have."""
    for target, heading in LINK.findall(text):
        leads_to = page.parent / target if target else page
        if not leads_to.exists():
            yield target
        elif heading and leads_to.suffix == ".md":
            other = read(leads_to) if target else text
            if heading not in anchors(other):
                yield f"{target}#{heading}"


def long_lines(text: str) -> Iterator[str]:
    """Lines of prose beyond the limit: no rows of tables, no code."""
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("|", "    ")) and len(line) > COLUMNS:
            yield line


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda path: path.stem)
def test_a_subject_is_a_page_of_short_sections_by_number(subject: Path) -> None:
    text = read(subject)
    assert text.startswith("# Decisions: ")
    assert len(text.splitlines()) < MAX_PAGE
    _, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    assert all(SECTION.match(section) for section in sections)
    assert all(len(section.splitlines()) <= MAX_SECTION for section in sections)
    assert numbers(subject) == sorted(numbers(subject))


def test_every_number_is_given_once() -> None:
    given = [number for subject in SUBJECTS for number in numbers(subject)]
    assert len(given) > 100
    assert len(given) == len(set(given))


def test_the_index_has_the_sections_of_every_page_and_no_others() -> None:
    text = read(INDEX)
    pages = re.findall(r"^## \[.+\]\((.+)\)$", text, re.MULTILINE)
    assert sorted(pages) == [subject.name for subject in SUBJECTS]
    listed = [line for line in text.splitlines() if re.match(r"\| \d{3} ", line)]
    assert listed == [row for page in pages for row in index_rows(DOCS / "decisions" / page)]


def test_every_number_that_code_and_docs_name_is_a_decision() -> None:
    given = {number for subject in SUBJECTS for number in numbers(subject)}
    unknown = {
        str(path.relative_to(ROOT)): named - given
        for path in text_files()
        if "decision" in (text := read(path)).lower() and (named := named_numbers(text)) - given
    }
    assert unknown == {}


def test_a_link_to_a_decision_has_its_number() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {number} {target}"
        for path in text_files()
        if path.suffix == ".md"
        for number, target in LINKED.findall(read(path))
        if f"#{number}-" not in target
    ]
    assert wrong == []


def test_a_number_in_brackets_is_a_link() -> None:
    for subject in SUBJECTS:
        text = read(subject)
        defined = re.findall(r"^\[(\d{3})\]: ", text, re.MULTILINE)
        assert sorted(set(re.findall(r"\[(\d{3})\](?!:)", text))) == defined, subject.name


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    broken = {
        str(page.relative_to(ROOT)): found
        for page in text_files()
        if page.suffix == ".md" and (found := list(broken_links(page, read(page))))
    }
    assert broken == {}


def test_a_wrong_number_or_link_is_found() -> None:
    named = "Decisions 001 and 002, see\n# decision 003, [004](a.md#004-none), page 5"
    assert named_numbers(named) == {"001", "002", "003", "004"}
    text = "# Title\n[here](#title) [no](#other)\n[1]: none.md#title\n[x](https://x.org/#y)"
    assert list(broken_links(INDEX, text)) == ["#other", "none.md"]


@pytest.mark.parametrize(
    "page", sorted(DOCS.rglob("*.md")), ids=lambda path: str(path.relative_to(DOCS))
)
def test_no_line_of_prose_is_longer_than_the_limit(page: Path) -> None:
    assert list(long_lines(read(page))) == []


def test_long_prose_is_found_and_long_tables_and_code_are_not() -> None:
    long = "word " * 30
    assert list(long_lines(f"{long}\n| {long} |\n    {long}\n```\n{long}\n```\n- {long}")) == [
        long,
        f"- {long}",
    ]
