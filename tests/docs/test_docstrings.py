"""Docstrings name their subject first ("True if", not "Whether"); unwanted words stay out."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def headless_scripts_in(root: Path) -> list[str]:
    """The comments before functions, types and fields of scripts that name no subject."""
    return [
        f"{path.relative_to(root)}: {found[0]}"
        for folder in ("static/js", "static/games", "tests")
        for path in sorted((root / folder).rglob("*.js"))
        if "vendor" not in path.parts
        for found in re.finditer(rf"/\*\*(?:\s*\*)?{HEADLESS}.*", path.read_text(encoding="utf-8"))
    ]


def test_every_comment_of_a_script_names_its_subject_first(tmp_path: Path) -> None:
    assert headless_scripts_in(ROOT) == []
    (tmp_path / "static/js").mkdir(parents=True)
    planted = "/** What waits. */\n  /**\n   * How many.\n   */\n/**\n * True if\n * what\n */\n"
    (tmp_path / "static/js/planted.js").write_text(planted, encoding="utf-8")
    assert len(headless_scripts_in(tmp_path)) == 2


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


PHRASES = ("so[ _]many", "of[ _]before", "be[ _]rid[ _]of")
"""For "this many", "earlier" and "get rid of"."""
WORDS = ("adrift", "chair", "foresight", "inbox", "misfit", "searcher", "standstill", "steward")
"""Words that the glossary gives up, and that good English does not need here."""
NAMES = (
    r"\bnotices?\b(?= =|\[|\.\w| in \w+[.:\]])",  # not the verb
    r"(?<!full)_house(?![a-z])",
    r"\bhouse(?=_| =|\.\w)",  # players may read it
    r"(?-i:handover)",  # a HandOver ends a hand
)
"""Words that it gives up, where they name something in code."""
WHOLE = "|".join((*PHRASES, *(f"{word}s?" for word in WORDS)))
UNWANTED = re.compile(rf"(?<![^\W_])(?:{WHOLE})(?![a-z])|{'|'.join(NAMES)}", re.IGNORECASE)
SEARCHED = (
    *((folder, "*.py") for folder in FOLDERS),
    ("static/js", "*.js"), ("static/games", "*.js"), ("tests/js", "*.js"),
)  # fmt: skip


def unwanted_in(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root)}:{number}: {line.strip()}"
        for folder, names in SEARCHED
        for path in sorted((root / folder).rglob(names))
        if path != Path(__file__) and UNWANTED.search(text := path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1)
        if UNWANTED.search(line)
    ]


def test_words_of_the_glossary_that_are_not_used_stand_nowhere() -> None:
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    given_up = glossary.partition("## Words that are not used")[2]
    assert [word for word in WORDS if f"| {word}" not in given_up] == []
    assert unwanted_in(ROOT) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('"""Deals so many cards."""', True),
        ("def test_a_room_takes_so_many_people():", True),
        ("# the cards of before", True),
        ("for chair in self._chairs:", True),
        ("class Searcher:", True),
        ("notice = await client.next()", True),
        ("kinds = {notice['type'] for notice in line.received}", True),
        ("def test_a_killed_house_opens():", True),
        ("house = ServerProcess()", True),
        ('"""Nobody notices in time; players notice nothing."""', False),
        ("FULL_HOUSE = 'full-house'", False),
        ('SERVER_NAME: Final = "The house"', False),
        ("class HandOver(Event):", False),
    ],
)
def test_a_planted_word_is_found_and_good_english_is_not(
    tmp_path: Path, line: str, found: bool
) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app/planted.py").write_text(f"pass\n{line}\n", encoding="utf-8")
    assert unwanted_in(tmp_path) == ([f"app/planted.py:2: {line}"] if found else [])
