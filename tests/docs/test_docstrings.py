"""Docstrings, and the strings under fields, name their subject first: "True if", not "Whether"."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from app.settings import ROOT

FOLDERS = ("app", "bench", "tests", "examples", "migrations")
HEADLESS = r"\s*(?:Who|Whoever|Whom|Whose|What|Whatever|Which|Whether|When|How|Where|Why)\b"
BEGINS_HEADLESS = re.compile(HEADLESS)
WORTH_PARSING = re.compile(rf"""["']{HEADLESS}""")


def headless(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every docstring and field doc that names no subject."""
    if not WORTH_PARSING.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            doc = node.value.value
            if isinstance(doc, str) and BEGINS_HEADLESS.match(doc):
                yield node.lineno, doc


def headless_in(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root)}:{line}: {doc}"
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*.py"))
        for line, doc in headless(path.read_text(encoding="utf-8"))
    ]


def test_every_docstring_names_its_subject_first() -> None:
    assert headless_in(ROOT) == []


def test_a_headless_docstring_is_found_in_every_place(tmp_path: Path) -> None:
    planted = (
        '"""Why it is."""\n'
        "class One:\n"
        '    """\n    Who is asked."""\n'
        "    size: int\n"
        "    '''How many.'''\n"
        "    def is_new(self):\n"
        '        r"""Whether it is new."""\n'
    )
    innocent = 'text = "What a day."\ndef whole():\n    """Whole, or: "When?"."""\n'
    for folder in FOLDERS:
        (tmp_path / folder / "deeper").mkdir(parents=True)
        (tmp_path / folder / "innocent.py").write_text(innocent, encoding="utf-8")
        (tmp_path / folder / "deeper/planted.py").write_text(planted, encoding="utf-8")
    assert len(headless_in(tmp_path)) == 4 * len(FOLDERS)
    assert [line for line, _ in headless(planted)] == [1, 3, 6, 8]
