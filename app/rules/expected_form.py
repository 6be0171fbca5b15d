"""The form that was expected of a value from outside, in words; never the value, nor a library's.

The values are records of msgspec, as they come from JSON: of a union that is told apart by `type`,
or of one kind.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from app.rules.phrases import join_words

LISTED: Final = 12
"""The most values of a field that are listed."""


def say_expected(kinds: Any, raw: Any, noun: str) -> str:
    """The first thing that one of these records needs, and that `raw`, which is none, has not.

    `noun`: the records as people call them: "move".
    """
    records = _records(kinds)
    if not isinstance(raw, dict):
        return f"A {noun} is an object."
    record = records.get(None)
    if record is None:
        tag = raw.get("type")
        record = records.get(tag) if isinstance(tag, str) else None
        if record is None:
            return f"The “type” of a {noun} is {join_words([*map(str, records)], 'or')}."
        noun = f"{noun} “{tag}”"
    return next(_faults(record, raw, noun), f"The {noun} has another form.")


@cache
def _records(kinds: Any) -> Mapping[str | None, Any]:
    """The records by their tags; of a record without one, by None."""
    return {
        None if kind.__struct_config__.tag is None else str(kind.__struct_config__.tag): kind
        for kind in get_args(kinds) or (kinds,)
    }


def _faults(record: Any, raw: Mapping[str, Any], noun: str) -> Iterator[str]:
    fields = msgspec.structs.fields(record)
    needed = [f"“{one.encode_name}”" for one in fields if one.required]
    for field in fields:
        if field.encode_name not in raw:
            if field.required:
                yield f"The {noun} needs {join_words(needed)}."
            continue
        try:
            msgspec.convert(raw[field.encode_name], type=field.type)
        except msgspec.ValidationError:
            words = _words(inspect.type_info(field.type))
            yield f"The “{field.encode_name}” of the {noun} is {words}."
    if raw.keys() - {"type", *(one.encode_name for one in fields)}:
        names = join_words([f"“{one.encode_name}”" for one in fields])
        yield f"The {noun} has {names} and nothing else." if names else f"The {noun} has no fields."


def _words(kind: inspect.Type) -> str:
    """A type in words: "a whole number from 0 to 9"."""
    match kind:
        case inspect.Metadata(type=inner):
            return _words(inner)
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.IntType(ge=None) | inspect.IntType(le=None):
            return "a whole number"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.StrType(max_length=most, pattern=pattern):
            length = "" if most is None else f" of at most {most} characters"
            return f"a text{length}{'' if pattern is None else ' that fits the protocol'}"
        case inspect.LiteralType(values=values):
            return _one_of([*map(str, values)])
        case inspect.EnumType(cls=enum):
            return _one_of([str(one.value) for one in enum])
        case inspect.UnionType(types=types):
            return join_words([_words(one) for one in types], "or")
        case inspect.ListType() | inspect.VarTupleType() | inspect.TupleType():
            return "a list"
        case _:
            return "an object"


def _one_of(values: list[str]) -> str:
    if len(values) > LISTED:
        return f"one of {len(values)} words, such as {values[0]}"
    return join_words(values, "or")
