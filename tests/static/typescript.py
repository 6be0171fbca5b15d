"""Records in TypeScript: a type for each record, as its JSON has it, with the fields' docs."""

import ast
import inspect
import re
import textwrap
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Final, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec import inspect as records

MOST_NAMES: Final = 20
"""An enum of more values, such as the cards of a deck, is a plain string."""
WIDTH: Final = 100


class Generic(NamedTuple):
    """The parameters of a type: as they are declared, and as others give them."""

    declared: str
    given: str


class Declarations:
    """The types of one file, by name. A record brings along all that its fields name."""

    def __init__(
        self,
        names: Mapping[type, str] | None = None,
        fields: Mapping[tuple[str, str], str] | None = None,
        generics: Mapping[str, Generic] | None = None,
        filled: Iterable[Any] = (),
        unsent: Collection[tuple[str, str]] = (),
    ) -> None:
        """`names` gives a class another name, and `fields` gives a field another type.

        `filled`: the records whose omitted fields the page fills in. `unsent`: fields that no page
        is sent.
        """
        self._names = names or {}
        self._fields = fields or {}
        self._generics = generics or {}
        self._filled = frozenset(filled)
        self._unsent = frozenset(unsent)
        self._texts: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def text(self) -> str:
        return "\n".join(self._texts.values())

    def add(self, kind: Any) -> str:
        """Declares what a Python type names. Returns the type as an expression."""
        return self._expression(records.type_info(kind))

    def add_union(self, name: str, members: Iterable[str], doc: str = "") -> None:
        """Declares the union of these expressions."""
        assert name not in self._texts, f"two types are called {name}"
        self._texts[name] = _comment(doc) + _union(name, tuple(members) or ("never",))

    def _expression(self, info: records.Type) -> str:
        match info:
            case records.StructType():
                return self._struct(info)
            case records.Metadata(type=inner):
                return self._expression(inner)
            case records.EnumType(cls=kind):
                return self._enum(kind)
            case records.UnionType(types=kinds):
                return " | ".join(dict.fromkeys(map(self._expression, kinds)))
            case records.LiteralType(values=values):
                return " | ".join(map(constant, values))
            case records.VarTupleType(item_type=item) | records.ListType(item_type=item):
                text = self._expression(item)
                return f"({text})[]" if " | " in text else f"{text}[]"
            case records.TupleType(item_types=items):
                return f"[{', '.join(map(self._expression, items))}]"
            case records.DictType(key_type=key, value_type=value):
                return f"Record<{self._expression(key)}, {self._expression(value)}>"
            case records.StrType():
                return "string"
            case records.IntType() | records.FloatType():
                return "number"
            case records.BoolType():
                return "boolean"
            case records.NoneType():
                return "null"
            case records.AnyType():
                return "any"
        raise TypeError(f"{info} has no form in TypeScript")

    def _enum(self, kind: type[Any]) -> str:
        values = [member.value for member in kind]
        if len(values) > MOST_NAMES:
            return "string"
        name = self._claim(kind)
        self._texts[name] = _union(name, tuple(map(constant, values)))
        return name

    def _struct(self, info: records.StructType) -> str:
        name = self._claim(info.cls)
        if name not in self._texts:
            self._texts[name] = ""  # keeps its place before the types that its fields name
            self._texts[name] = self._declaration(name, info)
        return name + (self._generics[name].given if name in self._generics else "")

    def _claim(self, kind: type) -> str:
        name = self._names.get(kind, kind.__name__)
        assert self._classes.setdefault(name, kind) is kind, f"two types are called {name}"
        return name

    def _declaration(self, name: str, info: records.StructType) -> str:
        docs = field_docs(info.cls)
        tag = info.tag_field and f"  {info.tag_field}: {constant(info.tag)};\n"
        fields = [] if info.array_like or not tag else [tag]
        for field in info.fields:
            if (name, field.name) in self._unsent:
                continue
            text = self._fields.get((name, field.name)) or self._expression(field.type)
            mark = "?" if self._may_be_absent(info, field) else ""
            end = "," if info.array_like else ";"
            fields.append(_comment(docs.get(field.name, ""), "  "))
            fields.append(f"  {field.encode_name}{mark}: {text}{end}\n")
        parameters = self._generics[name].declared if name in self._generics else ""
        opening, closing = "[]" if info.array_like else "{}"
        head = _comment(info.cls.__dict__.get("__doc__") or "") + f"export type {name}{parameters}"
        return f"{head} = {opening}\n{''.join(fields)}{closing};\n"

    def _may_be_absent(self, info: records.StructType, field: records.Field) -> bool:
        """True of what the server leaves out, and of what a page may leave out of its own."""
        if field.required or info.array_like:
            return False
        if msgspec.UnsetType in get_args(get_type_hints(info.cls)[field.name]):
            return True
        from_page = info.tag is not None and info.forbid_unknown_fields
        left_out = from_page or info.cls.__struct_config__.omit_defaults
        return left_out and info.cls not in self._filled


def constant(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _union(name: str, members: tuple[str, ...]) -> str:
    line = f"export type {name} = {' | '.join(members)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n"


def _comment(doc: str, indent: str = "") -> str:
    plain = re.sub(r"\bNone\b", "null", inspect.cleandoc(doc))
    if not plain:
        return ""
    if "\n" not in plain and len(indent) + len(plain) + len("/** */\n") <= WIDTH:
        return f"{indent}/** {plain} */\n"
    lines = "".join(f"{indent} * {line}".rstrip() + "\n" for line in plain.splitlines())
    return f"{indent}/**\n{lines}{indent} */\n"


@cache
def field_docs(kind: type) -> dict[str, str]:
    """The docs below the fields of a record, by field."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    body = tree.body[0].body  # type: ignore[attr-defined]  # it is a class
    return {
        field.target.id: str(doc.value.value)
        for field, doc in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(doc, ast.Expr)
        and isinstance(doc.value, ast.Constant)
    }
