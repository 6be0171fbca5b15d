"""The place of a log line: room, game, match and ply of the table whose task says it.

A task that a table starts inherits the place, and so does what it calls.
"""

from collections.abc import Callable, Mapping, MutableMapping
from contextvars import ContextVar
from typing import Any

_PLACE: ContextVar[Callable[[], Mapping[str, object]] | None] = ContextVar("place", default=None)


def speak_from(place: Callable[[], Mapping[str, object]]) -> None:
    """Every line of this task, and of tasks that it starts, tells what `place` returns then."""
    _PLACE.set(place)


def add_place(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A processor of structlog. What the line says itself is stronger."""
    place = _PLACE.get()
    if place is not None:
        for name, value in place().items():
            event.setdefault(name, value)
    return event
