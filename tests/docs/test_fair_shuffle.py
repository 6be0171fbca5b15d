"""The table of attacks on the shuffle: each row names its tests, and /fair says the same."""

import re
from collections.abc import Iterator
from html import unescape

from app.settings import ROOT

PAGE = (ROOT / "docs/fair-shuffle.md").read_text(encoding="utf-8")
PLAYERS = (ROOT / "templates/fair.html").read_text(encoding="utf-8")
NOTICED = {
    "at once": "At once",
    "at the end": "At the end",
    "only the verifier": "Only by the program",
    "nobody yet": "By nobody yet",
}
"""The words of the table, and those of the page for players."""
REFUTED = (
    "nobody stacks the deck",
    "nobody here can stack the deck",
    "nobody can stack the deck",
    "not even the house",
    "none was exchanged",
    "nothing was exchanged",
    "the server did not choose the order",
    "the house did not choose the order",
    "the deals were fair",
    "cannot shuffle once more without naming",
)


def rows() -> list[list[str]]:
    """The cells of each attack: number, attack, noticed, by whom, tests."""
    found = re.findall(r"^\| A\d+ \|.*\|$", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in found]


def test_the_attacks_are_numbered_and_say_when_they_are_noticed() -> None:
    assert [cells[0] for cells in rows()] == [f"A{at + 1}" for at in range(len(rows()))]
    assert len(rows()) >= 26
    for cells in rows():
        assert len(cells) == 5, cells
        assert cells[2] in NOTICED, cells


def test_every_row_names_a_test_and_only_what_nobody_notices_may_do_without() -> None:
    for number, _, noticed, _, tests in rows():
        named = re.findall(r"`tests/[\w/]+\.py::\w+`|`tests/js/\w+\.test\.js: [^`]+`", tests)
        assert named or (noticed == "nobody yet" and tests == "–"), number


def test_every_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert len(named) > 10
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file()
        or not re.search(
            rf"^(?:async )?def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    named_in_node = re.findall(r"`(tests/js/\w+\.test\.js): ([^`]+)`", PAGE)
    missing += [
        f"{path}: {name}"
        for path, name in named_in_node
        if not re.search(
            rf"test\(\s*[\"`]{re.escape(name)}", (ROOT / path).read_text(encoding="utf-8")
        )
    ]
    assert missing == []


def told_to_players() -> Iterator[tuple[str, str]]:
    """The number of each attack on the page for players, and when it is noticed."""
    for number, cells in re.findall(r'<tr id="trick-(\d+)">(.*?)</tr>', PLAYERS, re.DOTALL):
        yield f"A{number}", unescape(re.findall(r"<td[^>]*>(.*?)</td>", cells, re.DOTALL)[1])


def test_players_are_told_of_every_attack_and_when_it_is_noticed() -> None:
    assert list(told_to_players()) == [(cells[0], NOTICED[cells[2]]) for cells in rows()]


def test_no_page_claims_what_an_attack_refutes() -> None:
    pages = [
        ROOT / "README.md",
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "static/js").rglob("*.js"),
        *(page for page in (ROOT / "docs").glob("*.md")),
    ]
    claims = [
        f"{page.relative_to(ROOT)}: {claim}"
        for page in pages
        for claim in REFUTED
        if claim in " ".join(page.read_text(encoding="utf-8").lower().split())
    ]
    assert claims == []
