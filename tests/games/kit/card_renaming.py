"""Cards renamed in the JSON of a move, by its type.

What is a seat stays, wherever it stands, and so does what its type lists: `Literal[10, 20]`.
"""

from collections.abc import Hashable, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from app.rules.game import Seat

Renames = Mapping[Hashable, Hashable]


def renamed(raw: Any, instead: Renames, kind: Any) -> Any:
    """JSON of a value of type `kind` with its cards replaced.

    What may be a seat or a card is taken for a seat.
    """
    kinds = _members(kind)
    if Seat in kinds or any(get_origin(member) is Literal for member in kinds):
        return raw
    match raw:
        case dict():
            record = _record(kinds, raw)
            if record is None:
                return _renamed_mapping(raw, instead, kinds)
            types = {field.encode_name: field.type for field in fields(record)}
            return {
                name: renamed(part, instead, types[name]) if name in types else part
                for name, part in raw.items()
            }
        case list() | tuple():
            types_by_place = _item_types(kinds, len(raw))
            return [
                renamed(item, instead, of) for item, of in zip(raw, types_by_place, strict=True)
            ]
        case bool() | None:
            return raw
        case _:
            return instead.get(raw, raw)


def _members(kind: Any) -> list[Any]:
    """The members of a union, or the type by itself."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [member for part in get_args(kind) for member in _members(part)]
    return [kind]


def _record(kinds: Sequence[Any], raw: Mapping[Any, Any]) -> type[Struct] | None:
    """The record among these types that was written as `raw`."""
    records = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)]
    for record in records:
        config = record.__struct_config__
        if config.tag is None or raw.get(config.tag_field) == config.tag:
            return record
    return None


def _renamed_mapping(raw: Mapping[Any, Any], instead: Renames, kinds: Sequence[Any]) -> Any:
    of_keys, of_parts = next(
        (get_args(kind) for kind in kinds if len(get_args(kind)) == 2), (Any, Any)
    )
    return {
        renamed(key, instead, of_keys): renamed(part, instead, of_parts)
        for key, part in raw.items()
    }


def _item_types(kinds: Sequence[Any], number: int) -> Sequence[Any]:
    """The types of the items of a list, tuple or set of this length."""
    for kind in kinds:
        inner = get_args(kind)
        if get_origin(kind) is tuple and inner[1:] != (...,):
            return inner
        if inner:
            return inner[:1] * number
    return [Any] * number
