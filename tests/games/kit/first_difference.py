"""The first field in which two values differ, for messages that a reader can take in."""

from collections.abc import Mapping
from typing import Any

import msgspec


def first_difference(one: Any, other: Any) -> str:
    """The path of the first difference and both values there: `private[2].hand[0]: 3 or 4`.

    Empty if the values are equal.
    """
    return _difference(one, other, "").removeprefix(".")


def _difference(one: Any, other: Any, path: str) -> str:
    if one == other:
        return ""
    first, second = _parts(one), _parts(other)
    if type(one) is type(other):
        for name in dict.fromkeys((*first, *second)):
            if name not in first or name not in second:
                return f"{path}{name}: {(first | second)[name]!r} in one of them alone"
            if found := _difference(first[name], second[name], path + name):
                return found
    return f"{path}: {one!r} or {other!r}"


def _parts(value: Any) -> dict[str, Any]:
    """The parts of a value by what is appended to its path; empty for a value without parts."""
    match value:
        case msgspec.Struct():
            return {f".{name}": getattr(value, name) for name in value.__struct_fields__}
        case Mapping():
            return {f"[{name!r}]": part for name, part in value.items()}
        case tuple() | list():
            return {f"[{number}]": part for number, part in enumerate(value)}
        case _:
            return {}
