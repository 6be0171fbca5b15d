"""A handler of a table's message writes nothing and waits for nothing; decision 303."""

import ast
from pathlib import Path

from app import table

TURN = Path(table.__file__).parent / "turn"
WRITERS = {"table_state.py", "loading.py"}
"""The files that write changes and read what was written."""
HARMLESS = {"is_full"}
"""Questions to the log that a handler may ask."""


def faults(name: str, source: str) -> list[str]:
    """The places where a handler could wait, or reaches for the store."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AsyncFunctionDef | ast.Await):
            found.append(f"{name}:{node.lineno} waits")
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Attribute)
            and node.value.attr in ("log", "rooms")
            and node.attr not in HARMLESS
        ):
            found.append(f"{name}:{node.lineno} asks the store: {node.attr}")
    return found


def test_no_handler_waits_or_asks_the_store() -> None:
    handlers = [path for path in sorted(TURN.glob("*.py")) if path.name not in WRITERS]
    assert len(handlers) > 5
    assert [one for path in handlers for one in faults(path.name, path.read_text("utf-8"))] == []


def test_a_handler_that_waits_or_writes_is_found() -> None:
    waiting = "async def play(state): await state.services.log.append(line)"
    assert len(faults("moves.py", waiting)) == 3
    assert faults("moves.py", "state.services.log.is_full()") == []
