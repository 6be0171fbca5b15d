"""One word for one thing: former words, listed in docs/words.md, stand nowhere on a screen."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OLD = re.findall(
    r"`([^`]+)`",
    "\n".join(
        line.split("|")[1]
        for line in (ROOT / "docs/words.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ),
)
RULE_BOOK = {"templates/games/usurp/rules.html": {"the Leading Order"}}
"""The rules page says once what the rule book calls the first Order."""
WORD_LISTS = {"scowl", "wordnet", "__pycache__"}


def shown_by_python(source: str) -> str:
    """The text constants of a module, without its docstrings."""
    tree = ast.parse(source)
    docs = {
        id(line.value)
        for node in ast.walk(tree)
        if isinstance(body := getattr(node, "body", None), list)
        for line in body
        if isinstance(line, ast.Expr)
    }
    return "\n".join(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    )


def shown_by_script(source: str) -> str:
    """A script without its comments."""
    return re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", source, flags=re.DOTALL)


def shown_by_template(source: str) -> str:
    return " ".join(re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL).split())


@cache
def shown() -> list[tuple[str, str]]:
    """Each file that people read from, with the text that it may show."""
    found = []
    for folder, ending, read in (
        ("app/games", "py", shown_by_python),
        ("app/table", "py", shown_by_python),
        ("app/web", "py", shown_by_python),
        ("static/js", "js", shown_by_script),
        ("static/games", "js", shown_by_script),
        ("templates", "html", shown_by_template),
    ):
        for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
            if not WORD_LISTS.intersection(path.parts):
                name = path.relative_to(ROOT).as_posix()
                found.append((name, read(path.read_text(encoding="utf-8"))))
    return found


def old_words(name: str, text: str) -> list[str]:
    allowed = RULE_BOOK.get(name, set())
    return [
        f"{name}: {old}"
        for old in OLD
        if old in text and old not in allowed
        if re.search(rf"(?<![\w-]){re.escape(old)}(?![\w-])", text)
    ]


def test_no_screen_shows_a_former_word() -> None:
    assert len(OLD) > 30
    assert [found for name, text in shown() for found in old_words(name, text)] == []


@pytest.mark.parametrize(
    ("read", "source"),
    [
        (shown_by_python, '"""A module."""\nSAYS = f"{1} stays for 2."'),
        (shown_by_script, "/* stays. */ const says = `${name} stays for ${paid}.`;"),
        (shown_by_template, "{# a page #}<p>She\n  stays for 5.</p>"),
    ],
    ids=["python", "script", "template"],
)
def test_a_planted_former_word_is_found(read: object, source: str) -> None:
    assert callable(read)
    assert old_words("planted", read(source)) == ["planted: stays for"]


def straight_apostrophes(name: str, text: str) -> list[str]:
    """The places with an apostrophe of a typewriter; `{` and `}` end a name that is put in."""
    return [
        f"{name}: {text[max(0, found.start() - 30) : found.end() + 10]!r}"
        for found in re.finditer(r"(?:(?<=[A-Za-z}])|(?<=^)|(?<=\n))'(?=(?:s|t|re|ll|ve)\b)", text)
    ]


def test_every_apostrophe_that_players_read_is_typographic() -> None:
    read = [one for one in shown() if not one[0].startswith(("app/web", "app/table"))]
    assert len(read) > 200
    assert [found for one in read for found in straight_apostrophes(*one)] == []


def test_a_planted_straight_apostrophe_is_found() -> None:
    assert straight_apostrophes("planted", shown_by_python('SAYS = f"{name}\'s hand"'))
    assert straight_apostrophes("planted", shown_by_script("const says = `${name}'s hand`;"))


def test_comments_and_docstrings_are_not_shown() -> None:
    assert not old_words("planted", shown_by_python('"""A card of one face."""'))
    assert not old_words("planted", shown_by_script("/** of one face */ // of one face\n"))
