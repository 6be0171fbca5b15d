"""The events of the log, read from the code."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from app.settings import ROOT

LEVELS: Final = ("error", "warning", "info", "debug")
CHAIN: Final = "error_chain"


class Event(msgspec.Struct, frozen=True, order=True):
    """One call that writes a line."""

    level: str
    name: str
    where: str
    """Module and line."""
    fields: tuple[str, ...]
    in_handler: bool
    """True within `except ... as error`."""
    tells_chain: bool


@cache
def events() -> tuple[Event, ...]:
    """All of the server, in the order of the code."""
    return tuple(one for path in sorted((ROOT / "app").rglob("*.py")) for one in events_of(path))


def events_of(path: Path, root: Path = ROOT) -> Iterator[Event]:
    where = str(path.relative_to(root))
    yield from _events(ast.parse(path.read_text(encoding="utf-8")), where, False)


def _events(node: ast.AST, where: str, in_handler: bool) -> Iterator[Event]:
    for child in ast.iter_child_nodes(node):
        inside = in_handler or (isinstance(child, ast.ExceptHandler) and child.name is not None)
        if isinstance(child, ast.Call) and (level := _level(child)):
            yield _event(child, level, where, in_handler)
        yield from _events(child, where, inside)


def _level(call: ast.Call) -> str | None:
    made = call.func
    if not isinstance(made, ast.Attribute) or not isinstance(made.value, ast.Name):
        return None
    known = made.value.id == "log" and made.attr in (*LEVELS, "exception", "critical")
    return made.attr if known and call.args else None


def _event(call: ast.Call, level: str, where: str, in_handler: bool) -> Event:
    name = call.args[0]
    text = name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else "?"
    fields = tuple(word.arg or "…" for word in call.keywords)
    chain = any(
        isinstance(part, ast.Name) and part.id == CHAIN
        for word in call.keywords
        for part in ast.walk(word.value)
    )
    return Event(level, text, f"{where}:{call.lineno}", fields, in_handler, chain)
