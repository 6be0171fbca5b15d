"""The pages about proofs name exactly the proofs that there are."""

import re
from pathlib import Path

from tests.prove.__main__ import PROOFS

DOCS = Path(__file__).resolve().parents[2] / "docs"
RELIABILITY = (DOCS / "reliability.md").read_text(encoding="utf-8")
PAGE = (DOCS / "proofs.md").read_text(encoding="utf-8")
PROOF_NAMES = {proof.name for proof in PROOFS}


def test_every_proof_has_its_section() -> None:
    sections = re.findall(r"^## ([a-z-]+)$", PAGE, re.MULTILINE)
    assert sorted(sections) == sorted(PROOF_NAMES)


def test_every_promise_names_the_proofs_that_test_it() -> None:
    rows = re.findall(r"^\| \*\*P(\d+) .* \| (.*) \|$", RELIABILITY, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 21))
    for number, proofs in rows:
        expected = {proof.name for proof in PROOFS if f"P{number}" in proof.promises}
        assert expected <= set(re.findall(r"`([a-z-]+)`", proofs)) <= PROOF_NAMES, number
