"""The layers of the scripts: imports go down the rows of static/js/README.md, and form no cycle."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "static"
MAP = (STATIC / "js/README.md").read_text(encoding="utf-8")
LAYERS = tuple(f"js/{name}" for name in re.findall(r"^\| `([^`]+)` \|", MAP, re.MULTILINE))
"""Lowest first: the rows of the map."""
FOR_GAMES = LAYERS[: LAYERS.index("js/table/replay/")]
IMPORT = re.compile(
    r"""^(?:import|export)\b[^"';]*["'](\.{1,2}/[^"']+)["']|\bimport\(\s*["'](\.{1,2}/[^"']+)["']""",
    re.MULTILINE,
)

Scripts = Mapping[str, str]
"""Texts by path below static/."""


def scripts() -> Scripts:
    paths = [*(STATIC / "js").rglob("*.js"), *(STATIC / "games").rglob("*.js")]
    return {path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def imports(path: str, text: str) -> Iterator[str]:
    for fixed, late in IMPORT.findall(text):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(path), fixed or late))


def layer(path: str) -> int:
    """The row of a script of static/js. Raises StopIteration where it has none."""
    return next(row for row, name in enumerate(LAYERS) if path == name or _inside(path, name))


def _inside(path: str, folder: str) -> bool:
    return folder.endswith("/") and path.startswith(folder)


def wrong_arrows(found: Scripts) -> list[str]:
    """The imports that go up, into a game, or from one game into another."""
    return [
        f"{path} -> {other}"
        for path, text in found.items()
        for other in imports(path, text)
        if not _allowed(path, other)
    ]


def _allowed(path: str, other: str) -> bool:
    if path.startswith("games/"):
        own = posixpath.dirname(path) == posixpath.dirname(other)
        return own or any(other == name or _inside(other, name) for name in FOR_GAMES)
    return not other.startswith("games/") and layer(other) <= layer(path)


def cycle(found: Scripts) -> list[str]:
    """The scripts that import each other in a ring or need one that does, sorted; empty: none."""
    needs = {path: {*imports(path, text)} & found.keys() for path, text in found.items()}
    while free := {path for path, others in needs.items() if not others}:
        needs = {path: others - free for path, others in needs.items() if path not in free}
    return sorted(needs)


def test_every_script_has_a_layer_and_every_layer_a_script() -> None:
    paths = [path for path in scripts() if path.startswith("js/")]
    assert len(LAYERS) > 10
    assert {layer(path) for path in paths} == set(range(len(LAYERS)))


def test_every_import_names_a_script() -> None:
    found = scripts()
    named = {other for path, text in found.items() for other in imports(path, text)}
    assert len(named) > 50
    assert sorted(named - found.keys()) == []


def test_imports_go_down() -> None:
    assert wrong_arrows(scripts()) == []


def test_imports_form_no_cycle() -> None:
    assert cycle(scripts()) == []


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("js/table/core/store.js", "js/table/net/socket.js"),
        ("js/cards/fan.js", "js/table/ui/motion.js"),
        ("js/table/replay/steps.js", "js/table/shell/app.js"),
        ("js/table/play/layout.js", "games/usurp/cards.js"),
        ("games/usurp/cards.js", "js/table/shell/app.js"),
        ("games/usurp/cards.js", "games/scroker/deck.js"),
    ],
)
@pytest.mark.parametrize("way", ['import {{\n  a,\n}} from "{}";', 'const a = import("{}");'])
def test_a_planted_upward_import_is_found(path: str, other: str, way: str) -> None:
    found = dict(scripts())
    address = posixpath.relpath(other, posixpath.dirname(path))
    address = address if address.startswith(".") else f"./{address}"
    found[path] = found[path] + "\n" + way.format(address)
    assert wrong_arrows(found) == [f"{path} -> {other}"]


def test_a_planted_cycle_is_found() -> None:
    found = dict(scripts())
    found["js/table/core/prefs.js"] += '\nexport { room } from "./store.js";'
    found["js/table/core/name.js"] += '\nimport "./prefs.js";'
    ring = cycle(found)
    assert {"js/table/core/prefs.js", "js/table/core/store.js", "js/table/core/name.js"} <= {*ring}
