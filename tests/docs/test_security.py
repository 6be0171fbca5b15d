"""The page about security names tests and files that exist, and leaves out no threat."""

import re
from pathlib import Path

from tests.prove.__main__ import PROOFS

HERE = Path(__file__).resolve().parents[2]
PAGE = (HERE / "docs/security.md").read_text(encoding="utf-8")
ROWS = {number: line for line in PAGE.splitlines() for number in re.findall(r"^\| (T\d+) ", line)}
PROOF_NAMES = {proof.name for proof in PROOFS}


def test_every_threat_has_its_row() -> None:
    assert list(ROWS) == [f"T{number}" for number in range(1, 42)]


def test_every_row_names_a_test_or_a_proof() -> None:
    for number, row in ROWS.items():
        cell = row.rstrip(" |").rpartition(" | ")[2]
        assert re.search(r"`tests/[\w/]+\.py::\w+`|`prove [\w-]+`", cell), number


def test_every_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert len(named) > 60
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (HERE / path).is_file()
        or not re.search(
            rf"^(?:async )?def {name}\(", (HERE / path).read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    assert missing == []


def test_every_proof_and_file_that_the_page_names_exists() -> None:
    assert set(re.findall(r"`prove ([a-z-]+)`", PAGE)) <= PROOF_NAMES
    assert [
        path
        for path in re.findall(r"`((?:app|tests|docs|static|templates)/[\w/.-]+)(?:::\w+)?`", PAGE)
        if not (HERE / path).exists()
    ] == []
