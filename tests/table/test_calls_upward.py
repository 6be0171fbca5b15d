"""The parts of a table know those below them, and keep no call into those above (decision 303)."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from app.settings import ROOT

KEPT: Final = {
    ("ShuffleProof", "kind"): "a kind of message, by which it keeps the last one",
    ("ShuffleProof", "make_decks"): "makes the decks that it keeps, once they are needed",
    ("TableRegistry", "make"): "makes the tables that it keeps",
}
"""Calls that are kept, with the reason."""
FILLING: Final = ("add", "append", "appendleft", "insert", "setdefault")
"""Methods by which a collection keeps something."""


def kept_calls(source: str) -> Iterator[tuple[str, str]]:
    """Each class and the parameter, typed as a call, that one of its methods keeps in `self`."""
    for owner in ast.walk(ast.parse(source)):
        if not isinstance(owner, ast.ClassDef):
            continue
        for method in owner.body:
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
                kept = {name for part in ast.walk(method) for name in names_kept(part)}
                for one in (*method.args.args, *method.args.kwonlyargs):
                    typed = "" if one.annotation is None else ast.unparse(one.annotation)
                    if "Callable" in typed and one.arg in kept:
                        yield owner.name, one.arg


def names_kept(part: ast.AST) -> Iterator[str]:
    """The names that a statement puts into `self`, or into something in it."""
    if isinstance(part, ast.Assign) and any(map(of_self, part.targets)):
        yield from (name for one in (*part.targets, part.value) for name in names_in(one))
    if isinstance(part, ast.AnnAssign) and part.value is not None and of_self(part.target):
        yield from names_in(part.value)
    match part:
        case ast.Call(func=ast.Attribute(attr=attribute) as method) if attribute in FILLING:
            if of_self(method):
                yield from (name for one in part.args for name in names_in(one))


def names_in(value: ast.AST) -> Iterator[str]:
    """The names in it, without those that are only called."""
    called = {id(one.func) for one in ast.walk(value) if isinstance(one, ast.Call)}
    for one in ast.walk(value):
        if isinstance(one, ast.Name) and id(one) not in called:
            yield one.id


def of_self(target: ast.AST) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "self" for one in ast.walk(target))


def files() -> list[Path]:
    return sorted((ROOT / "app/table").rglob("*.py"))


def test_no_part_of_a_table_keeps_a_call_into_a_part_above() -> None:
    found = {call for file in files() for call in kept_calls(file.read_text())}
    assert found == set(KEPT)


@pytest.mark.parametrize(
    "body",
    [
        "self._tell = tell",
        "self._all.append(tell)",
        "self._all[tell] = None",
        "self._a, self._b = 1, tell",
    ],
)
def test_a_planted_call_upward_is_found(body: str) -> None:
    source = f"class Part:\n    def join(self, tell: Callable[[], None]) -> None:\n        {body}\n"
    assert list(kept_calls(source)) == [("Part", "tell")]
    assert list(kept_calls(source.replace(body, "tell()"))) == []
