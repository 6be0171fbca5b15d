"""The page that says what to run names every area of the code, and only what there is."""

import re
from pathlib import Path

from tests.prove.__main__ import PROOFS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/what-to-run.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`.*) \| (.*) \| ?(.*?) ?\|$", PAGE, re.MULTILINE)
"""Areas, tests and proofs of each row, as they are written."""


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_path_that_is_named_exists() -> None:
    paths = [name for areas, tests, _ in ROWS for name in named(areas) + named(tests)]
    assert [path for path in paths if path != "-k" and not (ROOT / path).exists()] == []
    assert len(paths) > 50


def test_every_proof_that_is_named_exists_and_each_has_its_area() -> None:
    proofs = {name for *_, proofs in ROWS for name in named(proofs)}
    assert proofs == {proof.name for proof in PROOFS}


def test_every_package_has_its_row() -> None:
    areas = [area for cell, *_ in ROWS for area in named(cell)]
    packages = [
        *(path.parent for path in (ROOT / "app").glob("*/__init__.py")),
        *(path for path in (ROOT / "static").iterdir() if path.name in ("js", "css", "games")),
        *(path.parent for path in (ROOT / "app").glob("t*/*/__init__.py")),
    ]
    assert len(packages) > 10
    for package in packages:
        path = package.relative_to(ROOT).as_posix()
        assert any(
            f"{path}/".startswith(f"{one}/") or one.startswith(f"{path}/") for one in areas
        ), path


def test_it_is_found_from_the_page_for_contributors() -> None:
    assert "docs/what-to-run.md" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
