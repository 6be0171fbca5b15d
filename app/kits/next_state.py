"""The next state of a match: the last one with what has changed."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from app.rules.values import Event, H, Q, State

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


def after(state: State[S, Q, H], *events: Event, **public: Any) -> State[S, Q, H]:
    """The state with these public facts changed and these events appended."""
    changed = replace(state.public, **public)
    return replace(state, public=changed, events=state.events + events)


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The same values but for one place, often a seat's."""
    return (*values[:at], value, *values[at + 1 :])
