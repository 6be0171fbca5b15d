"""Values of any game as HTML, for the administrators' log. A page holds thousands."""

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup, escape


def value_html(value: Any) -> Markup:
    """HTML of a JSON value: a mapping becomes a list of facts, everything else one line.

    Empty parts are left out; "–" stands for an empty value.
    """
    fields = _filled_fields(value) if isinstance(value, dict) else ()
    if not fields:
        return Markup("".join(_inline(value)))  # noqa: S704  escaped below
    facts = (f"<dt>{_name(name)}</dt><dd>{''.join(_inline(inner))}</dd>" for name, inner in fields)
    return Markup(f'<dl class="facts">{"".join(facts)}</dl>')  # noqa: S704


def _inline(value: Any) -> Iterator[str]:
    match value:
        case None:
            yield "–"
        case bool():
            yield "yes" if value else "no"
        case str():
            yield f"<bdi>{escape(value)}</bdi>"
        case dict():
            fields = _filled_fields(value)
            for at, (name, inner) in enumerate(fields):
                yield f"{', ' if at else ''}<i>{_name(name)}</i> "
                yield from (
                    ("(", *_inline(inner), ")") if isinstance(inner, dict) else _inline(inner)
                )
            if not fields:
                yield "–"
        case list() | tuple():
            for at, inner in enumerate(value):
                if at:
                    yield "; " if isinstance(inner, dict | list | tuple) else " "
                yield from _inline(inner)
            if not value:
                yield "–"
        case _:
            yield f'<span class="figures">{escape(value)}</span>'


def _filled_fields(value: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, inner) for name, inner in value.items() if inner or isinstance(inner, int | float)
    )


def _name(name: str) -> str:
    return escape(name.replace("_", " "))
