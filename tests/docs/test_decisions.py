"""Decision records have all parts and stand in the index; prose in docs/ has 100 columns."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
RECORDS = sorted(path for path in (DOCS / "decisions").glob("*.md") if path.name != "README.md")
INDEX = (DOCS / "decisions/README.md").read_text(encoding="utf-8")
HEAD = re.compile(
    r"# (?P<number>\d{3})\. (?P<title>\S.*)\n"
    r"\n"
    r"- \*\*Date:\*\* (?P<date>\d{4}-\d\d-\d\d)\n"
    r"- \*\*Status:\*\* "
    r"(?P<status>Accepted(?:, amended by \d{3}(?:, \d{3})*)?|Superseded by \d{3})\n"
    r"\n## Context\n"
)
PARTS = ["Context", "Decision", "Consequences", "Figures", "Alternatives"]
REQUIRED = PARTS[:3]
COLUMNS = 100


def head(text: str) -> re.Match[str]:
    found = HEAD.match(text)
    assert found, text[:200]
    return found


def parts(text: str) -> dict[str, str]:
    """The second-level headings of a record and the text under each."""
    pieces = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def index_row(record: Path) -> str:
    found = head(record.read_text(encoding="utf-8"))
    link = f"[{found['title']}]({record.name})"
    return f"| {found['number']} | {link} | {found['date']} | {found['status']} |"


def long_lines(text: str) -> Iterator[str]:
    """Lines of prose beyond the limit: no rows of tables, no code."""
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("|", "    ")) and len(line) > COLUMNS:
            yield line


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record_has_its_head_and_its_parts(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    assert head(text)["number"] == record.name[:3]
    found = parts(text)
    assert list(found) == [part for part in PARTS if part in found]
    assert all(found.get(part, "").strip() for part in REQUIRED)


def test_every_number_is_given_once() -> None:
    numbers = [record.name[:3] for record in RECORDS]
    assert len(numbers) > 80
    assert numbers == sorted(set(numbers))


def test_a_record_that_is_amended_or_superseded_names_one_that_exists() -> None:
    numbers = {record.name[:3] for record in RECORDS}
    for record in RECORDS:
        status = head(record.read_text(encoding="utf-8"))["status"]
        assert set(re.findall(r"\d{3}", status)) <= numbers - {record.name[:3]}, record.name


def test_the_index_has_one_row_for_each_record_and_no_other() -> None:
    listed = [line for line in INDEX.splitlines() if re.match(r"\| \d{3} ", line)]
    assert sorted(listed) == [index_row(record) for record in RECORDS]


def test_every_link_in_the_docs_leads_to_a_file() -> None:
    broken = [
        f"{page.relative_to(DOCS)}: {target}"
        for page in DOCS.rglob("*.md")
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


@pytest.mark.parametrize(
    "page", sorted(DOCS.rglob("*.md")), ids=lambda path: str(path.relative_to(DOCS))
)
def test_no_line_of_prose_is_longer_than_the_limit(page: Path) -> None:
    assert list(long_lines(page.read_text(encoding="utf-8"))) == []


def test_long_prose_is_found_and_long_tables_and_code_are_not() -> None:
    long = "word " * 30
    assert list(long_lines(f"{long}\n| {long} |\n    {long}\n```\n{long}\n```\n- {long}")) == [
        long,
        f"- {long}",
    ]
