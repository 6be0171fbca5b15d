"""Timestamps: milliseconds since 1970, rounded down, in the database, on the wire and in hashes."""

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_milliseconds(at: datetime) -> int:
    """Exact: no floating point is involved. `at` is aware."""
    return (at - _EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    """Aware, in UTC."""
    return _EPOCH + milliseconds * _MILLISECOND
