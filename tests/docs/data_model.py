"""The generated parts of docs/data.md: the picture of the tables, and the list of them.

`python -m tests.docs.data_model` writes both again from the models. In the list it writes the
first two columns: the table, and the first sentence of its class. The others it leaves as they are.
"""

from typing import Final

from sqlalchemy import ForeignKeyConstraint, Table, UniqueConstraint

import app.store  # noqa: F401  so that every table is known to the metadata
from app.settings import ROOT
from app.store.database.base import Base

PAGE: Final = ROOT / "docs/data.md"
OWN_COLUMNS: Final = 3
"""The columns of the list that people write."""


def updated(page: str) -> str:
    """The page with both parts as the models give them."""
    page = _with_part(page, "picture", f"```mermaid\n{picture()}```\n")
    rows = [line.strip("|").split("|") for line in part(page, "list").splitlines()]
    return _with_part(page, "list", _list({cells[0].strip(): cells for cells in rows}))


def part(page: str, name: str) -> str:
    """The text between the two marks of a part."""
    return page.partition(_start(name))[2].partition(_end(name))[0]


def _with_part(page: str, name: str, text: str) -> str:
    before, start, rest = page.partition(_start(name))
    _, end, after = rest.partition(_end(name))
    assert start, f"{PAGE.name} has no {name}"
    assert end, f"the {name} in {PAGE.name} has no end"
    return before + start + text + end + after


def _start(name: str) -> str:
    return f"<!-- {name}, written by python -m tests.docs.data_model -->\n"


def _end(name: str) -> str:
    return f"<!-- end of the {name} -->\n"


def picture() -> str:
    """The foreign keys in Mermaid's language, by table."""
    tables = sorted(Base.metadata.tables.values(), key=lambda table: table.name)
    lines = ["erDiagram"]
    for table in tables:
        lines += sorted(f"    {_relation(table, key)}" for key in table.foreign_key_constraints)
    return "\n".join(lines) + "\n"


def _unique(table: "Table") -> list[tuple[str, ...]]:
    return [
        tuple(column.name for column in constraint.columns)
        for constraint in table.constraints
        if isinstance(constraint, UniqueConstraint)
    ]


def _relation(table: "Table", key: ForeignKeyConstraint) -> str:
    """The parent, how many of each belong to one of the other, the table, and its columns."""
    columns = tuple(key.column_keys)
    one = columns in (tuple(table.primary_key.columns.keys()), *_unique(table))
    parent = "|o" if any(table.columns[name].nullable for name in columns) else "||"
    child = "o|" if one else "o{"
    return f'{key.referred_table.name} {parent}--{child} {table.name} : "{", ".join(columns)}"'


def _list(rows: dict[str, list[str]]) -> str:
    lines = ["| table | one row is | written by | kept | bytes |", "|---|---|---|---|---|"]
    for name, sentence in sorted(sentences().items()):
        cells = rows.get(f"`{name}`", [])[2:] or [" "] * OWN_COLUMNS
        lines.append(f"| `{name}` | {sentence} |{'|'.join(cells)}|")
    return "\n".join(lines) + "\n"


def sentences() -> dict[str, str]:
    """The first sentence of the class of each table; empty where there is none."""
    return {
        mapper.class_.__tablename__: (mapper.class_.__doc__ or "")
        .partition("\n")[0]
        .split(". ")[0]
        .rstrip(".")
        for mapper in Base.registry.mappers
    }


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
