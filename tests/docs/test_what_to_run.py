"""The page that says what to run has every file, and names only what there is and what fits."""

import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch

import grimp
import pytest

from app.settings import ROOT
from tests.changed.importers import is_test, path_of
from tests.changed.selection import PLACE
from tests.changed.what_to_run import GAMES, Row, rows
from tests.prove.__main__ import PROOFS

ROWS = rows()
WITHOUT_IMPORTS = ("tests.server_process", "tests.static.test_words")
FILES = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
).stdout.splitlines()
"""The files that git tracks; none in a copy without git."""


def test_every_file_has_a_row_or_is_a_module_of_the_tests() -> None:
    left = [path for path in FILES if not any(row.has(path) for row in ROWS)]
    assert [path for path in left if not fnmatch(path, "tests/*.py")] == []


@pytest.mark.skipif(not FILES, reason="a copy without git")
def test_every_area_has_files() -> None:
    areas = [area for row in ROWS for area in row.areas]
    assert len(areas) > 100
    assert [one for one in areas if not any(map(Row((one,), (), ()).has, FILES))] == []


def test_every_place_of_tests_exists() -> None:
    for row in ROWS:
        for place in row.tests:
            path, _, name = place.partition("[")[0].partition("::")
            for package in GAMES:
                at = ROOT / path.replace("GAME", package)
                assert at.exists(), place
                assert not name or f"def {name}(" in at.read_text(encoding="utf-8"), place


def test_every_proof_that_is_named_exists_and_each_has_its_area() -> None:
    assert {proof for row in ROWS for proof in row.proofs} == {proof.name for proof in PROOFS}


def test_every_page_has_a_browser_that_looks_at_it() -> None:
    for path in (path for path in FILES if path.startswith("templates/")):
        tests = " ".join(row.tests_for(path) or "" for row in ROWS)
        assert "tests/browser/" in tests, path


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """All imports, and what tests use without one: they start a server, or read all texts."""
    found = grimp.build_graph("app", "bench", "tests", cache_dir=None)
    for name in WITHOUT_IMPORTS:
        found.add_import(importer=name, imported="app.__main__")
    return found


def test_the_tests_of_a_row_reach_what_the_row_is_about(graph: grimp.ImportGraph) -> None:
    reached = {name: graph.find_upstream_modules(name) | {name} for name in graph.modules}
    strangers = []
    for row in ROWS:
        about = {
            name
            for name in graph.modules
            if name.startswith("app.") and any(map(row.has, (path_of(name), folder_of(name))))
        }
        strangers += [
            f"{place} meets nothing of {row.areas}"
            for place in row.tests
            if about and not any(about & reached[name] for name in modules_at(place, graph))
        ]
    assert strangers == []


def folder_of(module: str) -> str:
    return f"{module.replace('.', '/')}/__init__.py"


def modules_at(place: str, graph: grimp.ImportGraph) -> Iterator[str]:
    """The test modules at a place, and the fixtures of the folders that they are in."""
    named = PLACE.fullmatch(place)
    assert named is not None
    path = named["path"].partition("::")[0].replace("GAME", GAMES[0])
    for name in graph.modules:
        if is_test(name) and f"{path_of(name)}/".startswith(f"{path}/"):
            yield name
    folder = path.removesuffix(".py").replace("/", ".")
    while folder := folder.rpartition(".")[0]:
        if f"{folder}.conftest" in graph.modules and folder != "tests":
            yield f"{folder}.conftest"


def test_it_is_found_from_the_page_for_contributors() -> None:
    assert "docs/what-to-run.md" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
