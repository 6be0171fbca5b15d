"""The table of attacks on the shuffle: each row names its tests, and /fair says the same."""

import re
from collections.abc import Iterator
from html import unescape

from app.settings import ROOT
from tests.prove.shuffles.cheating.all_attacks import ATTACKS

PAGE = (ROOT / "docs/fair-shuffle.md").read_text(encoding="utf-8")
PLAYERS = (ROOT / "templates/fair.html").read_text(encoding="utf-8")
NOTICED = {
    "at once": "At once",
    "at the end": "At the end",
    "only the verifier": "Only by the program",
    "as a gap": "Said, but not as a lie",
    "nobody": "By nobody",
}
"""The words of the table, and those of the page for players."""
CLAIM = (
    "if your browser helped shuffle and the seal shows no gap, then not even the house could "
    "choose the order of the cards."
)
"""The boldest sentence, as /fair has it: with all its conditions."""
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
    assert len(rows()) >= 50
    for cells in rows():
        assert len(cells) == 5, cells
        assert cells[2] in NOTICED, cells


def test_every_row_names_a_test_except_what_no_test_can_show() -> None:
    for number, attack, noticed, _, tests in rows():
        named = re.findall(
            r"`tests/[\w/]+\.py::\w+`|`tests/js/\w+\.test\.js: [^`]+`|`cheating: [^`]+`", tests
        )
        assert named or (noticed == "nobody" and tests == "–"), number
        assert named or attack.startswith(("serves a page", "looks at cards")), number


def test_every_attack_that_is_played_is_noticed_when_its_row_says_so() -> None:
    told = [
        (name, noticed)
        for _, _, noticed, _, tests in rows()
        for name in re.findall(r"`cheating: ([^`]+)`", tests)
    ]
    assert len(dict(told)) == len(told), "an attack stands in one row"
    assert set(told) == {(attack.row, attack.noticed) for attack in ATTACKS.values()}


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
    said = {
        page: re.sub(r"<[^>]+>", "", " ".join(page.read_text(encoding="utf-8").lower().split()))
        for page in pages
    }
    assert CLAIM in said[ROOT / "templates/fair.html"]
    claims = [
        f"{page.relative_to(ROOT)}: {claim}"
        for page in pages
        for claim in REFUTED
        if claim in said[page].replace(CLAIM, "")
    ]
    assert claims == []
