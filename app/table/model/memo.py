"""A memo: one computed value, kept until what it was computed from is different."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """Compares sources part by part: the same object counts as equal without a comparison."""

    __slots__ = ("_source", "_value")

    def __init__(self) -> None:
        self._source: tuple[object, ...] | None = None
        self._value: T | None = None

    def get(self, source: tuple[object, ...], compute: Callable[[], T]) -> T:
        if self._source != source:
            self._value = compute()
            self._source = source
        return self._value  # type: ignore[return-value]  # computed by the first call

    def clear(self) -> None:
        self._source = self._value = None
