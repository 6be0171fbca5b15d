"""The events of the log, read from the code; `python -m tests.docs.log_events` writes them.

The table stands in docs/hosting.md between two marks.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from app.settings import ROOT

PAGE: Final = ROOT / "docs/hosting.md"
BEGIN: Final = "<!-- the events: python -m tests.docs.log_events -->\n"
END: Final = "<!-- end of the events -->\n"
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


def table() -> str:
    """One row for each event: the worst level first, then by name."""
    rows: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for event in events():
        fields, places = rows.setdefault((event.level, event.name), ([], []))
        fields += [field for field in event.fields if field not in fields]
        place = event.where.partition(":")[0]
        places += [place] if place not in places else []
    lines = ["| level | event | tells | written by |", "|---|---|---|---|"]
    for (level, name), (fields, places) in sorted(
        rows.items(), key=lambda row: (LEVELS.index(row[0][0]), row[0][1])
    ):
        told = ", ".join(f"`{field}`" for field in fields)
        lines.append(f"| {level} | {name} | {told} | {', '.join(f'`{one}`' for one in places)} |")
    return "\n".join(lines) + "\n"


def written() -> str:
    """The page with the table as the code has it."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
