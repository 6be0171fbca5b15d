"""`new-game`: makes a game's four folders from a stub, and its line in the registry.

Existing files are never overwritten.
"""

import ast
import keyword
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

STUB: Final = Path(__file__).parent / "stub"
FILES: Final = {
    "package.py.txt": "app/games/{package}/__init__.py",
    "game.py.txt": "app/games/{package}/game.py",
    "table.js.txt": "static/games/{slug}/table.js",
    "table.css.txt": "static/games/{slug}/table.css",
    "cover.svg.txt": "static/games/{slug}/cover.svg",
    "rules.html.txt": "templates/games/{slug}/rules.html",
    "tests.py.txt": "tests/games/{package}/__init__.py",
    "conformance.py.txt": "tests/games/{package}/conformance.py",
    "test_rules.py.txt": "tests/games/{package}/test_rules.py",
    "transcript_2.txt": "tests/games/{package}/transcripts/2.txt",
}
"""From the stub's files to a checkout's."""
REGISTRY: Final = "app/games/__init__.py"
SEARCHED_FOLDERS: Final = ("app", "templates", "static", "migrations")
"""Folders in which a game's name may stand in its own folder only; see test_shelf.py."""
TEXT: Final = frozenset((".py", ".html", ".js", ".css", ".svg", ".toml", ".json", ".mako"))
MAX_TITLE: Final = 30
MAX_LINE: Final = 100


class InvalidName(Exception):
    """No game can be made under this name; the message says why and what would work."""


@dataclass(frozen=True)
class GameName:
    """One game's name in its four spellings: "High Tide", high-tide, high_tide, HighTide."""

    title: str
    slug: str
    package: str
    class_name: str

    @property
    def constant(self) -> str:
        return self.package.upper()


def spellings(title: str) -> GameName:
    """The spellings of a title.

    Raises InvalidName where it gives no folder or no Python name.
    """
    title = " ".join(title.split())
    plain = (
        unicodedata.normalize("NFKD", title.replace("’", "").replace("'", "").casefold())
        .encode("ascii", "ignore")
        .decode()
    )
    words = re.findall(r"[a-z0-9]+", plain)
    if not words or not words[0][0].isalpha():
        raise InvalidName(f"“{title}” gives no name for a folder: begin with a letter from a to z.")
    if len(title) > MAX_TITLE:
        raise InvalidName(f"“{title}” is too long for a cover; {MAX_TITLE} letters are the most.")
    if re.search(r"[\"\\<>{}&]", title):
        raise InvalidName(
            f"“{title}” has a character in it that no page can show as it stands. "
            "Use letters, digits, spaces and ’."
        )
    package = "_".join(words)
    if keyword.iskeyword(package):
        raise InvalidName(f"“{title}” is a word of Python's own; choose another name.")
    return GameName(title, "-".join(words), package, "".join(word.capitalize() for word in words))


def create(checkout: Path, title: str) -> list[str]:
    """Makes and registers the game's files; returns their paths, the registry last.

    Raises InvalidName; then nothing has changed.
    """
    name = spellings(title)
    files = {
        path.format(package=name.package, slug=name.slug): (STUB / stub).read_text()
        for stub, path in FILES.items()
    }
    registry = checkout / REGISTRY
    _check_free(checkout, name, files)
    registered = register(registry.read_text(), name)
    for path, text in files.items():
        place = checkout / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("x") as file:
            file.write(_filled_in(text, name))
    registry.write_text(registered)
    return [*files, REGISTRY]


def register(source: str, name: GameName) -> str:
    """The registry's source with one more game, at the end of its shelf."""
    imports = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("app.")
    ]
    lines = source.splitlines()
    line = f"from app.games.{name.package} import GAME as {name.constant}"
    after = [node for node in imports if (node.module or "") < f"app.games.{name.package}"]
    at = after[-1].end_lineno if after else imports[0].lineno - 1
    assert at is not None
    lines.insert(at, line)
    source = "\n".join(lines) + "\n"
    shelf = re.search(r"^(GAMES\b[^\n]*= \()([^)]*)\)", source, re.MULTILINE)
    assert shelf is not None, f"{REGISTRY} has no tuple GAMES"
    games = [*filter(None, map(str.strip, shelf[2].split(","))), name.constant]
    flat = f"{shelf[1]}{', '.join(games)}{',' if len(games) == 1 else ''})"
    if len(flat) > MAX_LINE:
        flat = "\n".join((shelf[1], *(f"    {game}," for game in games), ")"))
    return source[: shelf.start()] + flat + source[shelf.end() :]


def _check_free(checkout: Path, name: GameName, files: dict[str, str]) -> None:
    for folder in dict.fromkeys(Path(path).parent for path in files):
        if (checkout / folder).exists():
            raise InvalidName(
                f"{folder} is there already; nothing is ever written over. "
                "Choose another name, or remove it."
            )
    for other in _games(checkout):
        if other in name.package:
            raise InvalidName(
                f"“{name.title}” holds the name of another game ({other}); "
                "the two could not be told apart."
            )
    for path, text in _texts(checkout):
        found = next((word for word in (name.slug, name.package, name.title) if word in text), None)
        if found:
            raise InvalidName(
                f"“{found}” stands in {path} already, but a game's name may stand in its own "
                "folders only. Choose a name that is used nowhere yet."
            )


def _games(checkout: Path) -> list[str]:
    return [
        folder.name
        for folder in sorted((checkout / "app/games").iterdir())
        if (folder / "__init__.py").is_file()
    ]


def _texts(checkout: Path) -> Iterator[tuple[Path, str]]:
    for folder in SEARCHED_FOLDERS:
        for path in sorted((checkout / folder).rglob("*")):
            if path.suffix in TEXT and path.is_file():
                yield path.relative_to(checkout), path.read_text(encoding="utf-8")


def _filled_in(text: str, name: GameName) -> str:
    for word, spelling in (
        ("STUB_TITLE", name.title),
        ("STUB_SLUG", name.slug),
        ("stub_package", name.package),
        ("StubClass", name.class_name),
    ):
        text = text.replace(word, spelling)
    return text
