"""The excerpts in CONTRIBUTING.md stand in the files that they name."""

import re
import textwrap
from pathlib import Path

import pytest

from app.settings import ROOT
from tests.docs.page_runner import Block, blocks

PAGE = ROOT / "CONTRIBUTING.md"
EXCERPTS = [block for block in blocks(PAGE) if block.language == "python"]


def stands(excerpt: Block, checkout: Path) -> bool:
    """True if the excerpt is found verbatim in its file, at any indentation."""
    code = (checkout / excerpt.path).read_text(encoding="utf-8")
    depths = (textwrap.indent(excerpt.text, " " * depth) for depth in (0, 4, 8))
    return any(f"\n{text}" in f"\n{code}" for text in depths)


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda excerpt: excerpt.path)
def test_an_excerpt_stands_in_the_file_that_it_names(excerpt: Block) -> None:
    assert stands(excerpt, ROOT), f"{excerpt.path} has changed: take the excerpt anew"


def test_there_are_five_excerpts_from_different_files() -> None:
    assert len({block.path for block in EXCERPTS}) == len(EXCERPTS) == 5


def test_a_changed_excerpt_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def one() -> int:\n    return 1\n")
    assert stands(Block("python", "one.py", "def one() -> int:\n    return 1\n"), tmp_path)
    assert stands(Block("python", "one.py", "return 1\n"), tmp_path)
    assert not stands(Block("python", "one.py", "def one() -> int:\n    return 2\n"), tmp_path)
    assert not stands(Block("python", "one.py", "one() -> int:\n"), tmp_path)


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"(?:app|docs|tests)/[\w/.-]*\w", PAGE.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []
